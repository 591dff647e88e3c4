"""Pruning and telling a page: on small hand-made pages, on nasty ones, on pages recorded in a browser."""

from __future__ import annotations

import re

import pytest

from envs.mind2web.benchmark import Mind2Web
from envs.mind2web.pages import Page
from envs.mind2web.store import Store
from tests.mind2web.dataset import HEAD, config


def node(id: int, inner: str = "", tag: str = "div", attributes: str = "") -> str:
    return f'<{tag} backend_node_id="{id}"{attributes}>{inner}</{tag}>'


def text(words: str, id: int = 0) -> str:
    return f'<text backend_node_id="{id}">{words}</text>'


def test_candidates_keep_their_ids_and_the_rest_lose_theirs() -> None:
    page = Page(node(1, node(2, text("Go"), "button") + node(3, text("Stop"), "button")))
    assert page.pruned(["2"]).text == "<div> <button id=2> Go </button> <button> Stop </button> </div>"


def test_ancestors_stay_and_say_nothing_when_they_have_nothing_to_say() -> None:
    bare = node(2, node(3, node(4, text("Go"), "button")))
    page = Page(node(1, bare, "html"))
    assert page.pruned(["4"]).text == "<html> <button id=4> Go </button> </html>"
    named = node(2, node(3, node(4, text("Go"), "button")), attributes=' role="main"')
    assert Page(node(1, named, "html")).pruned(["4"]).text == (
        "<html> <div main> <button id=4> Go </button> </div> </html>"
    )


def test_an_element_with_an_attribute_that_is_not_told_is_no_empty_one() -> None:
    page = Page(node(1, node(2, node(3, "", "input"), attributes=' data_x="1"'), "html"))
    assert page.pruned(["3"]).text == "<html> <div> <input id=3 /> </div> </html>"


def test_two_children_keep_their_parent() -> None:
    page = Page(node(1, node(2, node(3, text("a"), "p") + node(4, text("b"), "button")), "html"))
    assert page.pruned(["4"]).text == "<html> <div> <p> a </p> <button id=4> b </button> </div> </html>"


def test_three_siblings_on_each_side() -> None:
    items = "".join(node(i, text(f"item{i}"), "li") for i in range(10, 20))
    told = Page(node(1, items, "ul")).pruned(["14"]).text
    assert re.findall(r"item(\d+)", told) == ["11", "12", "13", "14", "15", "16", "17"]


def test_texts_are_no_siblings() -> None:
    items = "".join(text(f"t{i}") + node(i, text(f"item{i}"), "li") for i in range(10, 20))
    told = Page(node(1, items, "ul")).pruned(["10"]).text
    assert re.findall(r"item(\d+)", told) == ["10", "11", "12", "13"]
    assert "t19" in told  # a text stays with its parent


def test_six_generations_below_a_candidate() -> None:
    inner = ""
    for depth in range(9, 0, -1):
        inner = node(100 + depth, text(f"deep{depth}") + inner)
    told = Page(node(1, node(2, inner), "html")).pruned(["2"]).text
    assert re.findall(r"deep(\d)", told) == list("123456")


def test_fifty_descendants_counting_texts() -> None:
    items = "".join(node(1000 + i, text(f"n{i}"), "li") for i in range(60))
    told = Page(node(1, node(2, items, "ul"), "html")).pruned(["2"]).text
    assert len(re.findall(r"n\d+", told)) == 25


def test_attributes_are_told_in_a_fixed_order_cut_and_not_twice() -> None:
    attributes = (
        ' class="c" title="Big Sale" role="BUTTON" name="big sale" value="one two three four five six"'
        ' aria_label="averyverylongword ok" alt="hidden" placeholder="http://x" href="/y"'
    )
    page = Page(node(1, node(2, "", "input", attributes), "html"))
    assert (
        page.pruned(["2"]).text
        == "<html> <input id=2 button ok big sale one two three four five c /> </html>"
    )


