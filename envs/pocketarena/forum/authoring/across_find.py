"""Two sites: a price, a comparison, a page, all of products that members name."""

from __future__ import annotations

from random import Random

from envs.pocketarena.authoring.draft import (
    DONE,
    Draft,
    Wrong,
    answer,
    dollars,
    search,
    string_match,
    url_match,
)
from envs.pocketarena.authoring.lookup import product_path
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.world import make_world as make_shop
from envs.pocketarena.forum.authoring.across import TO_SHOP, Case, choose, in_shop, late, other_in
from envs.pocketarena.forum.authoring.find import NOTHING
from envs.pocketarena.forum.authoring.lookup import pick, read_thread, score, with_
from envs.pocketarena.forum.data.threads import Post, Thread
from envs.pocketarena.forum.data.world import World


def price_of(world: World) -> list[Draft]:
    """And one member who writes in the thread, but names nothing."""

    def suitable(case: Case) -> bool:
        return late(case) and other_in(case, world).product.cents != case.product.cents

    chosen = choose(world, "price", suitable, 3)
    drafts = [
        _price(world, case.thread, case.post, case.product, other_in(case, world).product) for case in chosen
    ]
    silent = pick(
        [(case, post) for case in chosen for post in case.thread.replies],
        lambda pair: pair[1].stance == "" and _says_nothing_else(*pair),
        1,
    )[0]
    drafts.insert(1, _price(world, silent[0].thread, silent[1], None, other_in(silent[0], world).product))
    return drafts


def _says_nothing_else(case: Case, post: Post) -> bool:
    return sum(p.author == post.author for p in case.thread.posts) == 1


def _price(world: World, thread: Thread, post: Post, product: Product | None, other: Product) -> Draft:
    right = dollars(product.cents) if product else NOTHING
    look = [*read_thread(world, thread), *TO_SHOP]
    return Draft(
        template="What does the product that {{member}} names in the thread '{{thread}}' of the {{forum}} "
        "forum cost at One Pocket Market? If {{member}} names no product there, answer 'N/A'.",
        values={"member": post.author.name, **with_(thread)},
        difficulty="medium",
        evaluation=string_match(must_include=[right]),
        plan=[*look, *search(product.title), answer(f"It costs {right}.")]
        if product
        else [*read_thread(world, thread), answer(NOTHING)],
        wrong=[
            Wrong(
                "takes what another member names",
                [*look, *search(other.title), answer(dollars(other.cents))],
            )
        ],
    )


def cheapest_named(world: World) -> list[Draft]:
    """Of all products of a thread, each to be looked up."""
    shop = make_shop()
    products = {product.title: product for product in shop.products}

    def named(posts: tuple[Post, ...]) -> list[Product]:
        titles = dict.fromkeys(post.about for post in posts if post.stance == "bought")
        return [products[title] for title in titles]

    def suitable(thread: Thread) -> bool:
        all_ = named(thread.posts)
        return 3 <= len(all_) <= 8 and all_[0] != min(all_, key=_cents)

    drafts: list[Draft] = []
    for thread in pick(Random("cheapest").sample(world.threads, len(world.threads)), suitable, 3):
        all_ = named(thread.posts)
        right, first = min(all_, key=_cents), all_[0]
        start = [*read_thread(world, thread), *TO_SHOP]
        look = [*start, *(step for product in all_ for step in search(product.title))]
        drafts.append(
            Draft(
                template="Of all products that members name in the thread '{{thread}}' of the {{forum}} "
                "forum, which is the cheapest at One Pocket Market today? Give its full name and its price.",
                values=dict(with_(thread)),
                difficulty="hard",
                evaluation=string_match(must_include=[right.title, dollars(right.cents)]),
                plan=[*look, answer(f"The {right.title} for {dollars(right.cents)}.")],
                wrong=[
                    Wrong(
                        "looks up the first one only",
                        [*start, *search(first.title), answer(f"{first.title}, {dollars(first.cents)}")],
                    ),
                    Wrong("leaves the price out", [*look, answer(right.title)]),
                ],
            )
        )
    return drafts


def _cents(product: Product) -> int:
    return product.cents


def open_best(world: World) -> list[Draft]:
    """The page of what the best reply names; the first reply names something else."""

    def best(thread: Thread) -> list[Post]:
        named = [post for post in thread.replies if post.stance == "bought"]
        return sorted(named, key=score, reverse=True)

    def suitable(case: Case) -> bool:
        ranked = best(case.thread)
        return (
            len(ranked) > 2
            and ranked[0] == case.post
            and score(ranked[0]) > score(ranked[1])
            and other_in(case, world).product != case.product
        )

    drafts: list[Draft] = []
    for case in choose(world, "best", suitable, 3):
        other = other_in(case, world)
        drafts.append(
            Draft(
                template="In the thread '{{thread}}' of the {{forum}} forum, find the reply with the highest "
                "score among those that name a product, and open the page of that product at One Pocket "
                "Market.",
                values=dict(with_(case.thread)),
                difficulty="medium",
                evaluation=url_match(product_path(case.product)),
                plan=[*in_shop(case, world), DONE],
                wrong=[
                    Wrong("takes another reply", [*in_shop(other, world), DONE]),
                    Wrong("stays in the forum", [*read_thread(world, case.thread), DONE]),
                ],
            )
        )
    return drafts
