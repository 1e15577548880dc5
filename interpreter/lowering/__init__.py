"""From the checked model to the linear program: every law of the course of play is woven in here."""
