"""Benchmarks, one package each, behind the adapter protocol of `reasoningbank.core`."""
