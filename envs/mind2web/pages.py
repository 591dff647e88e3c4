"""A recorded page cut down to its candidates, and told as text (docs/mind2web.md, "The page").

The rules are those of the step environments of Synapse and AWM, which agree with one another; MindAct
differs only in that it numbers the elements. The tree is read once and never changed: what is kept is
decided first, then texts are put together from the leaves up, so that depth costs no recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

VERSION = 1  # of the rules: pages that were cached under other rules are made anew
MAX_DEPTH = 6  # generations below a candidate: the published recursion stops after level 5, counted from 0
MAX_DESCENDANTS = 50
MAX_SIBLINGS = 3  # on each side
MAX_WORDS = 20  # of a text, and of all attributes of an element together
MAX_ATTRIBUTE_WORDS = 5
WORD_LIMIT = 15  # an attribute's longer words are noise (ids, hashes)
CHOICE_WORDS = 10
ATTRIBUTES = (
    "role",
    "aria_role",
    "type",
    "alt",
    "aria_description",
    "aria_label",
    "label",
    "title",
    "name",
    "text_value",
    "value",
    "placeholder",
    "input_checked",
    "input_value",
    "option_selected",
    "class",
)
MEANINGLESS = frozenset({"hidden", "none", "presentation", "null", "undefined"})
ID = "backend_node_id"
TEXT = "text"


@dataclass(frozen=True)
class Element:
    """A candidate on a pruned page: its recorded id, its tag, and its first words."""

    id: str
    tag: str
    words: str

    def __str__(self) -> str:
        return f"[{self.tag}] {self.words}".strip()


@dataclass(frozen=True)
class PrunedPage:
    """What a model is shown, and the candidates on it in document order."""

    text: str
    elements: tuple[Element, ...] = ()

    def find(self, id: str) -> Element | None:
        return next((element for element in self.elements if element.id == id), None)


class Page:
    """A parsed page. Raises `ValueError` when it is no XML, `KeyError` for an id that it lacks."""

    def __init__(self, html: str) -> None:
        from lxml import etree

        # real pages nest deeper than the parser's guard against hostile input allows
        parser = etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)
        try:
            self._root = etree.fromstring(html.encode(), parser)
        except etree.XMLSyntaxError as error:
            raise ValueError(f"the page cannot be parsed: {error}") from error
        # one list keeps the library's proxies alive, so that they can stand in sets
        self._nodes = [node for node in self._root.iter() if isinstance(node.tag, str)]
        self._by_id = {node.get(ID): node for node in self._nodes if node.get(ID)}

    @property
    def ids(self) -> frozenset[str]:
        """Of all elements that can be named."""
        return frozenset(self._by_id)

    def with_attribute(self, name: str, value: str) -> str | None:
        """The id of the element with this attribute."""
        found = (node.get(ID) for node in self._nodes if node.get(name) == value)
        return next((id for id in found if id), None)

    def pruned(self, candidates: Sequence[str], numbered: bool = False) -> PrunedPage:
        """The page around `candidates` (ids). With `numbered` they are shown as 0, 1, … in page order."""
        wanted = {self._by_id[id] for id in candidates}
        kept = self._kept(wanted)
        order = [node for node in self._nodes if node in kept]
        names = {node: node.get(ID) for node in order if node in wanted}
        if numbered:
            names = {node: str(number) for number, node in enumerate(names)}
        told = _told(order, names)
        words = {
            node: " ".join(
                " ".join(told[node].pieces).split()[:CHOICE_WORDS] if numbered else _inner(told[node])
            )
            for node in names
        }
        elements = tuple(Element(node.get(ID), node.tag, words[node]) for node in names)
        return PrunedPage(" ".join(told[self._root].pieces), elements)

    def element(self, id: str) -> str:
        """One element with its neighbourhood's rules, alone."""
        node = self._by_id[id]
        kept = self._kept({node})
        order = [other for other in self._nodes if other in kept]
        return " ".join(_told(order, {node: id})[node].pieces)

    def _kept(self, wanted: Iterable[Any]) -> set[Any]:
        kept: set[Any] = {self._root}
        for node in wanted:
            kept.add(node)
            kept.update(node.iterancestors())
            kept.update(_descendants(node))
            kept.update(_siblings(node))
        # a text stands or falls with its parent
        elements = {node for node in kept if node.tag != TEXT}
        return elements | {child for node in elements for child in node if child.tag == TEXT}


