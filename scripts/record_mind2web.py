"""Records the sample set of `benchmark=mind2web_sample` in Mind2Web's schema, from PocketArena's plans.

    python scripts/record_mind2web.py [TARGET] [--tasks 32] [--train 10]

A real Chromium carries out the reference plan of each task; before every action the page is taken down
as Mind2Web took it: a snapshot of the DOM, elements that are drawn, texts as <text> elements, attributes
with underscores, a number for every node. Candidates are what can be clicked, typed into or chosen from.

The ranks come from an honest ranker without a model (`rank` below): it knows the task and the actions
before, as MindAct's candidate generator does, and nothing of the recorded action. How often it fails is
part of the set; the run prints it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import random
import re
import sys
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree  # type: ignore[import-untyped]

sys.path.insert(0, str(Path(__file__).parents[1]))

from envs.mind2web.benchmark import SAMPLE
from envs.pocketarena import TASKS
from envs.pocketarena.plan import Step, action_for, load_plans
from envs.pocketarena.session import ShopSession
from reasoningbank.core.types import Task

WEBSITE, DOMAIN, SUBDOMAIN = "pocketmarket", "Shopping", "General"
OPERATIONS = {"click": "CLICK", "fill": "TYPE", "select": "SELECT"}
KEPT = (
    *("role", "type", "alt", "aria-label", "aria-description", "label"),
    *("title", "name", "value", "placeholder", "class"),
)
DROPPED = frozenset({"head", "script", "style", "noscript", "template", "link", "meta"})
UNDRAWN = frozenset({"option", "optgroup"})  # a closed list draws only the chosen one
INTERACTIVE = frozenset({"a", "button", "input", "select", "textarea", "summary"})
WORD = re.compile(r"[a-z0-9]+")
STOP = frozenset(
    re.findall(
        r"\w+", "a an and are as at by for from i in is it its me my of on or that the this to was what with"
    )
)
ELEMENT, TEXT = 1, 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", nargs="?", type=Path, default=SAMPLE)
    parser.add_argument("--tasks", type=int, default=32)
    parser.add_argument("--train", type=int, default=10)
    parser.add_argument("--ranks-only", action="store_true", help="rank the recorded pages again")
    given = parser.parse_args()
    paths = {name: given.target / name / f"{name}_0.json.xz" for name in ("train", "sample")}
    if not given.ranks_only:
        configs = sorted(json.loads(TASKS.read_text()), key=lambda config: config["task_id"])
        for path, chosen in zip(paths.values(), split(configs, given.train, given.tasks), strict=True):
            write(path, record_all(chosen))
    train, sample = (json.loads(lzma.decompress(path.read_bytes())) for path in paths.values())
    ranker = Ranker(train)
    scores = {step: of for task in [*train, *sample] for step, of in ranker.scores(task)}
    ranks = {step: {id: place for place, id in enumerate(of)} for step, of in scores.items()}
    write(given.target / "scores_all_data.json.xz", {"scores": scores, "ranks": ranks})
    for name, tasks in (("train", train), ("sample", sample)):
        describe(name, tasks, ranks)


def split(configs: list[dict[str, Any]], train: int, sample: int) -> tuple[list[Any], list[Any]]:
    """The first task of each of `train` families to learn from; the others, in their order."""
    firsts: dict[int, Any] = {}
    for config in configs:
        firsts.setdefault(config["intent_template_id"], config)
    learnt = list(firsts.values())[:train]
    return learnt, [config for config in configs if config not in learnt][:sample]


def record_all(configs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    session = ShopSession()
    try:
        return [record(session, config) for config in configs]
    finally:
        session.close()


def record(session: ShopSession, config: dict[str, Any]) -> dict[str, Any]:
    """One task with the page before each action of its plan; the answer at the end is no web action."""
    seen = session.reset(Task(str(config["task_id"]), "shopping", config["intent"]))
    actions: list[dict[str, Any]] = []
    told: list[str] = []
    plan = load_plans()[config["task_id"]].right
    for step in (step for step in plan if step["do"] != "answer"):
        bid = re.findall(r"'(\w+)'", action := action_for(step, seen.text))[0]
        uid = identifier(f"task/{config['task_id']}/{len(actions)}")
        html, target, candidates = snapshot(session, bid, random.Random(uid).randrange(50, 5000))
        actions.append(step_record(step, uid, html, target, candidates))
        told.append(description(step))
        seen = session.step(action)
        assert not seen.error, seen.error
    return {
        "website": WEBSITE,
        "domain": DOMAIN,
        "subdomain": SUBDOMAIN,
        "annotation_id": identifier(f"task/{config['task_id']}"),
        "confirmed_task": config["intent"],
        "action_reprs": told,
        "actions": actions,
    }


def step_record(
    step: Step, uid: str, html: str, target: str, candidates: list[dict[str, Any]]
) -> dict[str, Any]:
    op = OPERATIONS[step["do"]]
    value = step.get("text", step.get("option", ""))
    marked = {"is_original_target": True, "is_top_level_target": True}
    return {
        "action_uid": uid,
        "raw_html": "",
        "cleaned_html": html,
        "operation": {"op": op, "original_op": op, "value": value},
        "pos_candidates": [c | marked for c in candidates if c["backend_node_id"] == target],
        "neg_candidates": [c for c in candidates if c["backend_node_id"] != target],
    }


def description(step: Step) -> str:
    op = OPERATIONS[step["do"]]
    value = step.get("text", step.get("option"))
    return f"[{step['role']}]  {step['name']} -> {op}" + (f": {value}" if value else "")


def snapshot(session: ShopSession, bid: str, base: int) -> tuple[str, str, list[dict[str, Any]]]:
    """Cleaned page, the number of the element with this bid, and the candidates."""
    page = session.env.page
    browser = page.context.new_cdp_session(page)
    taken = browser.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})
    browser.detach()
    nodes = Nodes(taken, base)
    root = etree.Element("html", backend_node_id=nodes.number(nodes.root))
    nodes.fill(root, nodes.root)
    there = {element.get("backend_node_id") for element in root.iter()}
    target = next(nodes.number(i) for i in range(nodes.count) if nodes.attributes(i).get("bid") == bid)
    candidates = [nodes.candidate(i) for i in nodes.interactive() if nodes.number(i) in there]
    assert any(c["backend_node_id"] == target for c in candidates), "the target is no candidate"
    return etree.tostring(root, encoding="unicode"), target, candidates


class Nodes:
    """The flat arrays of a DOM snapshot, as a tree. Numbers follow the document, from a base that differs
    from page to page: an id says nothing about another page, as in Mind2Web."""

    def __init__(self, taken: dict[str, Any], base: int) -> None:
        document = taken["documents"][0]
        self._strings, self._nodes, self._base = taken["strings"], document["nodes"], base
        self._drawn = set(document["layout"]["nodeIndex"])
        self.count = len(self._nodes["nodeName"])
        self._children: dict[int, list[int]] = {}
        for i, parent in enumerate(self._nodes["parentIndex"]):
            self._children.setdefault(parent, []).append(i)
        self.root = next(i for i in range(self.count) if self._name(i) == "html" and self._kind(i) == ELEMENT)

    def number(self, i: int) -> str:
        return str(self._base + i)

    def attributes(self, i: int) -> dict[str, str]:
        flat = [self._string(at) for at in self._nodes["attributes"][i]]
        return dict(zip(flat[::2], flat[1::2], strict=True))

    def fill(self, element: Any, i: int) -> None:
        """Adds to `element` what is drawn below node `i`."""
        for child in self._children.get(i, []):
            name, text = self._name(child), self._string(self._nodes["nodeValue"][child])
            if self._kind(child) == TEXT and text.strip() and self._is_drawn(i):
                etree.SubElement(element, "text", backend_node_id=self.number(child)).text = " ".join(
                    text.split()
                )
            elif self._kind(child) == ELEMENT and self._is_drawn(child) and not _left_out(name):
                self.fill(etree.SubElement(element, name, self._shown(child)), child)

    def interactive(self) -> Iterator[int]:
        clickable = set(self._nodes["isClickable"]["index"])
        for i in range(self.count):
            hidden = self.attributes(i).get("type") == "hidden"
            if self._kind(i) == ELEMENT and not hidden and (self._name(i) in INTERACTIVE or i in clickable):
                yield i

    def candidate(self, i: int) -> dict[str, Any]:
        shown = self._shown(i)
        number = shown["backend_node_id"]
        return {"tag": self._name(i), "attributes": json.dumps(shown), "backend_node_id": number}

    def _shown(self, i: int) -> dict[str, str]:
        kept = {name.replace("-", "_"): v for name, v in self.attributes(i).items() if name in KEPT and v}
        for ours, theirs in (("input_value", "inputValue"), ("text_value", "textValue")):
            if value := self._rare(theirs, i):
                kept[ours] = value
        for ours, theirs in (("input_checked", "inputChecked"), ("option_selected", "optionSelected")):
            if i in self._nodes[theirs]["index"]:
                kept[ours] = "true"
        return {"backend_node_id": self.number(i), **kept}

    def _is_drawn(self, i: int) -> bool:
        return i in self._drawn or self._name(i) in UNDRAWN

    def _rare(self, name: str, i: int) -> str:
        rare = self._nodes[name]
        return self._string(rare["value"][rare["index"].index(i)]) if i in rare["index"] else ""

    def _kind(self, i: int) -> int:
        return int(self._nodes["nodeType"][i])

    def _name(self, i: int) -> str:
        return self._string(self._nodes["nodeName"][i]).lower()

    def _string(self, at: int) -> str:
        return str(self._strings[at]) if at >= 0 else ""


def _left_out(name: str) -> bool:
    return name in DROPPED or name.startswith("::")  # such as the bullet of a list


class Ranker:
    """Scores a page's candidates by the task, the action before, and what the train split has taught.

    Words that an element shares with the task count by their rarity among the page's candidates. To them
    come the log-odds with which a word, or a tag, was on the target in the train split. An element whose
    words the last action already named gets less. No recorded action of the step itself is looked at.
    """

    def __init__(self, train: list[dict[str, Any]]) -> None:
        hits, seen = Counter[str](), Counter[str]()
        for action in (action for task in train for action in task["actions"]):
            target = action["pos_candidates"][0]["backend_node_id"]
            for id, features in features_of(action).items():
                seen.update(features)
                hits.update(features if id == target else ())
        base = len(train) and sum(len(task["actions"]) for task in train) / max(seen["*"], 1)
        self._odds = {name: math.log((hits[name] + 0.2) / (seen[name] + 5) / base) for name in seen}

    def scores(self, task: dict[str, Any]) -> Iterator[tuple[str, dict[str, float]]]:
        """Step id, and its candidates with their scores, the best first."""
        before = ""
        for action, told in zip(task["actions"], task["action_reprs"], strict=True):
            scored = self._step(features_of(action), task["confirmed_task"], before)
            ordered = sorted(scored.items(), key=lambda pair: -pair[1])
            yield f"{task['annotation_id']}_{action['action_uid']}", dict(ordered)
            before = told

    def _step(self, features: dict[str, set[str]], task: str, before: str) -> dict[str, float]:
        own = {id: {name for name in found if name[0] not in "*<"} for id, found in features.items()}
        frequency = Counter(word for found in own.values() for word in found)
        wanted, done = set(words(task)), set(words(before))

        def score(id: str) -> float:
            shared = sum(math.log(1 + len(own) / frequency[word]) for word in own[id] & wanted)
            learnt = max((self._odds.get(name, 0.0) for name in features[id] - {"*"}), default=0.0)
            spent = 2.0 if own[id] and own[id] <= done else 0.0
            return round(shared / math.sqrt(1 + len(own[id])) + learnt - spent, 4)

        return {id: score(id) for id in own}


def features_of(action: dict[str, Any]) -> dict[str, set[str]]:
    """The words and the tag of each candidate."""
    tree = etree.fromstring(action["cleaned_html"])
    by_id = {element.get("backend_node_id"): element for element in tree.iter()}
    both = [*action["pos_candidates"], *action["neg_candidates"]]
    # in page order: the lists tell which one is the target
    ids = sorted((c["backend_node_id"] for c in both), key=int)
    return {id: {"*", f"<{by_id[id].tag}", *words_of(by_id[id])} for id in ids}


def words_of(element: Any) -> set[str]:
    told = [v for name, v in element.attrib.items() if name not in ("backend_node_id", "class", "type")]
    told += [text.text or "" for text in element.iter("text")]
    return set(words(" ".join(told)))


def words(text: str) -> list[str]:
    """Lower case, without the commonest and without a plural's s."""
    found = (word for word in WORD.findall(text.lower()) if word not in STOP)
    return [word.removesuffix("s") if len(word) > 3 else word for word in found]


def identifier(name: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"pocketarena/{name}"))


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(json.dumps(value, ensure_ascii=False).encode(), preset=9))


def describe(name: str, tasks: list[dict[str, Any]], ranks: dict[str, dict[str, int]]) -> None:
    places = [
        ranks[f"{task['annotation_id']}_{action['action_uid']}"][
            action["pos_candidates"][0]["backend_node_id"]
        ]
        for task in tasks
        for action in task["actions"]
    ]
    recall = {k: f"{sum(place < k for place in places) / len(places):.2f}" for k in (5, 10, 50)}
    print(f"{name}: {len(tasks)} tasks, {len(places)} steps, recall of the ranker {recall}")


if __name__ == "__main__":
    main()
