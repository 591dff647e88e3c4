"""Memory-aware test-time scaling (section 3.3): learning from k rollouts, and picking one of them."""
