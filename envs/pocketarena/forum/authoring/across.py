"""Tasks on two sites: what a member says in the forum is to be found, or done, in the shop.

Lessons: find the right post before leaving the forum, for there is no way back but to start again; the
shop has near-duplicates of every product.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from envs.pocketarena.authoring.change import BASKET, WISHES
from envs.pocketarena.authoring.draft import (
    DONE,
    SHOP,
    Draft,
    Wrong,
    answer,
    click,
    dollars,
    fill,
    press,
    search,
    select,
)
from envs.pocketarena.authoring.lookup import model_of, open_product, product_path, twins
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.world import World as ShopWorld
from envs.pocketarena.data.world import make_world as make_shop
from envs.pocketarena.forum.authoring.change import VOTED
from envs.pocketarena.forum.authoring.draft import FORUM, exactly, program_html, string_match, url_match
from envs.pocketarena.forum.authoring.lookup import (
    POSTS_A_PAGE,
    open_thread,
    pages,
    pick,
    read_thread,
    score,
    with_,
)
from envs.pocketarena.forum.data.threads import Post, Thread
from envs.pocketarena.forum.data.world import World
from envs.pocketarena.plan import Step

SHOP_NAME = "One Pocket Market"
# what puts a link to the shop on every page of the forum: see web/neighbours.py
START = f"{FORUM}/arena/?{SHOP_NAME.replace(' ', '+')}={SHOP}"
TO_SHOP = [click(SHOP_NAME)]
NOTHING = "N/A"


@dataclass(frozen=True)
class Case:
    """A reply that names a product, and where it stands."""

    thread: Thread
    post: Post
    product: Product

    @property
    def page(self) -> int:
        """From 0."""
        return self.thread.posts.index(self.post) // POSTS_A_PAGE

    @property
    def values(self) -> dict[str, str]:
        return {"member": self.post.author.name, **with_(self.thread)}


def cases(world: World, seed: str) -> list[Case]:
    """All replies that name a product of the shop, shuffled, each product named once in its thread."""
    products = {product.title: product for product in make_shop().products}
    found = []
    for thread in world.threads:
        named = [post.about for post in thread.replies if post.stance == "bought"]
        found += [
            Case(thread, post, products[post.about])
            for post in thread.replies
            if post.stance == "bought" and named.count(post.about) == 1
        ]
    return Random(seed).sample(found, len(found))


def other_in(case: Case, world: World) -> Case:
    """The first product that another member names in the same thread."""
    return next(
        other
        for other in sorted(cases(world, "any"), key=lambda c: c.post.id)
        if other.thread == case.thread and other.post != case.post
    )


def late(case: Case) -> bool:
    """Not on the first page of its thread, in company of other products."""
    return case.page > 0


def in_shop(case: Case, world: World) -> list[Step]:
    """Read the thread, go to the shop, open the product."""
    return [*read_thread(world, case.thread), *TO_SHOP, *open_product(make_shop(), case.product)]


def choose(world: World, seed: str, suitable: Callable[[Case], bool], count: int) -> list[Case]:
    """Suitable cases, no product twice."""
    chosen: dict[str, Case] = {}
    for case in filter(suitable, cases(world, seed)):
        chosen.setdefault(case.product.sku, case)
    return pick(chosen.values(), lambda case: True, count)


def fill_basket(world: World) -> list[Draft]:
    """What one of many members bought, and not its twin."""
    shop = make_shop()

    def suitable(case: Case) -> bool:
        alike = twins(shop, case.product)
        return late(case) and case.product.stock > 4 and bool(alike) and alike[0].stock > 4

    drafts: list[Draft] = []
    chosen = choose(world, "basket", suitable, 3)
    for quantity, case in zip((2, 3, 4), chosen, strict=True):
        put = [fill("Quantity", str(quantity)), press("Add to Basket"), DONE]
        twin = twins(shop, case.product)[0]
        rows = exactly([f"{case.product.sku} x {quantity}"])
        drafts.append(
            Draft(
                template="Put {{quantity}} pieces of the product that {{member}} names in the thread "
                "'{{thread}}' of the {{forum}} forum into my basket at One Pocket Market.",
                values={"quantity": quantity, **case.values},
                difficulty="medium",
                evaluation=program_html(("/basket/", BASKET, rows), site=SHOP),
                plan=[*in_shop(case, world), *put],
                wrong=[
                    Wrong("takes what another member names", [*in_shop(other_in(case, world), world), *put]),
                    Wrong(
                        "takes a twin in the shop",
                        [
                            *(*read_thread(world, case.thread), *TO_SHOP),
                            *(*search(model_of(case.product)), click(twin.title), *put),
                        ],
                    ),
                ],
            )
        )
    return drafts


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
        right, dearest = min(all_, key=_cents), max(all_, key=_cents)
        look = [*read_thread(world, thread), *TO_SHOP]
        for product in all_:
            look += search(product.title)
        said = [answer(f"{p.title}, {dollars(p.cents)}") for p in (right, all_[0], dearest)]
        drafts.append(
            Draft(
                template="Of all products that members name in the thread '{{thread}}' of the {{forum}} "
                "forum, which is the cheapest at One Pocket Market today? Give its full name and its price.",
                values=dict(with_(thread)),
                difficulty="hard",
                evaluation=string_match(must_include=[right.title, dollars(right.cents)]),
                plan=[*look, said[0]],
                wrong=[
                    Wrong("looks up the first one only", [*look, said[1]]),
                    Wrong("takes the dearest", [*look, said[2]]),
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
                evaluation=url_match(product_path(case.product), site=SHOP),
                plan=[*in_shop(case, world), DONE],
                wrong=[
                    Wrong("takes another reply", [*in_shop(other, world), DONE]),
                    Wrong("stays in the forum", [*read_thread(world, case.thread), DONE]),
                ],
            )
        )
    return drafts


def review_in_shop(world: World) -> list[Draft]:
    """What a member wrote, word for word, as a review."""
    drafts: list[Draft] = []
    for stars, case in zip((5, 4, 3), choose(world, "review", late, 3), strict=True):
        other, product = other_in(case, world), case.product
        start = [*in_shop(case, world), click("Write a Review")]
        latest, page = "func:shopping_get_sku_latest_review_", f"{product_path(product)}reviews/"
        drafts.append(
            Draft(
                template="Find what {{member}} wrote about a product in the thread '{{thread}}' of the "
                "{{forum}} forum. Review that product at One Pocket Market with {{stars}} stars, the title "
                "'From the forum', and exactly that message as the text.",
                values={**case.values, "stars": stars},
                difficulty="hard",
                evaluation=program_html(
                    ("last", f"{latest}author('{product.sku}')", {"exact_match": "Emma Lopez"}),
                    ("last", f"{latest}rating('{product.sku}')", {"exact_match": str(stars * 20)}),
                    (
                        page,
                        "document.querySelector('article p:last-child').innerText",
                        {"exact_match": case.post.text},
                    ),
                    site=SHOP,
                ),
                plan=[*start, *_review(stars, case.post.text)],
                wrong=[
                    Wrong("copies another message", [*start, *_review(stars, other.post.text)]),
                    Wrong("gives another rating", [*start, *_review(stars - 1, case.post.text)]),
                ],
            )
        )
    return drafts


def _review(stars: int, text: str) -> list[Step]:
    rating = select("Rating", f"{stars} star{'s' if stars > 1 else ''}")
    return [fill("Title", "From the forum"), rating, fill("Body", text), press("Submit Review"), DONE]


def vote_and_wish(world: World) -> list[Draft]:
    """Something to do on both sites, the forum first."""
    shop = make_shop()
    mine = {vote.post for vote in world.votes if vote.voter.id == 1}

    def suitable(case: Case) -> bool:
        wished = {p.sku for wish_list in shop.wish_lists for p in wish_list.products}
        usable = case.post.author.id > 1 and case.post not in mine and case.product.sku not in wished
        return usable and case.page == pages(case.thread) > 0

    chosen = choose(world, "wish", suitable, 4)
    return [_vote_and_wish(world, shop, case, number % 2) for number, case in enumerate(chosen)]


def _vote_and_wish(world: World, shop: ShopWorld, case: Case, number: int) -> Draft:
    wanted, other_list = shop.wish_lists[number], shop.wish_lists[1 - number]
    skus = [product.sku for product in (*wanted.products, case.product)]
    other = other_in(case, world)
    wish = [*TO_SHOP, *open_product(shop, case.product), press(f"Add to {wanted.name}"), DONE]
    vote = [*read_thread(world, case.thread), press("Upvote", _button(case))]
    return Draft(
        template="Upvote what {{member}} wrote in the thread '{{thread}}' of the {{forum}} forum, and add "
        "the product that it names to my wish list '{{list}}' at One Pocket Market.",
        values={**case.values, "list": wanted.name},
        difficulty="hard",
        evaluation=program_html(
            ("/votes/", VOTED, exactly([f"up {case.post.id}"])),
            (f"{SHOP}/accounts/wishlists/{wanted.key}/", WISHES, exactly(skus)),
        ),
        plan=[*vote, *wish],
        wrong=[
            Wrong("does not vote", [*read_thread(world, case.thread), *wish]),
            Wrong("does not go to the shop", [*vote, DONE]),
            Wrong("uses the other list", [*vote, *wish[:-2], press(f"Add to {other_list.name}"), DONE]),
            Wrong(
                "votes for the message that opens the thread",
                [*open_thread(world, other.thread), press("Upvote"), *wish],
            ),
        ],
    )


def _button(case: Case) -> int:
    """Which of the page's buttons is the post's: the account has none on its own posts."""
    before = case.thread.posts[case.page * POSTS_A_PAGE : case.thread.posts.index(case.post)]
    return sum(post.author.id > 1 for post in before)


FAMILIES = (fill_basket, price_of, open_best, vote_and_wish, cheapest_named, review_in_shop)
