"""SWE-bench: mini-swe-agent's agent on this harness's model, in a sandbox, graded by the official grader."""
