"""Admin: moderation of reviews.

Lessons: filter by status first; each review has a page of its own, and saving stays on it.
"""

from __future__ import annotations

from envs.pocketarena.authoring.draft import DONE, Draft, Wrong, click, fill, press, select
from envs.pocketarena.authoring.lookup import pick
from envs.pocketarena.authoring.office import office_html, pending_of, review_id, text_of
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.reviews import Review
from envs.pocketarena.data.world import World
from envs.pocketarena.plan import Step


def moderate(world: World) -> list[Draft]:
    """Good ones and bad ones of one product, each to its own end."""

    def suitable(product: Product) -> bool:
        waiting = pending_of(world, product)
        good = [review for review in waiting if review.score >= 3]
        titles = {review.title for review in waiting}
        return len(waiting) in (2, 3) and 0 < len(good) < len(waiting) and len(titles) == len(waiting)

    return [_moderate(world, product) for product in pick(world.products, suitable, 3)]


def _moderate(world: World, product: Product) -> Draft:
    waiting = pending_of(world, product)
    words = {review.title: "Approved" if review.score >= 3 else "Rejected" for review in waiting}
    right = [step for review in waiting for step in _decide(product, review, words[review.title])]
    all_approved = [step for review in waiting for step in _decide(product, review, "Approved")]
    return Draft(
        template="Approve those pending reviews of the {{product}} that give {{stars}} stars or more, and "
        "reject its other pending ones.",
        values={"product": product.title, "stars": 3},
        difficulty="hard",
        evaluation=office_html(
            *(
                (
                    f"/reviews/{review_id(world, review)}/",
                    text_of("review-status"),
                    {"exact_match": words[review.title]},
                )
                for review in waiting
            )
        ),
        plan=[*right, DONE],
        wrong=[
            Wrong("approves them all", [*all_approved, DONE]),
            Wrong("stops after the first", [*right[: len(right) // len(waiting)], DONE]),
        ],
    )


def _decide(product: Product, review: Review, status: str) -> list[Step]:
    return [
        click("Reviews"),
        select("Status", "Pending"),
        fill("Product name", product.title),
        press("Apply"),
        click(review.title),
        select("Status", status),
        press("Save"),
    ]
