"""Tables 1 to 6 in the paper's layout, made from the frame of `load_runs`."""
