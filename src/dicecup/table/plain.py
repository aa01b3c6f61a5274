"""Plain data: dataclasses that clone cheaply and turn into JSON and back.

The functions are made once per class from its annotations, so no class writes its own copy, and none can
forget a field. Allowed in a field: int, str, bool, None, list, tuple, dict with str keys, and other Plain.
"""

import functools
import types
from collections.abc import Callable
from dataclasses import field, fields
from typing import Any, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from dicecup.table.compiled import mypyc_attr
from dicecup.table.errors import shown

_ATOMS = frozenset((int, str, bool, type(None)))


T = TypeVar("T")


def _cache(function: Callable[[Any], T]) -> Callable[[Any], T]:
    """`functools.cache`, but mypy takes a class whose objects cannot be hashed for one that cannot be itself."""
    return functools.cache(function)


def derived(default: Any) -> Any:
    """A field that follows from the others and is worked out again when they are read: it never leaves memory.

    Neither JSON nor `==` knows of it, so that another version may work it out in another way.
    """
    return field(default=default, compare=False, metadata={"derived": True})


@mypyc_attr(allow_interpreted_subclasses=True)
class Plain:
    """Base of everything made of plain data. Subclasses are `@dataclass(slots=True, kw_only=True)`."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """This object as dicts, lists and atoms, sharing nothing with it."""
        told: dict[str, Any] = _teller(type(self))(self)
        return told

    def __reduce__(self) -> tuple[Any, ...]:
        cls = type(self)
        return _remade, (cls, *[getattr(self, name) for name in _field_types(cls)])

    @classmethod
    def from_json(cls, data: object, *, more: bool = False) -> Self:
        """The object `to_json` described. ValueError, naming the field, for anything else.

        `more`: whatever is told beside the fields, here or further in, is passed over.
        """
        if not isinstance(data, dict):
            raise ValueError(f"{cls.__name__}: expected named values, got {shown(data)}")
        kinds, told = _field_types(cls), _told(cls)
        unknown = data.keys() - kinds.keys()
        if unknown and not more:
            raise ValueError(f"{cls.__name__} has no {', '.join(sorted(map(str, unknown)))} in this version")
        values = {
            name: _from_json(kinds[name], value, f"{cls.__name__}.{name}", more)
            for name, value in data.items()
            if name in told  # older versions told what is derived, too
        }
        try:
            return cls(**values)
        except TypeError as error:
            raise ValueError(f"{cls.__name__}: {error}") from None


@mypyc_attr(allow_interpreted_subclasses=True)
class Frozen(Plain):
    """Plain data that nobody changes; clones share it. Subclasses are `@dataclass(frozen=True, slots=True)`."""

    __slots__ = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class Mutable(Plain):
    """Plain data that changes in place."""

    __slots__ = ()

    def clone(self) -> Self:
        """A copy that shares nothing that can change."""
        copy: Self = _cloner(type(self))(self)
        return copy


def _remade(cls: Any, *values: Any) -> Any:
    """What was copied or sent to another process; it was checked when it was made first."""
    new = cls.__new__(cls)
    for name, value in zip(_field_types(cls), values, strict=True):
        object.__setattr__(new, name, value)
    return new


@_cache
def _field_types(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


@_cache
def _told(cls: Any) -> frozenset[str]:
    """The fields that are told in JSON."""
    return frozenset(each.name for each in fields(cls) if not each.metadata.get("derived"))


@_cache
def _cloner(cls: Any) -> Callable[[Any], Any]:
    lines = ["def clone(old):", "    new = make(cls)"]
    scope: dict[str, Any] = {"cls": cls, "make": cls.__new__}
    for name, kind in _field_types(cls).items():
        lines.append(f"    new.{name} = {_copy_of(f'old.{name}', kind, scope)}")
    lines.append("    return new")
    # Straight-line code is four times as fast as a loop over the fields, and clones are what search lives on.
    exec("\n".join(lines), scope)  # noqa: S102 - the text is made of our own field names
    made: Callable[[Any], Any] = scope["clone"]
    return made


def _copy_of(value: str, kind: Any, scope: dict[str, Any]) -> str:
    """The expression that copies `value`, of type `kind`."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        inner = [part for part in get_args(kind) if part is not type(None)]
        copies = {_copy_of("{}", part, scope) for part in inner}
        if copies == {"{}"}:
            return value
        if len(inner) != 1:
            raise TypeError(f"cannot clone a field of type {kind}")
        return f"(None if {value} is None else {copies.pop().format(value)})"
    if origin is list:
        item = _copy_of("item", get_args(kind)[0], scope)
        return f"{value}[:]" if item == "item" else f"[{item} for item in {value}]"
    if origin is dict:
        if get_args(kind)[0] is not str:
            raise TypeError(f"the keys of a dict are strings, or JSON makes strings of them: {kind}")
        item = _copy_of("item", get_args(kind)[1], scope)
        return f"{value}.copy()" if item == "item" else f"{{key: {item} for key, item in {value}.items()}}"
    if isinstance(kind, type) and issubclass(kind, Mutable):
        name = f"clone_{kind.__name__}"
        scope[name] = _cloner(kind)
        return f"{name}({value})"
    if origin is tuple and any(
        _copy_of("item", part, scope) != "item" for part in get_args(kind) if part is not ...
    ):
        raise TypeError(f"a tuple must not hold what can change: {kind}")
    if kind in _ATOMS or origin in (tuple, Literal) or (isinstance(kind, type) and issubclass(kind, Frozen)):
        return value
    raise TypeError(f"a field of type {kind} is not plain data")


