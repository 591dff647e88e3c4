"""Errands in the listings: extremes, orders, filters, counts."""

from __future__ import annotations

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
    to_category,
    to_product,
    where,
)
from envs.pocketarena.policy.page import Product, dollars

CHEAPEST_FIRST, DEAREST_FIRST, BEST_FIRST = "Price: low to high", "Price: high to low", "Best rated"
_IN_ADDRESS = {
    CHEAPEST_FIRST: "sort=price-asc",
    DEAREST_FIRST: "sort=price-desc",
    BEST_FIRST: "sort=rating-desc",
}


def extreme(view: View) -> Move:
    """The cheapest or most expensive product: told, opened, or put on a wish list."""
    if chosen := _chosen(view):
        return to_product(view, chosen, chosen) or _with_the_product(view)
    if move := to_category(view, view.goal["category"]):
        return move
    if not view.page.products:
        return answer("N/A", "The list is empty.")
    if not view.has(Habit.SORT):
        return _by_looking(view)
    if move := _sorted_by(view, _price_order(view), stock=view.has(Habit.IN_STOCK)):
        return move
    return _take(view, view.page.products[0], "The list is sorted: its first entry is the one.")


def _chosen(view: View) -> str:
    """The name that an earlier turn settled on."""
    settled = [note for note in view.prompt.notes if note.startswith("it is ")]
    return settled[-1].removeprefix("it is ") if settled else ""


def _by_looking(view: View) -> Move:
    best = _better(view, view.page.products)
    careful = view.goal["do"] == "list" or view.has(Habit.EVERY_PAGE)
    noted = view.prompt.notes_of_pages
    if careful and noted:
        title, price = noted[-1].rsplit(" at $", 1)
        old = round(float(price) * 100)
        if not _beats(view, best.price, old):
            return _go_on(view, title, old)
    return _go_on(view, best.title, best.price) if careful else _take(view, best, "I see the one here.")


def _go_on(view: View, title: str, price: int) -> Move:
    notes = [f"{title} at {dollars(price)}"]
    if not view.page.is_last:
        return next_page(view, notes).after("The listing can be sorted, but I compare page by page.")
    here = next((product for product in view.page.products if product.title == title), None)
    if here:
        return _take(view, here, f"{where(view.page)}, the last: this one is ahead.")
    if view.goal["do"] == "tell":
        return answer(f"{title}, {dollars(price)}", f"{where(view.page)}, the last.")
    back = fill(view, "searchbox", "Search", title)
    return back.after(f"{where(view.page)}, the last. It was on an earlier page.", [f"it is {title}"])


def _take(view: View, product: Product, saw: str) -> Move:
    if view.goal["do"] == "tell":
        return answer(f"{product.title}, {dollars(product.price)}", saw)
    return press(product.link).after(saw, [f"it is {product.title}"])


def _with_the_product(view: View) -> Move:
    if view.goal["do"] == "open":
        return answer(DONE, "The page of the product is open.")
    button = f"Add to {view.goal['list']}"
    if " added " in view.page.status or view.prompt.did(f"I click the button '{button}'"):
        return answer(DONE, "It is on the list.")
    return click(view, "button", button).after("This is the product.")


def _beats(view: View, price: int, other: int) -> bool:
    return price < other if view.goal["which"] == "cheapest" else price > other


def _better(view: View, products: tuple[Product, ...]) -> Product:
    wanted = [product for product in products if product.in_stock or view.goal["do"] != "open"]
    ordered = sorted(wanted or products, key=lambda product: product.price)
    return ordered[0] if view.goal["which"] == "cheapest" else ordered[-1]


def _price_order(view: View) -> str:
    return CHEAPEST_FIRST if view.goal["which"] == "cheapest" else DEAREST_FIRST


