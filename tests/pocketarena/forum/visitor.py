"""A browser without a browser, for tests of the server."""

from __future__ import annotations

import requests

from envs.pocketarena.forum.data.members import ACCOUNT_NAME, ACCOUNT_PASSWORD

CSRF_COOKIE = "pocketarena_reddit_csrf"


class Visitor:
    """Keeps its cookies and fills in the CSRF token."""

    def __init__(self, url: str) -> None:
        self.url, self.session = url, requests.Session()

    def get(self, path: str) -> requests.Response:
        return self.session.get(self.url + path, timeout=10)

    def post(self, path: str, **data: str) -> requests.Response:
        data["csrfmiddlewaretoken"] = self.session.cookies.get(CSRF_COOKIE, "")
        return self.session.post(self.url + path, data=data, timeout=10)

    def log_in(self) -> None:
        self.get("/login/")
        answer = self.post("/login/", username=ACCOUNT_NAME, password=ACCOUNT_PASSWORD)
        assert "My Profile" in answer.text
