"""Two sites: a basket, a wish list, a review, all with products that members name."""

from __future__ import annotations

from envs.pocketarena.authoring.change import BASKET, WISHES, exactly
from envs.pocketarena.authoring.draft import (
    DONE,
    Draft,
    Wrong,
    click,
    fill,
    press,
    program_html,
    search,
    select,
)
from envs.pocketarena.authoring.lookup import model_of, open_product, product_path, twins
from envs.pocketarena.data.world import World as ShopWorld
from envs.pocketarena.data.world import make_world as make_shop
from envs.pocketarena.forum.authoring.across import TO_SHOP, Case, choose, in_shop, late, other_in
from envs.pocketarena.forum.authoring.draft import FORUM
from envs.pocketarena.forum.authoring.lookup import POSTS_A_PAGE, open_thread, pages, read_thread
from envs.pocketarena.forum.authoring.opine import VOTED
from envs.pocketarena.forum.data.world import World
from envs.pocketarena.plan import Step


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
                evaluation=program_html(("/basket/", BASKET, rows)),
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
            (f"{FORUM}/votes/", VOTED, exactly([f"up {case.post.id}"])),
            (f"/accounts/wishlists/{wanted.key}/", WISHES, exactly(skus)),
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
