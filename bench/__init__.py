"""Speed, as ratios taken in one run: our engine beside hand-written ones, OpenSpiel and our own reference interpreter."""
