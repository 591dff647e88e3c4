"""Small sites that keep the contract of WebArena's: log-in, titles, and what its evaluators look at."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

Fields = dict[str, str]
TITLES = {
    "shopping": "One Stop Market",
    "shopping_admin": "Dashboard / Magento Admin",
    "reddit": "Postmill",
    "gitlab": "Projects · Dashboard · GitLab",
    "wikipedia": "User:The other Kiwix guy/Landing",
}
ACCOUNTS = {
    "shopping": ("emma.lopez@gmail.com", "Password.123"),
    "shopping_admin": ("admin", "admin1234"),
    "reddit": ("MarvelsGrantMan136", "test1234"),
    "gitlab": ("byteblaze", "hello1234"),
}
LOG_IN = {
    "shopping": ("/customer/account/login/", "Email", "Sign In"),
    "shopping_admin": ("/admin", "Username", "Sign in"),
    "reddit": ("/login", "Username", "Log in"),
    "gitlab": ("/users/sign_in", "Username or email", "Sign in"),
}
MEMBERS_ONLY = ("/customer/account/", "/-/profile", "/wishlist/", "/submit", "/projects/new")


class Redirect(Exception):
    def __init__(self, to: str) -> None:
        self.to = to


class StandIn:
    """One site on a free loopback port. Its state and its faults are open to the tests."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.reset()
        self.title = TITLES[kind]
        self.links_to = ""  # another host in its links, as an unset base URL of Magento leaves it
        self.broken: dict[str, int | str | float] = {}  # path prefix → status, "loop" or seconds of delay
        self.clock_off_s = 0.0
        self.seeded: set[str] = set()  # further pages
        self.log_ins = 0
        self.requests: list[str] = []
        self.password = ACCOUNTS.get(kind, ("", ""))[1]
        site = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                """Nobody reads it."""

            def date_time_string(self, timestamp: float | None = None) -> str:
                return super().date_time_string(time.time() + site.clock_off_s)

            def do_GET(self) -> None:
                site._serve(self, dict(parse_qsl(urlsplit(self.path).query)))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                fields = json.loads(body) if body.startswith("{") else dict(parse_qsl(body))
                site._serve(self, fields)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.url = self.origin + ("/admin" if kind == "shopping_admin" else "")

    def reset(self) -> None:
        """The seeded state."""
        self.sessions: set[str] = set()
        self.orders = [("000000001", "B07DFJ5XKH"), ("000000002", "OTHER")]
        self.reviews: list[tuple[str, str, int]] = []
        self.posts: dict[str, tuple[str, str]] = {}
        self.forums: dict[str, tuple[str, str]] = {"consoles": ("", ""), "games": ("", "")}
        self.members: dict[str, str] = {"byteblaze": "Owner"}

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, handler: BaseHTTPRequestHandler, fields: Fields) -> None:
        path = urlsplit(handler.path).path
        self.requests.append(handler.path)
        for prefix, fault in self.broken.items():
            if path.startswith(prefix):
                if isinstance(fault, float):
                    time.sleep(fault)
                elif fault == "loop":
                    return _reply(handler, 302, "", {"Location": handler.path})
                else:
                    return _reply(handler, int(fault), "<title>out of order</title>")
        try:
            status, body, headers = self._answer(handler, path, fields)
        except Redirect as redirect:
            status, body, headers = 302, "", {"Location": redirect.to}
        _reply(handler, status, body, headers)

    def _answer(
        self, handler: BaseHTTPRequestHandler, path: str, fields: Fields
    ) -> tuple[int, str, dict[str, str]]:
        session = (
            (handler.headers.get("Cookie") or "").partition(f"{self.kind}_session=")[2].partition(";")[0]
        )
        inside = session in self.sessions
        if path.startswith("/rest/"):
            return 200, json.dumps(self._rest(path)), {"Content-Type": "application/json"}
        if self.kind != "wikipedia" and path.rstrip("/") == LOG_IN[self.kind][0].rstrip("/") and not inside:
            return self._log_in(handler, fields)
        if any(path == own or path.startswith(own + "?") for own in MEMBERS_ONLY) and not inside:
            raise Redirect(LOG_IN[self.kind][0])
        if path in self.seeded:
            return 200, self._page(path, inside), {}
        page = getattr(self, f"_{self.kind}")(path, fields, handler.command == "POST")
        if page is None:
            return 404, self._page("<h1>Not found</h1>", inside), {}
        return 200, self._page(page, inside), {}

    def _log_in(self, handler: BaseHTTPRequestHandler, fields: Fields) -> tuple[int, str, dict[str, str]]:
        path, name, button = LOG_IN[self.kind]
        if handler.command == "POST" and (fields.get("name"), fields.get("password")) == (
            ACCOUNTS[self.kind][0],
            self.password,
        ):
            session = uuid.uuid4().hex
            self.sessions.add(session)
            self.log_ins += 1
            home = "/admin" if self.kind == "shopping_admin" else "/"
            return 302, "", {"Location": home, "Set-Cookie": f"{self.kind}_session={session}; Path=/"}
        secret = '<label for="p">Password</label><input id="p" name="password" type="password">'
        body = f'<form method="post" action="{path}"><label for="n">{name}</label><input id="n" name="name">'
        return 200, self._page(f"{body}{secret}<button>{button}</button></form>", inside=True), {}

    def _page(self, body: str, inside: bool) -> str:
        base = self.links_to or ""
        account = "<a href='/log-out'>Log out</a>" if inside else f"<a href='{base}/login'>Log in</a>"
        home = f"<a href='{base}/'>Home</a>"
        head = f"<head><title>{self.title}</title></head>"
        return f"<html>{head}<body>{home} {account}<main>{body}</main></body></html>"

    # what each site shows

    def _shopping(self, path: str, fields: Fields, post: bool) -> str | None:
        if path == "/reorder" and post:
            self.orders.append((f"{len(self.orders) + 1:09d}", fields["sku"]))
            raise Redirect("/sales/order/history/")
        if path == "/review" and post:
            self.reviews.append((fields["sku"], fields["nickname"], int(fields["stars"])))
            return "Thank you"
        if path.startswith("/sales/order/view/order_id/"):
            number = int(path.rstrip("/").rpartition("/")[2])
            return f"<div class='order-details-items ordered'>{self.orders[number - 1][1]}</div>"
        if path == "/sales/order/history/":
            return "".join(_button("/reorder", f"Reorder {sku}", sku=sku) for _, sku in self.orders)
        pages = {
            "/": _links("/video-games.html", "/video-games-and-more.html", "/sales/order/history/", "/review")
            + _form("/catalogsearch/result/", "Search", q="Query")
            + _links("/wishlist/"),
            "/review": _form("/review", "Submit Review", True, sku="Sku", nickname="Nickname", stars="Stars"),
            "/catalogsearch/result/": f"Results for {escape(fields.get('q', ''))}",
        }
        return pages.get(
            path, f"<h1>{path}</h1>" if path.endswith((".html", "/account/", "/wishlist/")) else None
        )

    def _rest(self, path: str) -> Any:
        if path.endswith("/token"):
            return "a-token"
        if path.endswith("/orders"):
            return {"items": [{"increment_id": self.orders[-1][0]}]}
        sku = path.split("/")[-2]
        return [
            {"nickname": nickname, "ratings": [{"rating_name": "Rating", "percent": stars * 20}]}
            for of, nickname, stars in self.reviews
            if of == sku
        ]

    def _shopping_admin(self, path: str, fields: Fields, post: bool) -> str | None:
        return "<h1>Dashboard</h1>" if path in ("/admin", "/admin/") else None

    def _reddit(self, path: str, fields: Fields, post: bool) -> str | None:
        if path == "/submit" and post:
            where = f"/f/{fields['forum']}/{len(self.posts) + 1}/post"
            self.posts[where] = (fields["title"], fields["body"])
            raise Redirect(where)
        if path == "/create_forum" and post:
            self.forums[fields["name"]] = (fields["description"], fields["sidebar"])
            raise Redirect(f"/f/{fields['name']}")
        for where, (title, body) in self.posts.items():
            if path.rstrip("/") in (where, where.removesuffix("/post")):
                return f"<div class='submission__inner'>{escape(title)} {escape(body)}</div>"
        if (name := path.strip("/").removeprefix("f/")) in self.forums and path.startswith("/f/"):
            description, sidebar = map(escape, self.forums[name])
            return (
                f"<h1>{name}</h1><input id='forum_description' value='{description}'>"
                f"<input id='forum_sidebar' value='{sidebar}'>"
            )
        pages = {
            "/": _links("/submit", "/create_forum"),
            "/submit": _form("/submit", "Create submission", True, forum="Forum", title="Title", body="Body"),
            "/create_forum": _form(
                "/create_forum",
                "Create forum",
                True,
                name="Name",
                description="Description",
                sidebar="Sidebar",
            ),
        }
        return pages.get(path)

    def _gitlab(self, path: str, fields: Fields, post: bool) -> str | None:
        members = "/byteblaze/dotfiles/-/project_members"
        if path == members and post:
            self.members[fields["user"]] = fields["role"]
        rows = "".join(
            f"<tr><td data-label='Account'><span class='gl-avatar-labeled-sublabel'>@{user}</span></td>"
            f"<td class='col-max-role'><span>{role}</span></td></tr>"
            for user, role in self.members.items()
        )
        pages = {
            "/": _links(
                "/dashboard/merge_requests?assignee_username=byteblaze",
                "/dashboard/merge_requests?reviewer_username=byteblaze",
                "/byteblaze/empathy-prompts/-/issues/8",
                "/byteblaze/empathy-prompts/-/issues/80",
                members,
            ),
            "/-/profile": "Profile",
            "/projects/new": "New project",
            "/dashboard/merge_requests": "Merge requests",
            "/byteblaze/empathy-prompts/-/issues/8": "Open",
            "/byteblaze/empathy-prompts/-/issues/80": "Closed",
            members: f"<table>{rows}</table>" + _form(members, "Invite", True, user="User", role="Role"),
        }
        return pages.get(path)

    def _wikipedia(self, path: str, fields: Fields, post: bool) -> str | None:
        return "Wikipedia"


