"""A browser without a browser, for tests of the server."""

from __future__ import annotations

import requests

from envs.pocketarena.data.people import SHOPPER_EMAIL, SHOPPER_PASSWORD

CSRF_COOKIE = "pocketarena_shopping_csrf"


class Visitor:
    """Keeps its cookies and fills in the CSRF token, which is in the cookie of that name."""

    def __init__(self, url: str, csrf_cookie: str = CSRF_COOKIE) -> None:
        self.url, self.session = url, requests.Session()
        self._csrf_cookie = csrf_cookie

    def get(self, path: str) -> requests.Response:
        return self.session.get(self.url + path, timeout=10)

    def post(self, path: str, **data: str) -> requests.Response:
        data["csrfmiddlewaretoken"] = self.session.cookies.get(self._csrf_cookie, "")
        return self.session.post(self.url + path, data=data, timeout=10)

    def log_in(self) -> None:
        self.get("/customer/account/login/")
        answer = self.post("/customer/account/login/", username=SHOPPER_EMAIL, password=SHOPPER_PASSWORD)
        assert "Emma Lopez" in answer.text
