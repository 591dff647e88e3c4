"""`rb report`, `rb compare`: what is read from run directories."""
