"""The accessibility tree of a shop page, read back into elements, products, rows and reviews."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from itertools import pairwise

_LINE = re.compile(
    r"""^(?P<indent>\t*)(?:\[(?P<bid>\w+)\] )?(?P<role>\w+) (?P<name>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
    r"(?P<rest>.*)$"
)
_VALUE = re.compile(r"""\bvalue=(?P<value>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
_PRODUCT = re.compile(
    r"^\$(?P<price>[\d,.]+) · (?:.*?\((?P<reviews>\d+) reviews?\)|No reviews) · (?P<stock>.+)$"
)
_REVIEW = re.compile(r"^(?P<stars>\d) stars? by (?P<author>.+) on \w+ \d+, \d{4}$")
_POSITION = re.compile(r"^Page (\d+) of (\d+)$")
_TOTAL = re.compile(r"^(\d+) products?\b")
_ROW_PARTS = ("cell", "rowheader", "gridcell")
_CONTROLS = ("link", "button")


@dataclass(frozen=True)
class Element:
    """One line of the tree. `rest` holds its printed properties."""

    bid: str
    role: str
    name: str
    rest: str
    depth: int

    @property
    def value(self) -> str:
        found = _VALUE.search(self.rest)
        return str(ast.literal_eval(found["value"])) if found else ""

    @property
    def checked(self) -> bool:
        return "checked='true'" in self.rest or "checked=True" in self.rest


@dataclass(frozen=True)
class Row:
    """A table row: the text of its cells, and what can be pressed in it."""

    cells: tuple[str, ...]
    controls: tuple[Element, ...]


@dataclass(frozen=True)
class Product:
    """An entry of a listing. `price` in cents."""

    title: str
    price: int
    reviews: int
    in_stock: bool
    link: Element


@dataclass(frozen=True)
class Order:
    """A row of My Orders. `total` in cents."""

    number: str
    placed: date
    total: int
    status: str
    link: Element


@dataclass(frozen=True)
class Review:
    stars: int
    author: str
    text: str


@dataclass(frozen=True)
class Page:
    """What one accessibility tree says, with the address that was shown beside it."""

    tree: str
    url: str = ""

    @cached_property
    def elements(self) -> tuple[Element, ...]:
        return tuple(_elements(self.tree))

    @cached_property
    def main(self) -> tuple[Element, ...]:
        """What stands below the header, which is the same on every page."""
        start = next((i for i, element in enumerate(self.elements) if element.role == "main"), 0)
        return self.elements[start:]

    @property
    def heading(self) -> str:
        return next((element.name for element in self.main if element.role == "heading"), "")

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(element.name for element in self.main if element.role == "StaticText")

    @property
    def status(self) -> str:
        """The message on top after a change, such as a confirmation."""
        for element, following in pairwise(self.main):
            if element.role in ("status", "alert"):
                return following.name
        return ""

    def find(self, role: str, name: str) -> Element | None:
        return next((e for e in self.elements if (e.role, e.name) == (role, name) and e.bid), None)

    def starting(self, role: str, name: str) -> Element | None:
        return next((e for e in self.elements if e.role == role and e.name.startswith(name) and e.bid), None)

    @property
    def position(self) -> tuple[int, int]:
        """(this page, number of pages); (1, 1) where nothing is paged."""
        found = next((match for text in self.texts if (match := _POSITION.match(text))), None)
        return (int(found[1]), int(found[2])) if found else (1, 1)

    @property
    def is_last(self) -> bool:
        at, pages = self.position
        return at >= pages

    @property
    def total(self) -> int | None:
        """How many products a listing says that it has."""
        found = next((match for text in self.texts if (match := _TOTAL.match(text))), None)
        return int(found[1]) if found else None

    @cached_property
    def products(self) -> tuple[Product, ...]:
        found = []
        for link, following in pairwise(self.main):
            match = _PRODUCT.match(following.name)
            if link.role == "link" and match:
                stock = match["stock"].startswith("In stock")
                found.append(
                    Product(link.name, cents(match["price"]), int(match["reviews"] or 0), stock, link)
                )
        return tuple(found)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        found = []
        for i, element in enumerate(self.main):
            if element.role != "row":
                continue
            inside = []
            for below in self.main[i + 1 :]:
                if below.depth <= element.depth:
                    break
                inside.append(below)
            cells = tuple(e.name for e in inside if e.role in _ROW_PARTS)
            found.append(Row(cells, tuple(e for e in inside if e.role in _CONTROLS)))
        return tuple(found)

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        return tuple(
            Order(row.cells[0], day(row.cells[1]), cents(row.cells[2]), row.cells[3].lower(), row.controls[0])
            for row in self.rows
            if len(row.cells) == 4 and row.cells[0].isdigit() and row.controls
        )

    @property
    def details(self) -> dict[str, str]:
        """The table of a product: attribute in small letters → value."""
        return {row.cells[0].lower(): row.cells[1] for row in self.rows if len(row.cells) == 2}

    @cached_property
    def reviews(self) -> tuple[Review, ...]:
        texts = self.texts
        return tuple(
            Review(int(match["stars"]), match["author"], following)
            for text, following in pairwise(texts)
            if (match := _REVIEW.match(text))
        )


def cents(text: str) -> int:
    return round(float(text.replace("$", "").replace(",", "")) * 100)


def dollars(amount: int) -> str:
    return f"${amount / 100:.2f}"


def day(text: str) -> date:
    """`Jan 6, 2023` or `January 6, 2023`."""
    month, rest = text.split(" ", 1)
    return datetime.strptime(f"{month[:3]} {rest}", "%b %d, %Y").date()


def _elements(tree: str) -> Iterator[Element]:
    for line in tree.splitlines():
        if match := _LINE.match(line):
            name = str(ast.literal_eval(match["name"]))
            yield Element(match["bid"] or "", match["role"], name, match["rest"], len(match["indent"]))
