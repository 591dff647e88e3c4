"""Errands on the page of one product, its reviews, and the address book."""

from __future__ import annotations

import re
from collections.abc import Callable

from envs.pocketarena.policy.habits import Habit
from envs.pocketarena.policy.moves import (
    DONE,
    Move,
    View,
    answer,
    choose,
    click,
    fill,
    next_page,
    press,
    to_product,
    where,
)
from envs.pocketarena.policy.orders import open_order
from envs.pocketarena.policy.page import Review

# how people say that something is wrong, by a word of the complaint; what they say when all is well differs
_SIGNS = {
    "leak": r"\bit leaks|gets out",
    "smell": r"strong .*smell|stinks",
    "late": r"\blate\b|longer than",
    "small": r"smaller than|\btoo small for",
    "loose": r"came loose|wobbles",
    "coating": r"peeled|flake",
    "rust": r"started to rust|rust spots",
    "zip": r"zip broke|zip jams",
    "battery": r"empty after|no longer",
    "instructions": r"impossible|no instructions",
    "flicker": r"\b(light|it) flickers",
    "thin": r"ink bleeds|so thin",
    "keys": r"stuck|do not respond",
}


def basket(view: View) -> Move:
    """Several pieces of a product. Without a lesson they are added one by one."""
    name, wanted = view.goal["product"], int(view.goal["quantity"])
    if move := to_product(view, name, name):
        return move
    added = _pieces_in_basket(view)
    one_by_one = not view.has(Habit.QUANTITY)
    if added >= wanted:
        return answer(DONE, "The pieces are in the basket.")
    box = view.page.find("textbox", "Quantity")
    if not one_by_one and box is not None and box.value != str(wanted):
        return fill(view, "textbox", "Quantity", str(wanted)).after("This is the product.")
    return click(view, "button", "Add to Basket")


def _pieces_in_basket(view: View) -> int:
    link = view.page.starting("link", "Basket (")
    return int(link.name.removeprefix("Basket (").rstrip(")")) if link else 0


def attribute(view: View) -> Move:
    """A line of the details. Twins differ in a word, and without a lesson the first look-alike is taken."""
    whole = view.goal["product"]
    name = whole if view.has(Habit.WHOLE_NAME) else _without_variant(whole)
    if move := to_product(view, name, name):
        return move
    value = view.page.details.get(view.goal["attribute"].lower())
    return answer(value or "N/A", f"The page of {view.page.heading} has a table of details.")


def _without_variant(name: str) -> str:
    """Without the colour after the comma, and without a size that begins with a digit."""
    return re.sub(r"\s+\d.*$", "", name.split(",")[0])


def low_ratings(view: View) -> Move:
    """Who rated at most so many stars."""
    limit = int(view.goal["stars"])
    return _read_reviews(view, lambda review: review.stars <= limit, counting=False)


def complaints(view: View) -> Move:
    """How many complain of something; others say that they do not have it."""
    signs = next((s for word, s in _SIGNS.items() if word in view.goal["problem"]), r"$^")
    return _read_reviews(view, lambda review: bool(re.search(signs, review.text, re.I)), counting=True)


def _read_reviews(view: View, fits: Callable[[Review], bool], counting: bool) -> Move:
    page, name = view.page, view.goal["product"]
    if not page.heading.startswith("Reviews of "):
        if move := to_product(view, name, name):
            return move
        link = page.starting("link", "Reviews (")
        return press(link).after("The reviews have a page.") if link else answer("N/A", "It has no reviews.")
    found = [*view.prompt.notes_of_pages, *(review.author for review in page.reviews if fits(review))]
    if page.is_last or not view.has(Habit.EVERY_PAGE):
        return answer(str(len(found)) if counting else ", ".join(found), f"{where(page)}.")
    return next_page(view, found)


def write_review(view: View) -> Move:
    """A review of the product of an order. Without a lesson its place among the reviews is looked up."""
    page, goal, prompt = view.page, view.goal, view.prompt
    if prompt.did("I click the button 'Submit Review'") or "reviewing" in page.status:
        return _after_review(view)
    if page.heading.startswith("Write a review"):
        for name, text in (("Title", goal["title"]), ("Body", goal["body"])):
            box = page.find("textbox", name)
            if box is not None and box.value != text:
                return fill(view, "textbox", name, text)
        rating = f"{goal['stars']} star{'' if goal['stars'] == '1' else 's'}"
        control = page.find("combobox", "Rating")
        if control is not None and control.value != rating:
            return choose(view, "Rating", rating)
        return click(view, "button", "Submit Review").after("The form is filled.")
    if page.find("link", "Write a Review"):
        return click(view, "link", "Write a Review").after("This is the product.")
    if move := open_order(view, goal["order"]):
        return move
    items = [row.controls[0] for row in page.rows if row.controls]
    return press(items[0]).after("The order holds this product.") if items else answer("N/A")


def _after_review(view: View) -> Move:
    page = view.page
    if page.heading.startswith("Reviews of ") or (view.has(Habit.CONFIRMATION) and page.status):
        return answer(DONE, "The review is there.")
    link = page.starting("link", "Reviews (")
    return press(link).after("I look whether the review is there.") if link else answer(DONE)


def address(view: View) -> Move:
    """Street and zip code of an address. Without a lesson any line with the street's name is taken."""
    page, goal = view.page, view.goal
    if page.heading == "Edit Address":
        for name, text in (("First line of address", goal["street"]), ("Post/Zip-code", goal["code"])):
            box = page.find("textbox", name)
            if box is not None and box.value != text:
                return fill(view, "textbox", name, text)
        return click(view, "button", "Save Address").after("The fields are filled.")
    if page.heading == "Address Book":
        return _edit(view)
    if page.find("link", "Address Book"):
        return click(view, "link", "Address Book")
    return click(view, "link", "My Account").after("The address book belongs to the account.")


def _edit(view: View) -> Move:
    if view.page.status.startswith("Address "):
        return answer(DONE, "The address is saved.")
    old = view.goal["old"]
    street = old if view.has(Habit.WHOLE_ROW) else old.split(" ", 1)[1]
    for row in view.page.rows:
        edit = next((control for control in row.controls if control.name == "Edit"), None)
        if edit and f"{street}," in row.cells[0]:
            return press(edit).after(f"This line holds '{street}'.")
    return answer("N/A", "There is no such address.")
