"""What is wrong with an input, as data, and how it is shown.

Knows spans, severities, codes and the name that was probably meant; does not know the rules that find a problem.
Enter at `diagnostic.py` (`Report` collects), at `render/` for text, JSON, SARIF and annotations.
"""