def _sorted_by(view: View, order: str, stock: bool = False) -> Move | None:
    """Chooses an order (and what is in stock) and applies it; None when the listing shows it."""
    page = view.page
    if _IN_ADDRESS[order] in page.url and ("in_stock=1" in page.url or not stock):
        return None
    control = page.find("combobox", "Sort by")
    if control is not None and control.value != order:
        return choose(view, "Sort by", order).after("The listing can be sorted.")
    box = page.find("checkbox", "In stock only")
    if stock and box and not box.checked:
        return press(box).after("Only what is in stock matters.")
    return click(view, "button", "Apply")


def in_order(view: View) -> Move:
    """A listing shown in the order asked for."""
    if move := to_category(view, view.goal["category"]):
        return move
    wish = view.goal["order"]
    order = CHEAPEST_FIRST if "from the cheapest" in wish else DEAREST_FIRST
    if "rated" in wish:
        order = BEST_FIRST
    if view.has(Habit.APPLY):
        return _sorted_by(view, order) or answer(DONE, "The listing is shown in that order.")
    if view.prompt.did(f"I choose '{order}'"):
        return answer(DONE, "The order is chosen.")
    return choose(view, "Sort by", order).after("The listing can be sorted.")


def filtered(view: View) -> Move:
    """A listing between two prices, in stock only. Without a lesson every filter is applied by itself."""
    if move := to_category(view, view.goal["category"]):
        return move
    one_by_one = not view.has(Habit.ALL_FIELDS_FIRST)
    return _filter(view, one_by_one) or answer(DONE, "Only the products asked for are shown.")


def _filter(view: View, one_by_one: bool) -> Move | None:
    page, goal = view.page, view.goal
    applied = {"min_price": goal["low"], "max_price": goal["high"]}
    for field, name in (("min_price", "Minimum price"), ("max_price", "Maximum price")):
        if not applied[field] or f"{field}={applied[field]}" in page.url:
            continue
        box = page.find("textbox", name)
        if box is not None and box.value != applied[field]:
            return fill(view, "textbox", name, applied[field])
        if one_by_one:
            return click(view, "button", "Apply")
    stock = page.find("checkbox", "In stock only")
    if stock and not stock.checked:
        return press(stock)
    shown = all(not value or f"{field}={value}" in page.url for field, value in applied.items())
    return None if shown and "in_stock=1" in page.url else click(view, "button", "Apply")


def count_products(view: View) -> Move:
    """How many products are in stock and below a price: by the filters, or counted page by page."""
    if move := to_category(view, view.goal["category"]):
        return move
    if view.has(Habit.FILTERS):
        total = view.page.total
        return _filter(view, one_by_one=False) or answer(str(total), f"The list says {total} products.")
    limit = float(view.goal["high"]) * 100
    here = sum(product.in_stock and product.price <= limit for product in view.page.products)
    so_far = int(view.prompt.notes_of_pages[-1].split()[0]) if view.prompt.notes_of_pages else 0
    if view.page.is_last:
        return answer(str(so_far + here), f"{where(view.page)}, the last.")
    counted = next_page(view, [f"{so_far + here} products"])
    return counted.after("There are filters, but I count page by page.")


def most_reviewed(view: View) -> Move:
    """Nothing sorts by the number of reviews."""
    if move := to_category(view, view.goal["category"]):
        return move
    page = view.page
    if not page.products:
        return answer("N/A", "The list is empty.")
    if view.has(Habit.SORT) and not view.has(Habit.EVERY_PAGE):
        if move := _sorted_by(view, BEST_FIRST):
            return move
        return answer(page.products[0].title, "The list is sorted: its first entry is the one.")
    best = max(page.products, key=lambda product: product.reviews)
    title, reviews = best.title, best.reviews
    if view.prompt.notes_of_pages:
        noted, number = view.prompt.notes_of_pages[-1].rsplit(" with ", 1)
        if int(number) >= reviews:
            title, reviews = noted, int(number)
    if page.is_last or not view.has(Habit.EVERY_PAGE):
        return answer(title, f"{where(page)}.")
    return next_page(view, [f"{title} with {reviews}"])
