"""mini-swe-agent's agent, with this harness's model and environment put in its places."""
