"""A scene drawn as text: boards, tiles, cubes, panels, and the whole position.

Knows scenes and styled lines; asks nothing and reads no rules.
Enter at `position.py`; one board is drawn by `boards.py`.
"""
