"""Links to the other sites of an arena, where there are any.

A site is started before it can know the others' ports. So a task on two sites starts at

    __REDDIT__/arena/?One+Pocket+Market=__SHOPPING__

which puts that link on every page that the same visitor looks at from then on.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

LOOPBACK = "http://127.0.0.1:"


def enter(request: HttpRequest) -> HttpResponse:
    """Remembers the neighbours (name → address) with the visitor's session, then shows the home page."""
    named = request.GET.dict()
    request.session["neighbours"] = {name: url for name, url in named.items() if url.startswith(LOOPBACK)}
    return HttpResponseRedirect("/")


def neighbours(request: HttpRequest) -> dict[str, Any]:
    """For every page. Empty when the forum stands alone."""
    return {"neighbours": request.session.get("neighbours", {})}
