"""Figures 1, 4 to 8 and 13, and those that the paper lacks. One a benchmark and backbone."""
