"""A proxy of the kind people put before a server: it takes each request, says where it came from, and hands it on.

It does not encrypt, and only says that it does: what a server makes of that is what is tested.
"""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Headers = list[tuple[str, str]]
Rewrite = Callable[[Headers, str], Headers]
"""The headers as they came, and the address they came from; the headers that are handed on."""


def without(headers: Headers, *names: str) -> Headers:
    return [(name, value) for name, value in headers if name.lower() not in names]


def appends(scheme: str = "https") -> Rewrite:
    """As nginx does with `$proxy_add_x_forwarded_for`: what came stays, on the left."""

    def rewrite(headers: Headers, peer: str) -> Headers:
        came = [value for name, value in headers if name.lower() == "x-forwarded-for"]
        kept = without(headers, "x-forwarded-for", "x-forwarded-proto")
        return [*kept, ("X-Forwarded-For", ", ".join([*came, peer])), ("X-Forwarded-Proto", scheme)]

    return rewrite


def named(name: str, rewrite: Rewrite) -> Rewrite:
    """For a server under a name, however it is called by whoever tries this out."""
    return lambda headers, peer: [*without(rewrite(headers, peer), "host"), ("Host", name)]


def forwarded(headers: Headers, peer: str) -> Headers:
    """With the header of RFC 7239 in the place of the older ones."""
    kept = without(headers, "x-forwarded-for", "x-forwarded-proto", "forwarded")
    return [*kept, ("Forwarded", f'for="{peer}";proto=https')]


def silent(headers: Headers, peer: str) -> Headers:
    """As nginx does when nobody told it anything: the request goes on under the server's own address."""
    return headers


def by_way_of(headers: Headers, peer: str) -> Headers:
    """A gateway that only says that it was there."""
    return [*headers, ("Via", "1.1 gateway")]


@contextmanager
def proxied(address: str, rewrite: Rewrite, source: str = "127.0.0.1", version: str = "1.1") -> Iterator[str]:
    """A proxy before the server at `address`, that reaches it from `source`; its own address."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def accept() -> None:
            with suppress(OSError):
                while True:
                    line, peer = listening.accept()
                    threading.Thread(target=carry, args=(line, peer[0]), daemon=True).start()

        def carry(line: socket.socket, peer: str) -> None:
            with suppress(OSError), line, socket.create_connection((host, int(port)), 30, (source, 0)) as onward:
                head = b""
                while b"\r\n\r\n" not in head and len(head) < 65_536:
                    more = line.recv(4096)
                    if not more:
                        return
                    head += more
                top, _, rest = head.partition(b"\r\n\r\n")
                first, *lines = top.decode("latin-1").split("\r\n")
                headers = [(name, value.strip()) for name, _, value in (each.partition(":") for each in lines)]
                if not any(name.lower() == "upgrade" for name, _ in headers):
                    headers = [*without(headers, "connection"), ("Connection", "close")]  # one request, one line
                first = f"{first.rpartition(' ')[0]} HTTP/{version}"
                new = "\r\n".join([first, *(f"{name}: {value}" for name, value in rewrite(headers, peer))])
                onward.sendall(new.encode("latin-1") + b"\r\n\r\n" + rest)
                back = threading.Thread(target=pour, args=(onward, line), daemon=True)
                back.start()
                pour(line, onward)
                back.join(30)

        def pour(source: socket.socket, target: socket.socket) -> None:
            with suppress(OSError):
                while data := source.recv(65_536):
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            with suppress(OSError):
                listening.shutdown(socket.SHUT_RDWR)
