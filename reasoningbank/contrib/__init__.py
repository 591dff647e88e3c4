"""Published methods beyond the paper's, each added as a user would: one file, its prompts, one config."""
