"""The files of the page: the right type, kept for as long as they hold, and nothing outside their folder."""

import asyncio
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from dicecup.server.page import Page


@pytest.fixture
def built(tmp_path: Path) -> Path:
    root = tmp_path / "static"
    (root / "assets" / "fonts").mkdir(parents=True)
    (root / "index.html").write_text("<!doctype html>" + "x" * 1000)
    (root / "icon.svg").write_text("<svg/>")
    (root / "assets" / "app-1234.js").write_text("let x = 1;" * 200)
    (root / "assets" / "fonts" / "a-99.woff2").write_bytes(b"font" * 300)
    (tmp_path / "secret.txt").write_text("secret")
    return root


def get(root: Path, path: str, **headers: str) -> Response:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "headers": raw,
        "query_string": b"",
        "server": ("x", 1),
    }
    return asyncio.run(Page(root)(Request(scope)))


@pytest.mark.parametrize(
    ("path", "kind", "kept"),
    [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/match/abc", "text/html; charset=utf-8", "no-cache"),
        ("/icon.svg", "image/svg+xml", "no-cache"),
        ("/assets/app-1234.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/fonts/a-99.woff2", "font/woff2", "public, max-age=31536000, immutable"),
    ],
)
def test_types_and_how_long_they_hold(built: Path, path: str, kind: str, kept: str) -> None:
    reply = get(built, path)
    assert (reply.status_code, reply.headers["content-type"]) == (200, kind)
    assert reply.headers["cache-control"] == kept


def test_what_is_packed_for_the_way(built: Path) -> None:
    plain, packed = (
        get(built, "/assets/app-1234.js"),
        get(built, "/assets/app-1234.js", accept_encoding="gzip, br"),
    )
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(plain.body)
    assert "content-encoding" not in get(built, "/assets/fonts/a-99.woff2", accept_encoding="gzip").headers


def test_what_has_not_changed_is_not_sent_again(built: Path) -> None:
    tag = get(built, "/").headers["etag"]
    assert get(built, "/", if_none_match=tag).status_code == 304
    (built / "index.html").write_text("another page")
    assert get(built, "/", if_none_match=tag).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "//secret.txt",
        "/assets/none.js",
        "/\0.js",
        "/..%2fsecret.txt",
    ],
)
def test_nothing_outside_the_folder(built: Path, path: str) -> None:
    reply = get(built, path)
    assert reply.status_code == 404
    assert b"secret" not in reply.body


def test_a_link_that_leads_outside(built: Path) -> None:
    (built / "link.txt").symlink_to(built.parent / "secret.txt")
    assert get(built, "/link.txt").status_code == 404


def test_the_interface_is_no_page(built: Path) -> None:
    with pytest.raises(HTTPException) as caught:
        get(built, "/api/v1/nowhere")
    assert caught.value.status_code == 404


def test_a_page_that_is_not_built_says_what_to_do(tmp_path: Path) -> None:
    reply = get(tmp_path, "/")
    assert reply.status_code == 503
    assert b"make page" in reply.body
    assert b"<script" not in bytes(reply.body)
