"""A loopback OpenAI-compatible server that misbehaves on order.

Each request takes the next order from `orders` (the last one stays); an order is a `Say` or a
function that writes to the handler itself. Nothing inside LiteLLM is mocked: it talks to this.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Say:
    """A whole answer: status, JSON body (or raw bytes), headers, after `delay` seconds."""

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    half: bool = False  # promise the whole body, send half of it, close


def reply(text: str | None, finish: str = "stop", prompt: int = 10, output: int = 5, **usage: Any) -> Say:
    """A chat completion."""
    return Say(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "loopback-2026-01",
            "choices": [
                {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
            ],
            "usage": {
                "prompt_tokens": prompt,
                "completion_tokens": output,
                "total_tokens": prompt + output,
                **usage,
            },
        }
    )


def failure(status: int, message: str, code: str | None = None, **headers: str) -> Say:
    """An error as OpenAI words it. Header names are given with `_` for `-`."""
    error = {"message": message, "type": "error", "param": None, "code": code}
    return Say({"error": error}, status, {key.replace("_", "-"): value for key, value in headers.items()})


OK = reply("hello")
RATE_LIMIT = failure(429, "Rate limit reached for requests", "rate_limit_exceeded")
RATE_LIMIT_7S = failure(429, "Rate limit reached for requests", "rate_limit_exceeded", retry_after="7")
NO_QUOTA = failure(429, "You exceeded your current quota", "insufficient_quota")
SERVER_ERROR = failure(500, "The server had an error")
OVERLOADED = failure(529, "Overloaded")
BAD_KEY = failure(401, "Incorrect API key provided", "invalid_api_key")
NO_MODEL = failure(404, "The model `x` does not exist", "model_not_found")
BAD_PARAMETER = failure(400, "Unsupported value: 'temperature'", "unsupported_value")
CONTENT_FILTER = failure(
    400, "Your request was rejected: content_policy_violation", "content_policy_violation"
)
OVERFLOW = failure(
    400,
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "context_length_exceeded",
)
MALFORMED = Say(b'{"id": "chatcmpl-1", "choices": [{')
HALF = Say(OK.body, half=True)
HANG = Say(OK.body, delay=5.0)


class Server:
    """`orders` are answered one a request; `requests` holds what came in: (headers in lower case, body)."""

    def __init__(self) -> None:
        self.orders: list[Say] = [OK]
        self.requests: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.answer: Callable[[dict[str, Any]], Say] | None = None
        self.most_in_flight = 0
        self._in_flight = 0
        self._lock = threading.Lock()
        self._released = threading.Event()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def next(self, headers: dict[str, str], body: dict[str, Any]) -> Say:
        with self._lock:
            self.requests.append((headers, body))
            if self.answer:
                return self.answer(body)
            return self.orders.pop(0) if len(self.orders) > 1 else self.orders[0]

    def wait(self, seconds: float) -> None:
        """Ends early when the server stops: a hanging request must not outlive its test."""
        if seconds:
            self._released.wait(seconds)

    @contextmanager
    def counted(self) -> Iterator[None]:
        with self._lock:
            self._in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            yield
        finally:
            with self._lock:
                self._in_flight -= 1

    def __enter__(self) -> Server:
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._released.set()
        self._http.shutdown()
        self._http.server_close()


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # or the header and the body travel apart, and the client waits 40 ms for the second
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self) -> None:
            with server.counted():
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                say = server.next({k.lower(): v for k, v in self.headers.items()}, body)
                server.wait(say.delay)
                self._send(say)

        def _send(self, say: Say) -> None:
            data = say.body if isinstance(say.body, bytes) else json.dumps(say.body).encode()
            try:
                self.send_response(say.status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                for name, value in say.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data[: len(data) // 2] if say.half else data)
                self.wfile.flush()
            except OSError:
                pass  # the client gave up waiting
            self.close_connection = self.close_connection or say.half

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def main() -> None:
    """A server in a process of its own: prints its address, says argv[2] after argv[1] seconds, for ever."""
    delay, *text = sys.argv[1:] or ["0"]
    with Server() as server:
        body = reply(text[0]).body if text else OK.body
        server.orders = [Say(body, delay=float(delay))]
        print(server.url, flush=True)  # noqa: T201
        threading.Event().wait()


if __name__ == "__main__":
    main()
