"""Which families of tasks reward what was learned before, and which punish it.

`lesson` of a task is `misleads` where a lesson that is right for other tasks, or for another task of the
same family, leads to a wrong result when it is followed without looking; else `helps`.
"""

from __future__ import annotations

# template: the lesson that misleads there
MISLEADS = {
    9019: "what no page of an order shows is N/A; one of the details is there",
    9021: "a variant that is not sold is N/A; others of the family are sold",
    9023: "the price of a product is on its page; here it is the one in the order",
    9103: "an order without a note is N/A; the others have one",
    9108: "one change and done; here every pending review is to be decided",
    9111: "what no page of a customer shows is N/A; some details are there",
    9112: "canceled orders are left out of a sum; here they count",
    9113: "one change and done; here every order of a customer gets the note",
    9117: "what has arrived is added to the stock; a recount replaces it",
    9119: "a status is set by its button; there is none for a step back",
    9124: "one change and done; here every variant that is sold out is to be set",
    9206: "the thread with most replies leads the list; it may be locked",
    9210: "sort and take the first; inside a thread nothing can be sorted",
}


def lesson(template_id: int) -> str:
    """`helps` or `misleads`."""
    return "misleads" if template_id in MISLEADS else "helps"