@_cache
def _teller(cls: Any) -> Callable[[Any], dict[str, Any]]:
    told = _told(cls)
    scope: dict[str, Any] = {"_to_json": _to_json}
    parts = [
        f"{name!r}: {_json_of(f'self.{name}', kind, scope)}"
        for name, kind in _field_types(cls).items()
        if name in told
    ]
    # Made once for each class, as `_cloner` does: a server says where its matches stand all the time.
    exec(f"def told(self):\n    return {{{', '.join(parts)}}}", scope)  # noqa: S102 - our own field names
    made: Callable[[Any], dict[str, Any]] = scope["told"]
    return made


def _json_of(value: str, kind: Any, scope: dict[str, Any]) -> str:
    """The expression that makes JSON of `value`, of type `kind`; an object of a class below that one is asked."""
    origin, parts = get_origin(kind), [part for part in get_args(kind) if part is not ...]
    if kind in _ATOMS or origin is Literal:
        return value
    if origin in (Union, types.UnionType):
        inner = [part for part in parts if part is not type(None)]
        if all(_json_of("it", part, scope) == "it" for part in inner):
            return value
        if len(inner) == 1:
            return f"(None if {value} is None else {_json_of(value, inner[0], scope)})"
    if origin in (list, tuple) and parts:
        items = {_json_of("item", part, scope) for part in parts}
        if items == {"item"}:
            return f"[*{value}]"
        if len(items) == 1:
            return f"[{items.pop()} for item in {value}]"
    if origin is dict and len(parts) == 2:
        item = _json_of("item", parts[1], scope)
        return f"{{**{value}}}" if item == "item" else f"{{key: {item} for key, item in {value}.items()}}"
    if isinstance(kind, type) and issubclass(kind, Plain):
        if kind.to_json is not Plain.to_json:
            return f"{value}.to_json()"
        own, tell = f"class_{id(kind)}", f"tell_{id(kind)}"
        scope[own], scope[tell] = kind, _teller(kind)
        return f"({tell}({value}) if {value}.__class__ is {own} else {value}.to_json())"
    return f"_to_json({value})"


def _to_json(value: Any) -> Any:
    if value.__class__ in _ATOMS:  # most are, and a server does this all the time
        return value
    if isinstance(value, (list, tuple)):
        return [item if item.__class__ in _ATOMS else _to_json(item) for item in value]
    if isinstance(value, dict):
        return {key: _to_json(item) for key, item in value.items()}
    if isinstance(value, Plain):
        return value.to_json()
    if isinstance(value, (int, str)):
        return value
    raise TypeError(f"{value!r} is not plain data")


def _from_json(kind: Any, data: Any, where: str, more: bool) -> Any:
    origin = get_origin(kind)
    if origin is Literal:
        if data not in get_args(kind) or isinstance(data, bool):
            raise ValueError(f"{where} is one of {', '.join(map(str, get_args(kind)))}, not {shown(data)}")
        return data
    if origin in (Union, types.UnionType):
        for part in get_args(kind):
            try:
                return _from_json(part, data, where, more)
            except ValueError:
                continue
    elif origin is list and isinstance(data, (list, tuple)):
        return [_from_json(get_args(kind)[0], item, f"{where}[{i}]", more) for i, item in enumerate(data)]
    elif origin is dict and isinstance(data, dict) and all(isinstance(key, str) for key in data):
        return {key: _from_json(get_args(kind)[1], item, f"{where}[{key}]", more) for key, item in data.items()}
    elif origin is tuple and isinstance(data, (list, tuple)):
        parts = get_args(kind)
        if parts[-1] is ...:
            parts = (parts[0],) * len(data)
        if len(parts) == len(data):
            return tuple(_from_json(part, item, where, more) for part, item in zip(parts, data, strict=True))
    elif isinstance(kind, type):
        if issubclass(kind, Plain):
            return data if isinstance(data, kind) else kind.from_json(data, more=more)
        if type(data) is kind:
            return data
    wanted = getattr(kind, "__name__", str(kind))
    raise ValueError(f"{where} should be {wanted}, not {shown(data)}")
