"""Types and protocols shared by every room. Imports nothing of ours."""
