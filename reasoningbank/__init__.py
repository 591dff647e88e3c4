"""A benchmark harness that makes ReasoningBank (Ouyang et al., ICLR 2026) reproducible."""

__version__ = "0.1.0"
