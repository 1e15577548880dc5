"""`why`: what a player's question means, and its answer in the words of the rules.

Knows the names of things and explanations; decides nothing about legality.
Enter at `why.py`.
"""
