"""What is to be decided, in a word: hints are held against what happened for each sort of decision by itself."""

from typing import Final

from dicecup.table import Ask

_TELLING: Final = ("upgrade", "take", "move", "keep", "fill")
"""Where one question is about several things, the first of these that is among its options names it."""


def sort_of(ask: Ask) -> str:
    """Such as "yield", "probe", "work", "take", "keep"."""
    if ask.kind not in ("turn", "choose"):
        return ask.kind
    verbs = {option.verb for option in ask.options}
    return next((verb for verb in _TELLING if verb in verbs), ask.kind)
