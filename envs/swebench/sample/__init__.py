"""A few instances of our own in the official row format, for a first run without data, images or network."""
