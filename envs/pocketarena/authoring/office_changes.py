"""Admin: the status, the notes and the address of orders.

Lessons: a status moves one step at a time and never back; "every" means more than the first.
"""

from __future__ import annotations

from envs.pocketarena.authoring.change import one_line
from envs.pocketarena.authoring.draft import (
    DONE,
    GIVE_UP,
    Draft,
    Wrong,
    click,
    fill,
    press,
    select,
    unachievable,
)
from envs.pocketarena.authoring.lookup import pick
from envs.pocketarena.authoring.office import (
    Search,
    full_name,
    in_words,
    office_html,
    text_of,
    year,
)
from envs.pocketarena.data.orders import Order
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step

NOTES = "[...document.querySelectorAll('#notes li')].map(note => note.innerText).join(' | ')"
NEXT = {"Pending": ["Processing", "Complete"], "Processing": ["Complete"]}


def _page(order: Order) -> str:
    return f"/orders/{order.number}/"


def _to(status: str) -> list[Step]:
    return [select("New order status", status), press("Change Status")]


def move_order(world: World) -> list[Draft]:
    """Pending, processing, complete: no step can be left out."""
    cases = (
        ("Pending", "processing"),
        ("Pending", "complete"),
        ("Processing", "complete"),
        ("Pending", "complete"),
    )
    taken: set[int] = set()
    drafts = []
    for old, new in cases:

        def suitable(order: Order, old: str = old) -> bool:
            alone = len(Search(customer=full_name(order.customer), status=old).found(world)) == 1
            return order.status == old and order.customer.id not in taken and alone

        order = pick(world.orders, suitable, 1)[0]
        taken.add(order.customer.id)
        drafts.append(_move(world, order, old, new))
    return drafts


def _move(world: World, order: Order, old: str, new: str) -> Draft:
    name, wanted = full_name(order.customer), new.capitalize()
    start = Search(customer=name, status=old).open(world, order)
    way = NEXT[old][: NEXT[old].index(wanted) + 1]
    moves = [step for status in way for step in _to(status)]
    short = moves[:-2] if len(way) > 1 else moves[:-1]
    return Draft(
        template="{{customer}} has one order that is {{old}}. Set it to {{new}}.",
        values={"customer": name, "old": old.lower(), "new": new},
        difficulty="medium" if len(way) > 1 else "easy",
        evaluation=office_html((_page(order), text_of("order-status"), {"exact_match": wanted})),
        plan=[*start, *moves, DONE],
        wrong=[
            Wrong("stops on the way", [*start, *short, DONE]),
            Wrong("cancels it instead", [*start, *_to("Canceled"), DONE]),
        ],
    )


def move_back(world: World) -> list[Draft]:
    """What is complete or canceled stays so."""
    drafts = []
    cases = (("Complete", "processing"), ("Canceled", "pending"), ("Complete", "canceled"))
    for number, (old, new) in enumerate(cases):
        order = [o for o in world.orders if o.status == old][31 + 40 * number]
        find = [click("Orders"), fill("Order number", str(order.number)), press("Apply")]
        opened = [*find, click(str(order.number))]
        note = [fill("Message", f"Set to {new}."), press("Save Note"), DONE]
        drafts.append(
            Draft(
                template="The order {{number}} is {{old}} by mistake. Set it to {{new}}.",
                values={"number": order.number, "old": old.lower(), "new": new},
                difficulty="medium",
                evaluation=unachievable(),
                plan=[*opened, GIVE_UP],
                wrong=[
                    Wrong("claims to have done it", [*opened, DONE]),
                    Wrong("writes a note instead", [*opened, *note]),
                ],
            )
        )
    return drafts


TEXTS = ("Checked by the warehouse.", "Counted for the yearly report.", "Please call before delivery.")


def note_on_every(world: World) -> list[Draft]:
    """Two orders of a customer get the same note, and no other does."""

    def found(case: tuple[str, str, int]) -> list[Order]:
        name, status, number = case
        return Search(customer=name, status=status, period=year(number)).found(world)

    noted = {note.order.number for note in world.notes}

    def suitable(case: tuple[str, str, int]) -> bool:
        orders = found(case)
        return len(orders) == 2 and not noted & {order.number for order in orders}

    names = [full_name(customer) for customer in world.customers[1:]]
    cases = [
        *pick(((n, "Complete", 2023) for n in names), suitable, 2),
        *pick(((n, "Canceled", y) for y in (2022, 2023, 2021) for n in names), suitable, 1),
    ]
    return [_notes(world, case, found(case), text) for case, text in zip(cases, TEXTS, strict=True)]


def _notes(world: World, case: tuple[str, str, int], orders: list[Order], text: str) -> Draft:
    name, status, number = case
    search = Search(customer=name, status=status, period=year(number))
    write = [fill("Message", text), press("Save Note")]
    each = [[*search.open(world, order), *write] for order in orders]
    noted = {note.order.number for note in world.notes}
    others = Search(customer=name, period=year(number)).found(world)
    other = next(o for o in others if o.status != status and o.number not in noted)
    wrongly = [*Search(customer=name, period=year(number)).open(world, other), *write]
    return Draft(
        template="Put the note '{{text}}' on every {{status}} order that {{customer}} placed in {{year}}.",
        values={"text": text, "status": status.lower(), "customer": name, "year": number},
        difficulty="hard",
        evaluation=office_html(
            *((_page(order), NOTES, {"exact_match": text}) for order in orders),
            (_page(other), NOTES, {"exact_match": "None yet."}),
        ),
        plan=[*(step for steps in each for step in steps), DONE],
        wrong=[
            Wrong("stops after the first", [*each[0], DONE]),
            Wrong("notes another status too", [*(s for steps in each for s in steps), *wrongly, DONE]),
        ],
    )


def change_address(world: World) -> list[Draft]:
    """Of one order; the customer's others keep theirs."""
    cases = ((11, "61 Cedar Lane", "30303"), (17, "9 Station Road", "60614"), (23, "140 Lake View", "02139"))
    drafts = []
    for customer, street, code in cases:
        search = Search(customer=full_name(world.customers[customer]))
        order, other = search.found(world)[2], search.found(world)[0]
        address, shown = order.customer.addresses[0], text_of("order-address")
        edit = [click("Edit Address"), fill("First line of address", street)]
        save = [press("Save Address"), DONE]
        full = [*edit, fill("Post/Zip-code", code), *save]
        drafts.append(
            Draft(
                template="{{customer}}'s order of {{date}} goes to another address: the street is "
                "'{{street}}' and the zip code '{{code}}'. City and state stay. Change it for this order.",
                values={
                    "customer": full_name(order.customer),
                    "date": in_words(order.date),
                    "street": street,
                    "code": code,
                },
                difficulty="medium",
                evaluation=office_html(
                    (
                        _page(order),
                        text_of("order-address"),
                        {"exact_match": one_line(address, street, code)},
                    ),
                    (_page(other), shown, {"exact_match": one_line(address)}),
                ),
                plan=[*search.open(world, order), *full],
                wrong=[
                    Wrong("changes the latest order", [*search.open(world, other), *full]),
                    Wrong("forgets the zip code", [*search.open(world, order), *edit, *save]),
                ],
            )
        )
    return drafts
