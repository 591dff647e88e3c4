"""The README's first command: the main job on what this machine has, in minutes."""

from __future__ import annotations

import sys
import time

from reasoningbank.compose import compose
from reasoningbank.core.errors import UserError
from reasoningbank.report.table import print_summary
from reasoningbank.run import run

POCKETARENA = "benchmark=pocketarena/smoke"


def runs_for(llm: str) -> list[list[str]]:
    """The overrides of each run of the demo."""
    if llm == "local":
        return [["benchmark=miniwob/smoke", "llm=local", "memory=reasoningbank"]]
    backbone = ["llm=scripted"] if llm == "scripted" else ["llm=litellm", f"llm.model={llm}", *_key(llm)]
    return [[POCKETARENA, *backbone, f"memory={memory}"] for memory in ("none", "reasoningbank")]


def _key(model: str) -> list[str]:
    names = {"gemini": "GEMINI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}
    provider = model.partition("/")[0]
    return [f"llm.api_key_env={names[provider]}"] if provider in names else []


def local_or_scripted() -> str:
    """`local` where its weights can be had, else `scripted`, and why."""
    from reasoningbank.llm.weights import KNOWN, obtain

    try:
        obtain(KNOWN["1.5b"], lambda line: print(line, flush=True))
    except UserError as error:
        print(f"{error}\nthe demo goes on with the scripted policy on PocketArena", flush=True)
        return "scripted"
    return "local"


def main(llm: str) -> int:
    began = time.monotonic()
    if llm == "local":
        llm = local_or_scripted()
    try:
        folders = [run(compose([*words, "run.name=demo"]), ["make", "demo"]) for words in runs_for(llm)]
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return 130
    print_summary(folders)
    print(f"\n{time.monotonic() - began:.0f} s. Run it again and it starts from what is done;")
    print("rm -r outputs/demo starts it anew. `make help` lists what else there is.")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["local"]))
