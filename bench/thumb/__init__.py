"""Play by a rule of thumb: a list of what is preferred, so that figures of a game say more than random play does."""
