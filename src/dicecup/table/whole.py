"""Whole numbers as programs hand them over: Python's own, and those of NumPy and its like."""

from operator import index


def whole(value: object) -> int | None:
    """The number that this is; None if it is none. Nobody means a number by True."""
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # whatever it is
    except Exception:  # an array of many, say
        return None
