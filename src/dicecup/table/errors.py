"""What can go wrong, each with a reason a player understands."""


def shown(value: object, most: int = 40) -> str:
    """`repr(value)` for a message: never long, and of anything at all."""
    if isinstance(value, (str, bytes)):
        value = value[: most + 1]
    try:
        text = repr(value)
    except Exception:  # a number of thousands of digits, say, which Python does not write out
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most + 2 else f"{text[:most]}..."


def said(error: BaseException) -> str:
    """An error of somebody's code in a line."""
    return f"{type(error).__name__}: {short(error)}".rstrip(": ")


def short(what: object, most: int = 100) -> str:
    """Anything at all in a line that is not too long."""
    try:
        text = " ".join(str(what).split())
    except BaseException:  # its own __str__ may do anything
        text = f"<{type(what).__name__}>"
    return text if len(text) <= most else text[: most - 3] + "..."


class DicecupError(Exception):
    """Everything Dicecup refuses; `str(error)` is the reason in plain words."""


class IllegalChoice(DicecupError, ValueError):  # noqa: N818 - reads as what it is
    """An answer that the rules do not allow now. Nothing has changed."""

    def __init__(self, choice: object, reason: str) -> None:
        super().__init__(reason)
        self.choice = choice
        self.reason = reason

    def __reduce__(self) -> tuple[type["IllegalChoice"], tuple[object, str]]:
        return IllegalChoice, (self.choice, self.reason)


class NotAllowed(DicecupError):  # noqa: N818
    """Something the table does not grant now: an undo, a rematch. Nothing has changed."""


class NoSuchSeat(DicecupError, ValueError):  # noqa: N818
    """A seat that is not at this table."""


class SetupError(DicecupError, ValueError):
    """A game that cannot be set up as asked: unknown game, option or number of seats."""


class SaveError(DicecupError, ValueError):
    """A save or record that cannot be read: damaged, foreign or from a newer Dicecup."""

    word = ""  # what has become of it, if that has a name: docs/compatibility.md


class Unfinished(SaveError):  # noqa: N818
    """The game in this file is not over."""


class Changed(SaveError):  # noqa: N818
    """A record that this version's rules do not lead to: they have changed since, and nobody need have lied."""

    word = "changed"


class Tampered(SaveError):  # noqa: N818
    """A paper that is not as it was written: its checksum, or the chain from seal to secret to dice, is broken."""

    word = "tampered"


class MissingPart(DicecupError, ImportError):  # noqa: N818
    """Something that is not installed: `str(error)` names what to install."""


class RulesError(DicecupError):
    """The rules themselves failed. The match stands where it stood before the answer."""