def _links(*targets: str) -> str:
    return " ".join(f"<a href='{escape(target)}'>{escape(target)}</a>" for target in targets)


def _button(action: str, name: str, **hidden: str) -> str:
    inputs = "".join(f"<input type='hidden' name='{key}' value='{value}'>" for key, value in hidden.items())
    return f"<form method='post' action='{action}'>{inputs}<button>{name}</button></form>"


def _form(action: str, button: str, post: bool = False, **fields: str) -> str:
    inputs = "".join(
        f"<label for='{key}'>{label}</label><input id='{key}' name='{key}'>" for key, label in fields.items()
    )
    method = "post" if post else "get"
    return f"<form method='{method}' action='{action}'>{inputs}<button>{button}</button></form>"


def _reply(
    handler: BaseHTTPRequestHandler, status: int, body: str, headers: dict[str, str] | None = None
) -> None:
    try:
        handler.send_response(status)
        for name, value in {"Content-Type": "text/html; charset=utf-8", **(headers or {})}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body.encode())))
        handler.end_headers()
        handler.wfile.write(body.encode())
    except (BrokenPipeError, ConnectionResetError):
        pass  # a visitor that has gone


Sites = dict[str, StandIn]
Make = Callable[[], Sites]


def all_sites() -> Sites:
    """One of each kind."""
    return {kind: StandIn(kind) for kind in TITLES}
