"""The shop's web application: Django Oscar with lean pages."""
