"""Diagnostics as people and programs read them: text with excerpts, JSON, SARIF and annotations of a code host.

Knows diagnostics and the texts of files; does not know what is wrong nor who asks. Enter at the file of the form: `text.py`, `json.py`,
`sarif.py`, `github.py`; the manual of all codes is `manual.py`.
"""
