"""Small pieces of English that every game and every screen needs."""

from collections.abc import Sequence


def listed(words: Sequence[object], joint: str = "and") -> str:
    """Such as "Ann, Ben and Cleo"."""
    parts = [str(word) for word in words]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {joint} {parts[-1]}"
