"""Small pieces of English that every game and every screen needs."""

from collections.abc import Sequence


def listed(words: Sequence[object], joint: str = "and") -> str:
    """Such as "Ann, Ben and Cleo"; nothing if there is nothing to list."""
    parts = [str(word) for word in words]
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}" if len(parts) > 1 else "".join(parts)
