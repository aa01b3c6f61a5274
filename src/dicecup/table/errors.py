"""What can go wrong, each with a reason a player understands."""


class DicecupError(Exception):
    """Everything Dicecup refuses; `str(error)` is the reason in plain words."""


class IllegalChoice(DicecupError, ValueError):  # noqa: N818 - reads as what it is
    """An answer that the rules do not allow now. Nothing has changed."""

    def __init__(self, choice: object, reason: str) -> None:
        super().__init__(reason)
        self.choice = choice
        self.reason = reason


class NotAllowed(DicecupError):  # noqa: N818
    """Something the table does not grant now: an undo, a rematch. Nothing has changed."""


class SetupError(DicecupError, ValueError):
    """A game that cannot be set up as asked: unknown game, option or number of seats."""


class SaveError(DicecupError, ValueError):
    """A save or record that cannot be read: damaged, foreign or from a newer Dicecup."""


class RulesError(DicecupError):
    """The rules themselves failed. The match stands where it stood before the answer."""
