"""What is kept between runs in the user's cache, and files that are written whole or not at all.

Knows names made of hashes of what an entry was made from; everything in it can be made again.
Enter at `models.py` (checked games) and `instances.py` (programs and generated code).
"""
