"""Instances without images: a checkout that knows no future, an environment from the official pins."""
