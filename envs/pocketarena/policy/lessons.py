"""The lessons that the policy can draw, as general as a model would have to put them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Lesson:
    """`do` is what to do, `why` the reason, which failures bring out."""

    title: str
    description: str
    do: str
    why: str


SORT = Lesson(
    "Sort a listing before naming an extreme",
    "The first page of a listing says nothing about the smallest or largest value.",
    "Choose the matching order in the sort control, press Apply, and take the first entry.",
    "A listing is in no order by default and shows only a part at a time.",
)
SORT_AND_STOCK = Lesson(
    "Restrict to what is available, then sort",
    "The extreme of a listing may be sold out when something to buy is asked for.",
    "Tick the box for what is in stock and choose the order in the sort control, press Apply, and open the "
    "first entry.",
    "The first entry of a sorted listing can be unavailable.",
)
APPLY = Lesson(
    "Apply what was chosen",
    "A choice in a control does nothing until it is submitted.",
    "After choosing an order in the sort control press Apply, and look whether the address or the list "
    "has changed.",
    "The choice alone leaves the list as it was.",
)
FILL_ONCE = Lesson(
    "Set everything in a form, then submit",
    "Filters keep their values, so a single submission is enough.",
    "Set both limits and the availability box first and press the button once, at the end.",
    "Submitting after each field costs a step each time.",
)
FILTERS = Lesson(
    "Let the filters count",
    "A filtered listing states how many entries it has.",
    "Set the price limits and the availability box of the filters, submit, and read the number above the "
    "list.",
    "Counting by hand takes a step for each part of the list and miscounts easily.",
)
EVERY_PAGE = Lesson(
    "Read every page before answering",
    "Where nothing orders the entries by what is asked for, all of them have to be seen.",
    "Follow Next to the last page and keep the findings in your thoughts; answer only then.",
    "The entries that decide the answer may stand further on than the first page.",
)
STOP_EARLY = Lesson(
    "Stop when the dates are past",
    "A list that is newest first need not be read whole.",
    "Follow all pages as far as the period asked for, and stop as soon as an entry is older.",
    "Everything after it is older still, so reading on only costs steps.",
)
CANCELED = Lesson(
    "Leave out what was canceled",
    "A total of money spent must not hold what was refunded.",
    "Look at the status of each order of the period and add up only those that were not canceled.",
    "The list shows canceled orders with their full totals.",
)
EACH_CANDIDATE = Lesson(
    "Check each candidate",
    "Several orders can fall into the same period.",
    "Open each order of the period and look for the product; go back and try the next one if it is missing.",
    "The list does not show what an order holds, and the newest need not be the right one.",
)
NAMED_ADDRESS = Lesson(
    "Ship to the named address",
    "A checkout offers the default address first.",
    "At the checkout compare the addresses and take the button in the line of the address that was named.",
    "The first button belongs to another address.",
)
CONFIRMATION = Lesson(
    "Trust the confirmation",
    "A message on top of the page says that a form was accepted.",
    "Fill every field of the form as asked, submit, and finish when the message confirms it.",
    "Looking the change up afterwards costs steps and adds nothing.",
)
QUANTITY = Lesson(
    "Use the quantity field",
    "Several pieces go into a basket at once.",
    "Search for the product, set the quantity and add it a single time.",
    "Pressing the button for each piece costs a step each time.",
)
WHOLE_NAME = Lesson(
    "Match the whole name",
    "Products differ in a single word, such as a size or a color.",
    "Search for the whole name and open only the entry that has exactly this name.",
    "A look-alike has other properties.",
)
DIRECT_WAY = Lesson(
    "Take the direct way",
    "Whole sections have links of their own.",
    "Open a category from the start page and past orders from the link in the header.",
    "The search finds single products by name, and the account page is a detour.",
)
CHECK_FIRST = Lesson(
    "Check the evidence before finishing",
    "An answer needs something on a page that bears it out.",
    "Before finishing say which part of the page shows that the task is done, and go on if there is none.",
    "What looked finished was not.",
)
CARRY_FINDINGS = Lesson(
    "Carry findings along",
    "Pages that were seen before cannot be looked at again.",
    "Write into each thought what was found so far.",
    "Only thoughts and actions are left of the steps before.",
)
READ_DETAILS = Lesson(
    "Read the table of details",
    "Properties of a product stand in a table on its own page.",
    "Search for the product, open its page and read the line of the property.",
    "The list of results does not show them.",
)
EDIT_IN_PLACE = Lesson(
    "Change only what was asked for",
    "A form for editing comes filled with what is stored.",
    "Open the form of the entry, overwrite the fields that change, leave the others, and save.",
    "The message after saving shows the new text.",
)
WHOLE_ROW = Lesson(
    "Find the line by all of its text",
    "Entries of a list can share most of their text.",
    "Compare the whole line, the number included, before pressing the button beside it, and fill all fields "
    "that change.",
    "Two entries may differ in one detail only.",
)
