"""Mind2Web (Deng et al., 2023): recorded web tasks, predicted step by step (docs/mind2web.md)."""
