"""The commands that play many games and measure them: `simulate`, `compare`, `ladder`, `perft`.

They know what is asked for and what becomes of it; what is played and computed is in `insight`. Enter by the command's own module.
"""
