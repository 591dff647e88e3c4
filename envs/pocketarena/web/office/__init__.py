"""The back office: Oscar's models and forms behind pages that are short to read."""
