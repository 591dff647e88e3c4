"""Votes on posts, which machina does not have: a small Django app of our own."""
