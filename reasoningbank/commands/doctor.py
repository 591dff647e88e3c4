"""`rb doctor`: is everything there that a run needs?"""

from __future__ import annotations

import argparse

HELP = "check browser, benchmark and backbone for the given overrides"
OVERRIDES = True


def arguments(parser: argparse.ArgumentParser) -> None:
    """Overrides only."""


def run(given: argparse.Namespace, overrides: list[str]) -> int:
    """1 when a finding needs mending, or a model gives no reply."""
    from reasoningbank.build import build_benchmark, build_llms
    from reasoningbank.compose import compose
    from reasoningbank.llm.doctor import examined

    config = compose(overrides)
    benchmark = build_benchmark(config)
    diagnose = getattr(benchmark, "diagnose", None)
    if diagnose is None:
        benchmark.check()
        print(f"benchmark {benchmark.name}/{benchmark.subset}: ready, {benchmark.versions()}")
    findings = list(diagnose()) if diagnose else []
    for finding in findings:
        print(f"{'ok  ' if finding.ok else 'BAD '} {finding.what}: {finding.detail}")
        if not finding.ok:
            print(f"     to do: {finding.remedy}")
    # one tiny call for each different model
    llms = {id(llm): (role, llm) for role, llm in reversed(build_llms(config, benchmark).items())}
    answers = True
    for role, llm in reversed(llms.values()):
        answered, report = examined(llm)
        print(f"{role}: {report}")
        answers = answers and answered
    return 0 if answers and all(finding.ok for finding in findings) else 1
