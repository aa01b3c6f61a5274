"""What mypyc is told about classes, and what it forgets about them; in the pure package hardly anything happens.

Compiled wheels (docs/install.md) are made of the same source; this module stays as it is, even in them.
"""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # for mypyc these have to be the real ones
    from dataclasses import dataclass

    from mypy_extensions import mypyc_attr

__all__ = ["dataclass", "mypyc_attr"]

_WRITTEN: Final = Path(__file__).with_name("annotations.json")
"""The annotations of all compiled dataclasses as they are written in the source; the build puts it here."""

_annotations: Final[dict[str, dict[str, str]]] = json.loads(_WRITTEN.read_text()) if _WRITTEN.exists() else {}


class _Places(tuple[str, ...]):
    """The fields that have their place in C. A dataclass made from this one in Python sees that they need none.

    Empty by the look of it: mypyc does not derive from classes with slots.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


def _dataclass(**wanted: Any) -> Callable[[Any], Any]:
    """The decorator of that name, for classes that may be compiled."""

    def made(cls: Any) -> Any:
        if "__mypyc_attrs__" not in vars(cls):
            return dataclasses.dataclass(**wanted)(cls)
        written = _annotations[f"{cls.__module__}.{cls.__qualname__}"]
        cls.__annotations__ = written.copy()  # mypyc keeps `list` of `list[int]`
        dataclasses.dataclass(**{**wanted, "slots": False})(cls)
        cls.__slots__ = _Places(written)
        return cls

    return made


def _mypyc_attr(*_: str, **__: bool) -> Callable[[Any], Any]:
    """Words to mypyc about the class below."""
    return lambda cls: cls


if not TYPE_CHECKING:
    dataclass, mypyc_attr = _dataclass, _mypyc_attr
