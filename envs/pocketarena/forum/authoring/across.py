"""Tasks on two sites: what a member says in the forum is to be found, or done, in the shop.

Lessons: find the right post before leaving the forum, for no link of the shop leads back; the shop has
near-duplicates of every product.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from envs.pocketarena.authoring.draft import SHOP, click
from envs.pocketarena.authoring.lookup import open_product
from envs.pocketarena.data.catalogue import Product
from envs.pocketarena.data.world import make_world as make_shop
from envs.pocketarena.forum.authoring.draft import FORUM
from envs.pocketarena.forum.authoring.lookup import POSTS_A_PAGE, pick, read_thread, with_
from envs.pocketarena.forum.data.threads import Post, Thread
from envs.pocketarena.forum.data.world import World
from envs.pocketarena.plan import Step

SHOP_NAME = "One Pocket Market"
# what puts a link to the shop on every page of the forum: see web/neighbours.py
START = f"{FORUM}/arena/?{SHOP_NAME.replace(' ', '+')}={SHOP}"
TO_SHOP = [click(SHOP_NAME)]


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
