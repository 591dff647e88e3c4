"""Steps by role and name become BrowserGym actions."""

from __future__ import annotations

import pytest

from envs.pocketarena.plan import PlanError, action_for

PAGE = """RootWebArea 'Shop', focused, url='http://127.0.0.1:1/'
\t[11] searchbox 'Search' value='tent', clickable
\t[a12] button 'Search', clickable
\t[13] link "Emma's list", clickable
\t[14] link 'Edit', clickable
\t[15] link 'Edit', clickable
\t[16] combobox 'Sort by' value='Featured', hasPopup='menu'
\t[17] link 'Edit everything', clickable
\tStaticText 'Edit'"""


def test_actions_name_the_element_by_its_bid() -> None:
    assert action_for({"do": "click", "role": "button", "name": "Search"}, PAGE) == "click('a12')"
    assert action_for({"do": "click", "role": "link", "name": "Emma's list"}, PAGE) == "click('13')"
    fill = {"do": "fill", "role": "searchbox", "name": "Search", "text": "it's"}
    assert action_for(fill, PAGE) == "fill('11', \"it's\")"
    select = {"do": "select", "role": "combobox", "name": "Sort by", "option": "Best rated"}
    assert action_for(select, PAGE) == "select_option('16', 'Best rated')"


def test_nth_chooses_among_equals() -> None:
    assert action_for({"do": "click", "role": "link", "name": "Edit", "nth": 1}, PAGE) == "click('15')"


def test_an_answer_needs_no_page() -> None:
    assert action_for({"do": "answer", "text": "two\nlines"}, "") == "send_msg_to_user('two\\nlines')"


@pytest.mark.parametrize("name, nth", [("Delete", 0), ("edit", 0), ("Edit", 2)])
def test_what_is_not_there_is_named(name: str, nth: int) -> None:
    with pytest.raises(PlanError, match="Emma's list"):
        action_for({"do": "click", "role": "link", "name": name, "nth": nth}, PAGE)
