"""How the conformance kit says what a game does not keep."""


class Nonconformance(AssertionError):  # noqa: N818 - it names what was found
    """A promise of the engine that a game does not keep."""


def promise(kept: bool, what: str, where: str) -> None:
    """Nonconformance if a promise is not kept."""
    if not kept:
        raise Nonconformance(f"Not so: {what}. ({where})")
