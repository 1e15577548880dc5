"""What is wrong with an input, as data, how it is worded and how it is shown.

Knows spans, severities, codes, their messages and the name that was probably meant; does not know the rules that find a problem.
Enter at `diagnostic.py` (`Report` collects), at `catalogue/` for a message, at `render/` for text, JSON, SARIF and annotations.
"""
