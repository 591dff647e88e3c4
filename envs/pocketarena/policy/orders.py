"""Errands among the past orders."""

from __future__ import annotations

from envs.pocketarena.policy.habits import Habit
from envs.pocketarena.policy.moves import (
    DONE,
    Move,
    View,
    answer,
    click,
    next_page,
    press,
    to_orders,
    where,
)
from envs.pocketarena.policy.page import Order, Page, day, dollars


def first_order(view: View) -> Move:
    """The oldest order, of a status or a year if one is named."""
    if move := to_orders(view):
        return move
    which = view.goal["which"]
    year = next((word for word in which.split() if word.isdigit()), "")
    fits = [
        order
        for order in view.page.orders
        if ("canceled" not in which or order.status == "canceled")
        and (not year or order.placed.year == int(year))
    ]
    oldest = fits[-1].number if fits else (view.prompt.notes_of_pages or [""])[-1]
    passed = year and min(order.placed.year for order in view.page.orders) < int(year)
    if view.page.is_last or passed or (oldest and not view.has(Habit.EVERY_PAGE)):
        return answer(oldest or "N/A", f"{where(view.page)}.")
    return next_page(view, [oldest] if oldest else [])


def count_orders(view: View) -> Move:
    """How many orders of a year have a status. The list is newest first, so one could stop early."""
    if move := to_orders(view):
        return move
    year, status = int(view.goal["year"]), view.goal["status"].lower()
    here = sum(order.placed.year == year and order.status == status for order in view.page.orders)
    total = here + int(view.prompt.notes_of_pages[-1].split()[0] if view.prompt.notes_of_pages else 0)
    older = view.page.orders[-1].placed.year < year
    if view.page.is_last or (older and view.has(Habit.STOP_EARLY)):
        return answer(str(total), f"{where(view.page)}, and nothing older counts.")
    return next_page(view, [f"{total} orders"]).after("I count page by page.")


def spent(view: View) -> Move:
    """The sum of a month's orders. What was canceled cost nothing, but that takes a lesson to see."""
    if move := to_orders(view):
        return move
    start = _month(view.goal["month"])
    in_month = [order for order in view.page.orders if _same_month(order, start)]
    refunded = {order.number for order in in_month if order.status == "canceled"}
    skip = refunded if view.has(Habit.CANCELED) else set[str]()
    amount = sum(order.total for order in in_month if order.number not in skip)
    before = view.prompt.notes_of_pages[-1] if view.prompt.notes_of_pages else "$0"
    amount += round(float(before.removeprefix("$")) * 100)
    how = "I add up the orders of the month."
    if view.has(Habit.CANCELED):
        how = "I leave out what was refunded."
    if view.page.is_last or (view.page.orders[-1].placed.year, view.page.orders[-1].placed.month) < start:
        return answer(dollars(amount), f"{how} {where(view.page)}, and the month is past.")
    return next_page(view, [dollars(amount)]).after(how)


def find_order(view: View) -> Move:
    """The order of a month that holds a product."""
    product, opened = view.goal["product"], view.prompt.notes
    if view.page.heading.startswith("Order "):
        if view.page.find("link", product):
            return answer(DONE, "The product is in this order.")
        if not view.has(Habit.EACH_CANDIDATE):
            return answer(DONE, "An order of that month is open.")
        back = click(view, "link", "Back to My Orders")
        return back.after("The product is not in this order.", opened)
    if move := to_orders(view):
        return move
    start = _month(view.goal["month"])
    left = [o for o in view.page.orders if _same_month(o, start) and o.number not in opened]
    if left:
        return press(left[0].link).after("This order is of that month.", [*opened, left[0].number])
    if view.page.is_last:
        return answer("N/A", "No order of that month holds it.")
    return next_page(view, opened)


def reorder(view: View) -> Move:
    """An order placed again, and where it is sent."""
    page = view.page
    if page.heading.startswith("Thank you"):
        return answer(DONE, "The order is placed.")
    if page.heading == "Review Your Order":
        return click(view, "button", "Place Order")
    if page.heading == "Shipping Address":
        return _ship(view, page)
    if page.heading == "Basket" and page.find("link", "Proceed to Checkout"):
        return click(view, "link", "Proceed to Checkout")
    if page.heading.startswith("Order "):
        return click(view, "button", "Reorder").after("This is the order.")
    return to_orders(view) or _open(view, placed=view.goal["date"])


def _ship(view: View, page: Page) -> Move:
    rows = [row for row in page.rows if row.controls]
    if view.has(Habit.NAMED_ADDRESS):
        rows = [row for row in rows if f" {view.goal['street']}," in row.cells[0]] or rows
        return press(rows[0].controls[0]).after("This line holds the address that was named.")
    return press(rows[0].controls[0]).after("The addresses are listed.")


def _open(view: View, placed: str = "", number: str = "") -> Move:
    for order in view.page.orders:
        if order.number == number or (placed and order.placed == day(placed)):
            return press(order.link).after("The order is on this page.")
    if view.page.is_last:
        return answer("N/A", "There is no such order.")
    return next_page(view)


def open_order(view: View, number: str) -> Move | None:
    """The way to the page of an order; None when it is open."""
    if view.page.heading == f"Order {number}":
        return None
    return to_orders(view) or _open(view, number=number)


def _month(text: str) -> tuple[int, int]:
    name, year = text.split()
    first = day(f"{name} 1, {year}")
    return first.year, first.month


def _same_month(order: Order, month: tuple[int, int]) -> bool:
    return (order.placed.year, order.placed.month) == month