@dataclass
class _Told:
    """An element as text: its pieces, or its only child's where it says nothing of its own."""

    pieces: list[str] = field(default_factory=list)
    count: int = 1  # elements that stand here: 0 or 1 after a collapse


def _told(order: Sequence[Any], names: dict[Any, str]) -> dict[Any, _Told]:
    told: dict[Any, _Told] = {}
    kept = set(order)
    for node in reversed(order):  # children before their parents
        if node.tag == TEXT:
            told[node] = _Told([" ".join((node.text or "").replace('"', " ").split()[:MAX_WORDS])])
            continue
        children = [told[child] for child in node if child in kept]
        if _says_nothing(node, names, kept) and sum(child.count for child in children) <= 1:
            inner = [piece for child in children for piece in child.pieces]
            told[node] = _Told(inner, sum(child.count for child in children))
        else:
            told[node] = _Told(_pieces(node, names.get(node, ""), children))
    return told


def _says_nothing(node: Any, names: dict[Any, str], kept: set[Any]) -> bool:
    """Whether it may give way to its only child: no candidate, no attribute, no text, not the root."""
    attributes = len(node.attrib) - (ID in node.attrib)
    has_text = any(child.tag == TEXT and child in kept for child in node)
    return node not in names and not attributes and not has_text and node.getparent() is not None


def _pieces(node: Any, name: str, children: Sequence[_Told]) -> list[str]:
    shown = [f"id={name}"] if name else []
    shown += _meta(node)
    inner = [piece for child in children for piece in child.pieces if piece]
    opening = " ".join([f"<{node.tag}", *shown])
    if not inner:
        return [f"{opening} />" if shown else f"{opening}/>"]
    return [f"{opening}>", *inner, f"</{node.tag}>"]


def _meta(node: Any) -> list[str]:
    """The words of the attributes that mean something, in a fixed order, none of them said twice."""
    values: dict[str, None] = {}
    for name in ATTRIBUTES:
        value = (node.get(name) or "").lower()
        if value in MEANINGLESS or value.startswith("http"):
            continue
        words = [word for word in value.split() if len(word) < WORD_LIMIT]
        values[" ".join(words[:MAX_ATTRIBUTE_WORDS])] = None
    return " ".join(values).split()[:MAX_WORDS]


def _descendants(node: Any) -> list[Any]:
    """In document order, the first fifty of at most so many generations."""
    found: list[Any] = []
    stack = [(child, 1) for child in reversed(node) if isinstance(child.tag, str)]
    while stack and len(found) < MAX_DESCENDANTS:
        child, depth = stack.pop()
        found.append(child)
        if depth < MAX_DEPTH:
            stack.extend((below, depth + 1) for below in reversed(child) if isinstance(below.tag, str))
    return found


def _siblings(node: Any) -> Iterator[Any]:
    parent = node.getparent()
    if parent is not None:
        beside = [other for other in parent if isinstance(other.tag, str) and other.tag != TEXT]
        if node in beside:
            at = beside.index(node)
            yield from beside[max(0, at - MAX_SIBLINGS) : at + MAX_SIBLINGS + 1]


_TAG = re.compile(r"<[^<>]*>")


def _inner(told: _Told) -> list[str]:
    """The first words of an element for a history line: its attributes and texts, without markup."""
    opening, *inner = told.pieces
    own = opening.strip("<>/").split()[1:]
    own = [word for word in own if not word.startswith("id=")]
    words = [word for piece in inner if not _TAG.fullmatch(piece) for word in piece.split()]
    return (words or own)[:CHOICE_WORDS]
