"""Diagnostics as people and programs read them: text with excerpts, JSON, SARIF and annotations of a code host."""
