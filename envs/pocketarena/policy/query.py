"""What a query asks for, recognised by its wording."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Kinds of errands in a shop."""

    EXTREME = "extreme"  # the cheapest, the most expensive
    SORTED = "sorted"
    FILTERED = "filtered"
    COUNT_PRODUCTS = "count products"
    MOST_REVIEWED = "most reviewed"
    FIRST_ORDER = "first order"
    COUNT_ORDERS = "count orders"
    SPENT = "spent"
    FIND_ORDER = "find order"
    REORDER = "reorder"
    WRITE_REVIEW = "write review"
    BASKET = "basket"
    ATTRIBUTE = "attribute"
    LOW_RATINGS = "low ratings"
    COMPLAINTS = "complaints"
    ADDRESS = "address"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Goal:
    """A query taken apart: its kind and the words that fill its gaps."""

    kind: Kind
    slots: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.slots.get(name) or ""


_WHICH = r"(?P<which>cheapest|most expensive)"
_WORDINGS: tuple[tuple[Kind, str], ...] = (
    (Kind.EXTREME, rf"the {_WHICH} product (?:in|of) the (?P<category>.+?) category"),
    (
        Kind.FILTERED,
        r"products of the (?P<category>.+?) category that are in stock and cost between "
        r"\$(?P<low>[\d.]+) and \$(?P<high>[\d.]+?)\.?$",
    ),
    (Kind.SORTED, r"Show me the products of the (?P<category>.+?) category (?P<order>.+?)\.?$"),
    (
        Kind.COUNT_PRODUCTS,
        r"How many products in the (?P<category>.+?) category are in stock and cost at most "
        r"\$(?P<high>\d+(?:\.\d+)?)",
    ),
    (Kind.MOST_REVIEWED, r"product in the (?P<category>.+?) category has the most customer reviews"),
    (Kind.FIRST_ORDER, r"the number of my (?P<which>.+?) order\?"),
    (Kind.COUNT_ORDERS, r"orders that I placed in (?P<year>\d{4}) are (?P<status>\w+)"),
    (Kind.SPENT, r"How much did I spend in (?P<month>\w+ \d{4})"),
    (Kind.FIND_ORDER, r"order from (?P<month>\w+ \d{4}) in which I bought the (?P<product>.+?)\.?$"),
    (Kind.REORDER, r"My order from (?P<date>\w+ \d+, \d{4}) was .* sent to (?P<street>.+?)\.?$"),
    (
        Kind.WRITE_REVIEW,
        r"in my order (?P<order>\d+)\. Review it with (?P<stars>\d) stars?, "
        r"the title '(?P<title>.+?)' and the text '(?P<body>.+)'\.?$",
    ),
    (Kind.BASKET, r"Put (?P<quantity>\d+) pieces? of the (?P<product>.+) into my basket"),
    (Kind.LOW_RATINGS, r"Who gave the (?P<product>.+) (?P<stars>\d) stars? or fewer"),
    (Kind.COMPLAINTS, r"reviewers of the (?P<product>.+) complain that (?P<problem>.+?)\?"),
    (
        Kind.ADDRESS,
        r"change the address '(?P<old>.+?)': the street is now '(?P<street>.+?)' "
        r"and the zip code '(?P<code>.+?)'",
    ),
    (Kind.ATTRIBUTE, r"What is the (?P<attribute>[\w ]+?) of the (?P<product>.+)\?$"),
)
_LIST = re.compile(r"to my wish list '(?P<list>.+?)'")


def read_query(query: str) -> Goal:
    """The goal of a query; `UNKNOWN` when no wording fits."""
    query = " ".join(query.split())
    for kind, wording in _WORDINGS:
        if match := re.search(wording, query):
            slots = {name: value for name, value in match.groupdict().items() if value}
            if kind is Kind.EXTREME:
                slots |= _what_with_it(query)
            return Goal(kind, slots)
    return Goal(Kind.UNKNOWN, {})


def _what_with_it(query: str) -> dict[str, str]:
    """What is to be done with the product: told, put on a list, or opened."""
    if match := _LIST.search(query):
        return {"do": "list", "list": match["list"]}
    return {"do": "open" if query.startswith("Open") else "tell"}
