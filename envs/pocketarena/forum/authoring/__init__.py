"""Writes the tasks of the forum, and those on forum and shop, with their plans."""
