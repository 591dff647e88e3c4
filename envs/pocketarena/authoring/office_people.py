"""Admin: what is known of one order and of the person behind it; some of it is known nowhere.

Lessons: the date, not the place in the list, tells which order; what no page shows is "N/A".
"""

from __future__ import annotations

from envs.pocketarena.authoring.draft import (
    DONE,
    GIVE_UP,
    Draft,
    Wrong,
    answer,
    click,
    fill,
    press,
    string_match,
    unachievable,
)
from envs.pocketarena.authoring.lookup import pick
from envs.pocketarena.authoring.office import Search, full_name, in_words, office_url
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step


def note_on_order(world: World) -> list[Draft]:
    """Customers have several orders; the date tells which."""

    def suitable(order: Order) -> bool:
        of_customer = Search(customer=full_name(order.customer)).found(world)
        return (
            of_customer.index(order) > 0 and sum(o.date.date() == order.date.date() for o in of_customer) == 1
        )

    noted = pick((note.order for note in world.notes), suitable, 3)
    with_note = {note.order.number for note in world.notes}
    blank = next(
        o for o in world.orders[300:] if o.number not in with_note and _has_noted(world, o) and suitable(o)
    )
    drafts = [_note(world, order) for order in noted]
    return [drafts[0], drafts[1], _note(world, blank), drafts[2]]


def _note(world: World, order: Order) -> Draft:
    texts = {note.order.number: note.text for note in world.notes}
    search = Search(customer=full_name(order.customer))
    others = [o for o in search.found(world) if o is not order]
    other = next((o for o in others if (o.number in texts) != (order.number in texts)), others[0])
    said = [answer(texts[o.number]) if o.number in texts else GIVE_UP for o in (order, other)]
    quoted = string_match(must_include=[texts.get(order.number, "").rstrip(".")])
    return Draft(
        template="What does the note on the order say that {{customer}} placed on {{date}}? Quote it.",
        values={"customer": full_name(order.customer), "date": in_words(order.date)},
        difficulty="medium",
        evaluation=quoted if order.number in texts else unachievable(),
        plan=[*search.open(world, order), said[0]],
        wrong=[Wrong("opens another order of that customer", [*search.open(world, other), said[1]])],
    )


def _has_noted(world: World, order: Order) -> bool:
    return any(note.order.customer is order.customer for note in world.notes)


def open_customer(world: World) -> list[Draft]:
    """From the number of an order to a person."""
    drafts = []
    two_digits = [o for o in world.orders if o.customer.id >= 10]  # no id is the beginning of another
    for order in (two_digits[41], two_digits[207], two_digits[333]):
        later = next(o for o in world.orders if o.number > order.number and o.customer is not order.customer)
        drafts.append(
            Draft(
                template="Open the page of the customer who placed the order {{number}}.",
                values={"number": order.number},
                difficulty="easy",
                evaluation=office_url(f"/users/{order.customer.id}/"),
                plan=[*_by_number(order), click(full_name(order.customer)), DONE],
                wrong=[
                    Wrong("stays on the order", [*_by_number(order), DONE]),
                    Wrong("opens a neighbor's", [*_by_number(later), click(full_name(later.customer)), DONE]),
                ],
            )
        )
    return drafts


def _by_number(order: Order) -> list[Step]:

    return [
        click("Orders"),
        fill("Order number", str(order.number)),
        press("Apply"),
        click(str(order.number)),
    ]


DETAILS = (("phone number", True), ("date of birth", False), ("zip code", True), ("gender", False))


def detail_of_customer(world: World) -> list[Draft]:
    """Some details are on the pages, others nowhere."""
    drafts = []
    for number, (detail, known) in enumerate(DETAILS):
        order = world.orders[97 + 61 * number]
        address = order.customer.addresses[0]
        mistaken = GIVE_UP if known else answer("May 4, 1988" if "birth" in detail else "female")
        right = {"phone number": address.phone, "zip code": address.postcode}.get(detail, "")
        lookup = [*_by_number(order), click(full_name(order.customer))]
        drafts.append(
            Draft(
                template="What is the {{detail}} of the customer to whom we sent the order {{number}}?",
                values={"detail": detail, "number": order.number},
                difficulty="easy",
                evaluation=string_match(must_include=[right]) if known else unachievable(),
                plan=[*_by_number(order), answer(right)] if known else [*lookup, GIVE_UP],
                wrong=[Wrong("gives up too early, or makes it up", [*lookup, mistaken])],
            )
        )
    return drafts