def test_twenty_words_of_attributes_and_of_a_text() -> None:
    names = ("role", "type", "alt", "title", "name")
    attributes = "".join(f' {name}="' + " ".join(f"{name}{i}" for i in range(5)) + '"' for name in names)
    told = Page(node(1, node(2, text(" ".join(f"w{i}" for i in range(30))), "p", attributes), "html"))
    shown = told.pruned(["2"]).text
    assert len(re.findall(r"w\d+", shown)) == 20
    assert re.findall(r"(?:role|type|alt|title|name)\d", shown)[-1] == "title4"


def test_mindact_numbers_the_elements_and_offers_their_first_words() -> None:
    page = Page(node(1, node(70, text("a b c d e f g h i j k"), "button") + node(5, text("x"), "a"), "html"))
    shown = page.pruned(["5", "70"], numbered=True)
    assert shown.text.startswith("<html> <button id=0> a b")
    assert [(e.id, e.words) for e in shown.elements] == [
        ("70", "<button id=0> a b c d e f g h"),
        ("5", "<a id=1> x </a>"),
    ]


def test_an_element_in_words() -> None:
    page = Page(
        node(1, node(2, node(3, text("Add to"), "b") + text("Basket"), "button", ' type="submit"'), "html")
    )
    assert str(page.pruned(["2"]).find("2")) == "[button] Add to Basket"
    field = Page(node(1, node(2, "", "input", ' placeholder="City"'), "html"))
    assert str(field.pruned(["2"]).find("2")) == "[input] city"


# nasty pages


def test_a_page_two_thousand_levels_deep() -> None:
    opening = "".join(f'<div backend_node_id="{i}" role="r">' for i in range(1, 2_001))
    deep = f'<html backend_node_id="0">{opening}<a backend_node_id="x"/>{"</div>" * 2_000}</html>'
    assert Page(deep).pruned(["x"]).text.count("<div r>") == 2_000


def test_comments_instructions_and_missing_numbers() -> None:
    page = Page(
        '<html backend_node_id="1"><!-- c --><?pi x?><div><text>a</text>'
        '<button backend_node_id="2"><!-- d --><text backend_node_id="3"/></button></div></html>'
    )
    assert page.pruned(["2"]).text.replace("  ", " ") == "<html> <div> a <button id=2 /> </div> </html>"


def test_quotes_entities_and_tags_in_texts() -> None:
    page = Page(node(1, node(2, text('say "hi" &amp; &lt;b&gt; &#8217;'), "p"), "html"))
    assert page.pruned(["2"]).text == "<html> <p id=2> say hi & <b> ’ </p> </html>"


def test_external_entities_are_not_read() -> None:
    entity = '<!DOCTYPE html [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    evil = f'{entity}<html backend_node_id="1"><text>&e;</text></html>'
    assert "root:" not in Page(evil).pruned(["1"]).text


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be parsed"):
        Page("<html><p></html>")
    with pytest.raises(ValueError, match="cannot be parsed"):
        Page("")
    with pytest.raises(KeyError):
        Page(f"{HEAD}</body></html>").pruned(["77"])


def test_no_candidates_leave_the_root() -> None:
    assert Page(f"{HEAD}</body></html>").pruned([]).text == "<html/>"


# pages recorded in a browser


def test_recorded_pages_hold_each_of_their_candidates_once_and_stay_small() -> None:
    benchmark = Mind2Web(config())
    store = Store(benchmark._local)
    steps = 0
    for task in store.tasks():
        for i, step in enumerate(store.steps(task.id)):
            shown = step.shown(5)
            page = store.page(task.id, i, shown)
            assert sorted(re.findall(r"\bid=(\d+)", page.text)) == sorted(shown)
            assert page.find(step.target.element) is not None
            assert 50 < len(page.text) < 6000
            steps += 1
    assert steps > 60
    store.close()
