"""One move of the agent: its thought and its action. A thought names the deed, as later turns see no page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from envs.pocketarena.policy.habits import Habit, habits_from
from envs.pocketarena.policy.page import Element, Page
from envs.pocketarena.policy.prompt import Prompt
from envs.pocketarena.policy.query import Goal, read_query

DONE = "Done."


@dataclass(frozen=True)
class View:
    """Everything that a move is decided by."""

    prompt: Prompt
    goal: Goal
    habits: frozenset[Habit]

    @property
    def page(self) -> Page:
        return self.prompt.page

    def has(self, *habits: Habit) -> bool:
        return self.habits.issuperset(habits)


@dataclass(frozen=True)
class Move:
    thought: str
    action: str

    def after(self, saw: str, notes: Sequence[str] | None = None) -> Move:
        """The same move with what led to it, and what has to be remembered."""
        noted = f"Noted so far [{'; '.join(notes)}]. " if notes is not None else ""
        return Move(" ".join(f"{saw} {noted}{self.thought}".split()), self.action)


def view_of(prompt: Prompt) -> View:
    return View(prompt, read_query(prompt.query), habits_from(prompt.memory))


def click(view: View, role: str, name: str) -> Move:
    element = view.page.find(role, name)
    return press(element) if element else lost(view, f"{role} '{name}'")


def press(element: Element) -> Move:
    return Move(f"I click the {element.role} '{element.name}'.", f"click({element.bid!r})")


def fill(view: View, role: str, name: str, text: str) -> Move:
    element = view.page.find(role, name)
    if element is None:
        return lost(view, f"{role} '{name}'")
    return Move(f"I fill '{name}' with '{text}'.", f"fill({element.bid!r}, {text!r})")


def choose(view: View, name: str, option: str) -> Move:
    element = view.page.find("combobox", name)
    if element is None:
        return lost(view, f"combobox '{name}'")
    return Move(f"I choose '{option}' in '{name}'.", f"select_option({element.bid!r}, {option!r})")


def answer(text: str, saw: str = "") -> Move:
    return Move(f"{saw} I answer.".strip(), f"send_msg_to_user({text!r})")


def lost(view: View, missing: str) -> Move:
    """Back to the start once; the second time there is no use in going on."""
    home = view.page.find("link", "Categories")
    if home is None or view.prompt.did("there is no"):
        return answer("N/A", f"The page has no {missing}, again.")
    return press(home).after(f"Here there is no {missing}.")


def to_category(view: View, category: str) -> Move | None:
    """The way to a category's listing; None when this is it. Without a lesson the search is tried first."""
    if view.page.heading == category and view.page.find("form", "Filters"):
        return None
    if not view.has(Habit.DIRECT_WAY) and not view.prompt.did(f"Searching '{category}'"):
        return _search_in_vain(view, category)
    if view.page.find("link", category):
        return click(view, "link", category).after("The category has a page of its own.")
    return click(view, "link", "Categories").after("The categories are listed at the start.")


def to_product(view: View, name: str, searched: str) -> Move | None:
    """The way to a product by the search; None when its page is open. `searched` may be a part of the name.

    Among the results the first that begins as `name` does is taken.
    """
    page = view.page
    if page.heading.startswith(name):
        return None
    if page.heading != f"Search results for '{searched}'":
        box = page.find("searchbox", "Search")
        if box is not None and box.value == searched:
            return click(view, "button", "Search")
        return fill(view, "searchbox", "Search", searched).after("The search finds products by name.")
    found = next((product for product in page.products if product.title.startswith(name)), None)
    if found:
        return press(found.link).after("The results are listed.")
    if not page.is_last:
        return click(view, "link", "Next").after(f"{where(page)}: it is not among these results.")
    return answer("N/A", "No such product is found.")


def _search_in_vain(view: View, category: str) -> Move:
    box = view.page.find("searchbox", "Search")
    if box is None or box.value != category:
        return fill(view, "searchbox", "Search", category).after("The search may find the category.")
    return click(view, "button", "Search").after(f"Searching '{category}'.")


def to_orders(view: View) -> Move | None:
    """The way to the list of orders; None when it is shown. Without a lesson the account is tried first."""
    if view.page.heading == "My Orders":
        return None if view.page.orders else answer("N/A", "There are no orders.")
    if not view.has(Habit.DIRECT_WAY) and not view.prompt.history:
        return click(view, "link", "My Account").after("Orders should be found in the account.")
    return click(view, "link", "My Orders").after("The orders are listed under My Orders.")


def where(page: Page) -> str:
    at, pages = page.position
    return f"This is page {at} of {pages}"


def next_page(view: View, notes: Sequence[str] | None = None) -> Move:
    return click(view, "link", "Next").after(f"{where(view.page)}, there is more.", notes)
