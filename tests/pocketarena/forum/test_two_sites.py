"""Forum and shop side by side: cookies do not mix, and a reset takes both back."""

from __future__ import annotations

from envs.pocketarena.database import content_hash
from envs.pocketarena.database import seeded_database as seeded_shop
from envs.pocketarena.forum.database import seeded_database as seeded_forum
from envs.pocketarena.forum.server import ForumServer
from envs.pocketarena.shop import ShopServer
from envs.pocketarena.sites import Sites
from tests.pocketarena.visitor import Visitor as Shopper

from .visitor import Visitor


def test_one_browser_is_logged_in_at_both_and_a_reset_forgets_both() -> None:
    with Sites(("reddit", "shopping")) as sites:
        forum, shop = sites.servers["reddit"], sites.servers["shopping"]
        assert isinstance(forum, ForumServer) and isinstance(shop, ShopServer)
        member, shopper = Visitor(forum.url), Shopper(shop.url)
        # cookies of one host are shared by its ports: one jar for both, as a browser has
        shopper.session = member.session
        member.log_in()
        shopper.log_in()
        member.post("/vote/1/", vote="up")
        shopper.post("/basket/add/1001/", quantity="1")
        assert "upvote for" in member.get("/votes/").text
        assert "Basket (1)" in shopper.get("/").text
        sites.reset()
        assert content_hash(forum.database) == content_hash(seeded_forum())
        assert content_hash(shop.database) == content_hash(seeded_shop())
