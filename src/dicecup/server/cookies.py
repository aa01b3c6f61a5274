"""The cookie by which a browser is known again."""

from typing import Final

from starlette.responses import Response

COOKIE: Final = "dicecup_guest"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"  # over https; no other site, not even a sibling of ours, can set it
_YEAR: Final = 365 * 86_400


def name(*, secure: bool) -> str:
    """What it is called."""
    return SECURE_COOKIE if secure else COOKIE


def give(response: Response, token: str, *, secure: bool) -> None:
    """Give a browser its token."""
    cookie = name(secure=secure)
    response.set_cookie(cookie, token, max_age=_YEAR, httponly=True, samesite="lax", secure=secure, path="/")


def take_away(response: Response, *, secure: bool) -> None:
    """Let a browser forget its token."""
    response.delete_cookie(name(secure=secure), httponly=True, samesite="lax", secure=secure, path="/")
