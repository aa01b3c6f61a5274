"""The page itself: files that were built before, sent with the right type and for as long as they hold."""

import gzip
import json
import mimetypes
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from dicecup import games

_COMPRESSED: Final = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest", ".map")
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".txt": "text/plain",
    ".map": "application/json",
}
_ASSETS: Final = "assets"  # their names hold a hash of their content: they never change
_MISSING: Final = """\
<!doctype html><html lang="en"><meta charset="utf-8"><title>Dicecup</title>
<h1>The web page is not built</h1>
<p>The server is running, but its page has not been built. In the folder of the project run <b>make page</b>, \
then load this page again.</p>
<p>Without the page you can play in the terminal: <b>dicecup play</b>.</p></html>
"""


def folder() -> Path:
    """Where the built page lies."""
    return Path(str(files("dicecup"))) / "static"


class Page:
    """Serves the files under a folder; any address that is no file is the page's own to understand."""

    def __init__(self, root: Path | None = None) -> None:
        self._root: Final = (root or folder()).resolve()
        self._read = lru_cache(maxsize=512)(_read)

    async def __call__(self, request: Request) -> Response:
        """The file at this address."""
        if request.url.path.startswith("/api/"):
            raise HTTPException(404, "There is nothing at this address.")
        path = self._find(request.url.path)
        if path is None:
            return Response("There is no such file.\n", status_code=404, media_type="text/plain")
        if not path.is_file():
            return Response(
                _MISSING, status_code=503, media_type="text/html", headers={"cache-control": "no-store"}
            )
        stat = path.stat()
        plain, packed, tag = self._read(path, stat.st_mtime_ns, stat.st_size)
        hashed = path.relative_to(self._root).parts[0] == _ASSETS
        headers = {
            "cache-control": "public, max-age=31536000, immutable" if hashed else "no-cache",
            "etag": tag,
            "vary": "accept-encoding",
        }
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        body = plain
        if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["content-encoding"] = packed, "gzip"
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Response(body, media_type=kind, headers=headers)

    def _find(self, address: str) -> Path | None:
        """The file for an address; the index for an address without a suffix; None if it is not there."""
        try:
            wanted = (self._root / address.lstrip("/")).resolve()
            if not wanted.is_relative_to(self._root):
                return None
            if wanted.is_file():
                return wanted
        except (OSError, ValueError):  # longer than any file's name, or with characters that no name has
            return None
        return None if wanted.suffix else self._root / "index.html"


def _read(path: Path, _changed: int, _size: int) -> tuple[bytes, bytes | None, str]:
    """A file, the same packed if that is worth it, and a tag that changes with it."""
    plain = path.read_bytes()
    if path.suffix == ".webmanifest":
        plain = _with_games(plain)
    packed = gzip.compress(plain, 9, mtime=0) if path.suffix in _COMPRESSED and len(plain) > 600 else None
    return plain, packed, f'"{_changed:x}-{len(plain):x}"'


def _with_games(manifest: bytes) -> bytes:
    """What the page says of itself as an app, with a way to each game that there is here."""
    ways = [{"name": each.game.title, "url": f"./#/play/{each.game.name}"} for each in games.manifests()]
    return json.dumps({**json.loads(manifest), "shortcuts": ways}).encode()
