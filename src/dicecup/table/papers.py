"""The two papers of a match as text: an envelope with format, version and checksum around plain JSON.

A *save* is the host's: it continues the game exactly and holds the secret. A *record* is what may be shown.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

from dicecup.table.errors import SaveError, Tampered, shown

VERSION: Final = 1
SAVE: Final = "dicecup-save"
RECORD: Final = "dicecup-record"
EXPORT: Final = "dicecup-export"  # no paper, but all that a guest of a server has, with papers in it
_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_LARGEST = 64 * 2**20  # characters; a long game with many players needs well under one million


def digest(body: Any) -> str:
    """SHA-256 over JSON data, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def wrap(kind: str, body: dict[str, Any]) -> str:
    """The text of a paper."""
    paper = {"format": kind, "version": VERSION, "checksum": digest(body), "body": body}
    return json.dumps(paper, ensure_ascii=False, separators=(",", ":")) + "\n"


def renamed(text: str, names: Mapping[int, str]) -> str:
    """A save in which others sit at these seats; SaveError if it is none.

    Names stand in its positions alone: what was chosen and what fell does not depend on them.
    """
    _, body = unwrap(text, SAVE)
    for position in ("start", "snapshot"):
        state = body.get(position, {}).get("state", {})
        if isinstance(state.get("names"), list):
            state["names"] = [names.get(seat, name) for seat, name in enumerate(state["names"])]
    return wrap(SAVE, body)


def unwrap(text: str, *kinds: str) -> tuple[str, dict[str, Any]]:
    """The kind and body of a paper of one of these kinds; SaveError, with the reason, for any other text."""
    if not isinstance(text, str):
        raise SaveError(f"A saved game is text, not {shown(text)}.")
    if len(text) > _LARGEST:
        raise SaveError("This file is far too large to be a saved game.")
    try:
        paper = json.loads(text)
        if _HALF.search(text):
            json.dumps(paper, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise SaveError("The file is damaged: it holds half a character, which cannot be stored.") from None
    except (ValueError, RecursionError):
        raise SaveError("This is not a saved game, or the file is damaged: it is cut off or not JSON.") from None
    if not isinstance(paper, dict) or not str(paper.get("format", "")).startswith("dicecup-"):
        raise SaveError("This file was not written by Dicecup.")
    if paper["format"] == EXPORT:
        raise SaveError(_about_export(paper.get("matches")))
    kind, version, body = paper["format"], paper.get("version"), paper.get("body")
    if type(version) is not int or version < 1:
        raise SaveError("The file is damaged: it does not say which version of the format it has.")
    if version > VERSION:
        raise SaveError(
            f"This file was written by a newer Dicecup (format {version}, this one reads up to {VERSION}). "
            "Please update Dicecup."
        )
    if not isinstance(body, dict) or paper.get("checksum") != digest(body):
        raise Tampered(
            "The file is damaged, or somebody has changed it: its checksum does not match its contents."
        )
    if kind not in kinds:
        words = {SAVE: "a saved game", RECORD: "the record of a game"}
        wanted = " or ".join(words[each] for each in kinds)
        raise SaveError(f"This file is {words.get(kind, 'something else from Dicecup')}; {wanted} is needed here.")
    return kind, body


def _about_export(matches: object) -> str:
    """What to do with all games at once, where a single one is needed."""
    some = [each for each in matches if isinstance(each, dict)] if isinstance(matches, list) else []
    count = sum(each.get("kind") == "record" and "paper" in each for each in some)
    records = "1 record" if count == 1 else f"{count or 'no'} records"
    return (
        f"This is an export of all games, with {records} in it; a single one can be read here, if what stands "
        'under its "paper" is put into a file of its own.'
    )
