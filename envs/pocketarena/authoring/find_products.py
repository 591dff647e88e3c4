"""Information seeking in the catalogue.

Lessons: sort, or read all pages, before naming an extreme; the name must be exactly the one asked for.
"""

from __future__ import annotations

from random import Random

from envs.pocketarena.authoring.draft import (
    Draft,
    Wrong,
    answer,
    click,
    dollars,
    fill,
    next_pages,
    press,
    search,
    sort_by,
    string_match,
)
from envs.pocketarena.authoring.lookup import (
    PRODUCTS_A_PAGE,
    SHELVES,
    first_page,
    model_of,
    open_product,
    open_reviews,
    page_of,
    pick,
    reviews_of,
    shelf_of,
    twins,
)
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.sentences import PHRASE_OF_FAULT
from envs.pocketarena.data.world import World

EXTREMES = {"cheapest": "Price: low to high", "most expensive": "Price: high to low"}


def extreme(products: list[Product], which: str) -> Product:
    """No two products of a department have one price."""
    return min(products, key=lambda p: p.cents if which == "cheapest" else -p.cents)


def extreme_product(world: World) -> list[Draft]:
    """The cheapest or dearest of a category; it is never on the first page of the default order."""

    def suitable(case: tuple[str, str]) -> bool:
        products = shelf_of(world, case[0])
        return extreme(products, case[1]) not in first_page(products)

    cases = [(shelf, which) for shelf, which in zip(SHELVES, list(EXTREMES) * len(SHELVES), strict=False)]
    return [_extreme_product(world, *case) for case in pick(cases, suitable, 3)]


def _extreme_product(world: World, shelf: str, which: str) -> Draft:
    right = extreme(shelf_of(world, shelf), which)
    seen = extreme(first_page(shelf_of(world, shelf)), which)
    said = [answer(f"{p.title}, {dollars(p.cents)}") for p in (right, seen)]
    return Draft(
        template="What is the {{superlative}} product in the {{category}} category? "
        "Give its full name and its price.",
        values={"superlative": which, "category": shelf},
        difficulty="easy",
        evaluation=string_match(must_include=[right.title, dollars(right.cents)]),
        plan=[click(shelf), *sort_by(EXTREMES[which]), said[0]],
        wrong=[Wrong("takes the first page of an unsorted listing for all of it", [click(shelf), said[1]])],
    )


def most_reviewed(world: World) -> list[Draft]:
    """No sorting helps: all pages must be read."""

    def count(product: Product) -> int:
        return len(reviews_of(world, product))

    def suitable(shelf: str) -> bool:
        products = shelf_of(world, shelf)
        first, second = sorted(map(count, products))[-1:-3:-1]
        return first > second and max(products, key=count) not in first_page(products)

    drafts = []
    for shelf in pick(SHELVES, suitable, 3):
        products = shelf_of(world, shelf)
        right, seen = max(products, key=count), max(first_page(products), key=count)
        last_page = (len(products) - 1) // PRODUCTS_A_PAGE
        drafts.append(
            Draft(
                template="Which product in the {{category}} category has the most customer reviews? "
                "Answer with its full name.",
                values={"category": shelf},
                difficulty="hard",
                evaluation=string_match(must_include=[right.title]),
                plan=[click(shelf), *next_pages(last_page), answer(right.title)],
                wrong=[Wrong("looks at the first page only", [click(shelf), answer(seen.title)])],
            )
        )
    return drafts


def count_in_stock(world: World) -> list[Draft]:
    """A filter answers; the first page, or a filter without the stock, does not."""
    limits = {"Running": 20, "Coffee and Tea": 25, "Bird Feeders": 30}
    drafts = []
    for shelf, limit in limits.items():
        cheap = [p for p in shelf_of(world, shelf) if p.cents <= limit * 100]
        right = sum(p.stock > 0 for p in cheap)
        seen = sum(p.stock > 0 and p.cents <= limit * 100 for p in first_page(shelf_of(world, shelf)))
        filters = [click(shelf), fill("Maximum price", str(limit))]
        drafts.append(
            Draft(
                template="How many products in the {{category}} category are in stock and cost at most "
                "${{price}}? Answer with the number only.",
                values={"category": shelf, "price": limit},
                difficulty="medium",
                evaluation=string_match(exact_match=str(right)),
                plan=[*filters, click("In stock only", "checkbox"), press("Apply"), answer(str(right))],
                wrong=[
                    Wrong("counts what is out of stock", [*filters, press("Apply"), answer(str(len(cheap)))]),
                    Wrong("counts the first page only", [click(shelf), answer(str(seen))]),
                ],
            )
        )
    return drafts


