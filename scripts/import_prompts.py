#!/usr/bin/env python3
"""The authors' prompts, read out of your own clone of their repository, as a folder for `prompts=`.

    git clone https://github.com/google-research/reasoning-bank
    python scripts/import_prompts.py reasoning-bank authors-prompts
    rb run preset=released_code prompts=authors-prompts ...

Nothing of the clone is run: the texts are constants in its source. Theirs become extraction (success,
failure, self-contrast), the judge for web tasks, and the words before the injected memory. AWM's and the
re-examination's stay ours: theirs ask for a reply format that the agent and the parser here do not use.
"""

from __future__ import annotations

import argparse
import ast
import sys
from pathlib import Path

WEB = "WebArena/prompts/memory_instruction.py"
CODE = "third_party/src/minisweagent/memory/instruction.py"
JUDGE = "WebArena/prompts/autoeval_prompts.py"
AGENT = "WebArena/agents/legacy/agent.py"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clone", type=Path, help="your clone of google-research/reasoning-bank")
    parser.add_argument("out", type=Path, help="the folder to write, for prompts=…")
    given = parser.parse_args()
    try:
        prompts = read(given.clone)
    except (OSError, SyntaxError, LookupError) as error:
        sys.stderr.write(
            f"the authors' prompts were not found: {error}\n  where: {given.clone}\n"
            "  what to do: give the folder of a clone of github.com/google-research/reasoning-bank\n"
        )
        return 2
    for name, text in prompts.items():
        path = given.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"written: {path}")
    return 0


def read(clone: Path) -> dict[str, str]:
    """Template by its name. Raises `OSError` or `LookupError` for what is not in the clone."""
    web, code = _texts(clone / WEB), _texts(clone / CODE)
    judge = _texts(clone / JUDGE, "build_text_eval_prompt")["system_msg"]
    preface = next((text for text in _strings(clone / AGENT) if "memory items" in text), None)
    if preface is None:
        raise LookupError(f"no words before the memory in {AGENT}")
    return {
        "memory/success.j2": _by_domain(code["SUCCESSFUL_SI"], web["SUCCESSFUL_SI"]),
        "memory/failure.j2": _by_domain(code["FAILED_SI"], web["FAILED_SI"]),
        "memory/contrast.j2": _literal(web["PARALLEL_SI"]),
        "judge/system.j2": (
            f'{{% if domain == "web" %}}\n{_literal(judge)}\n'
            '{% else %}\n{% include "ours/system.j2" %}\n{% endif %}\n'
        ),
        # what the memory says came from web pages: it stays between marks
        "agents/memory.j2": f"{_literal(preface)}\n<memory>\n{{{{ memory }}}}\n</memory>\n",
    }


def _by_domain(code: str, web: str) -> str:
    return f'{{% if domain == "code" %}}\n{_literal(code)}\n{{% else %}}\n{_literal(web)}\n{{% endif %}}\n'


def _literal(text: str) -> str:
    return f"{{% raw %}}{text.strip()}{{% endraw %}}"


def _texts(path: Path, function: str | None = None) -> dict[str, str]:
    """Constant strings by the name that they are assigned to, in a module or in one of its functions."""
    tree: ast.AST = ast.parse(path.read_text(encoding="utf-8"))
    if function is not None:
        named = (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and n.name == function)
        tree = next(named, ast.Module([], []))
    return {
        node.targets[0].id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def _strings(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [value for value in constants if isinstance(value, str)]


if __name__ == "__main__":
    sys.exit(main())
