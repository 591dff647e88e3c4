"""Figures 1, 4 to 8 and 13, and those that the paper lacks. Each yields a drawing a benchmark and backbone."""
