"""Ground truth: patches graded by swebench's own evaluation script, log parsers and grader."""
