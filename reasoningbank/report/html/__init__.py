"""`report.html`: one file that works from disk; details that would make it heavy are read when asked for."""