def attribute_of_twin(world: World) -> list[Draft]:
    """A detail of one product among others of its model."""
    products = Random("twins").sample(world.products, len(world.products))
    suitable = [p for p in products if len(twins(world, p)) >= 2]
    attributes = ("Weight", "Weight", "Warranty")

    def differs(product: Product, name: str) -> bool:
        return all(twin.attributes[name] != product.attributes[name] for twin in twins(world, product))

    chosen = [
        next(product for product in suitable[n * 9 :] if differs(product, name))
        for n, name in enumerate(attributes)
    ]
    return [_attribute(world, *pair) for pair in zip(chosen, attributes, strict=True)]


def _attribute(world: World, product: Product, name: str) -> Draft:
    twin = twins(world, product)[0]
    return Draft(
        template="What is the {{attribute}} of the {{product}}?",
        values={"attribute": name.lower(), "product": product.title},
        difficulty="easy",
        evaluation=string_match(must_include=[product.attributes[name]]),
        plan=[*open_product(world, product), answer(product.attributes[name])],
        wrong=[
            Wrong(
                "opens the first result that looks alike",
                [*search(model_of(product)), click(twin.title), answer(twin.attributes[name])],
            )
        ],
    )


def low_ratings(world: World) -> list[Draft]:
    """Names that are spread over the pages of the reviews."""

    def unhappy(product: Product, stars: int) -> list[str]:
        return [review.author for review in reviews_of(world, product) if review.score <= stars]

    def suitable(product: Product) -> bool:
        reviews = reviews_of(world, product)
        names = unhappy(product, 2)
        pages = {page_of(review, reviews, 5) for review in reviews if review.score <= 2}
        return 8 <= len(reviews) <= 15 and 3 <= len(names) <= 5 and len(pages) > 1

    drafts = []
    for product in pick(Random("low").sample(world.products, len(world.products)), suitable, 3):
        names = unhappy(product, 2)
        seen = [review.author for review in reviews_of(world, product)[:5] if review.score <= 2]
        last_page = (len(reviews_of(world, product)) - 1) // 5
        drafts.append(
            Draft(
                template="Who gave the {{product}} {{stars}} stars or fewer? Give the names of all of them.",
                values={"product": product.title, "stars": 2},
                difficulty="medium",
                evaluation=string_match(must_include=names),
                plan=[*open_reviews(world, product), *next_pages(last_page), answer(", ".join(names))],
                wrong=[
                    Wrong(
                        "reads the first page of the reviews only",
                        [*open_reviews(world, product), answer(", ".join(seen) or "Nobody")],
                    )
                ],
            )
        )
    return drafts


def complaints(world: World) -> list[Draft]:
    """Counting complaints by their sense: others mention the same thing to say that all is well."""
    drafts: list[Draft] = []
    for product in Random("complaints").sample(world.products, len(world.products)):
        reviews = reviews_of(world, product)
        for fault, phrase in PHRASE_OF_FAULT.items():
            right = sum(review.complains_of == fault for review in reviews)
            first = sum(review.complains_of == fault for review in reviews[:5])
            mentions = sum(review.about == fault for review in reviews)
            fresh = phrase not in {draft.values["problem"] for draft in drafts}
            if not (fresh and right >= 2 and first < right < mentions and len(reviews) > 5):
                continue
            pages = next_pages((len(reviews) - 1) // 5)
            start = open_reviews(world, product)
            drafts.append(
                Draft(
                    template="How many reviewers of the {{product}} complain that {{problem}}? "
                    "Answer with the number only.",
                    values={"product": product.title, "problem": phrase},
                    difficulty="hard",
                    evaluation=string_match(exact_match=str(right)),
                    plan=[*start, *pages, answer(str(right))],
                    wrong=[
                        Wrong("reads the first page only", [*start, answer(str(first))]),
                        Wrong("counts those who praise it", [*start, *pages, answer(str(mentions))]),
                    ],
                )
            )
            break
        if len(drafts) == 3:
            return drafts
    raise LookupError("too few products with such complaints")
