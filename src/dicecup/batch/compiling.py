"""Functions compiled by Numba, together, and kept on disk so that nobody waits for them twice.

Numba's own cache goes by the file a function is in: it does not notice that a function which is called, or a table
which is read, has changed. So what is compiled here is kept in a folder that is named after everything the code
depends on, down to the bytes of the tables. Whatever changes, another folder is looked into.
"""

import hashlib
import os
import platform
import shutil
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, Final

import numpy as np

from dicecup import extras, files
from dicecup.batch import ahead

_FORGOTTEN: Final = 60 * 24 * 3600  # seconds after which nobody will come back for a folder
_STAMP: Final = "code.py"  # Numba asks for a file that has not changed since
_USED: Final = "used"
_LONG_AGO: Final = 1_000_000_000  # when all stamps were made: by that Numba tells whether a file has changed


def compiled(
    *modules: ModuleType, contract: ModuleType | None = None, doors: Collection[ModuleType] = (), keep: str = ""
) -> Any:
    """All functions of `modules`, to be compiled when first called, as attributes of one object.

    They are copies in which each finds the others compiled. What they call of `contract` is brought by the last of
    the modules that has a function of that name, or by the contract itself. With `doors`, some of the modules,
    only theirs are called from outside, and none of all makes an array: then nobody has to count who still needs
    which, and all is some times as fast. `keep` is a name for the folder in which compiled code is kept; without
    one, or where there can be no such folder, it is not: then `kept` of what is returned is None.
    """
    numba = extras.load("numba")
    if contract is not None:
        modules = (contract, *modules)
    own = {found: module for module in modules for found in functions_of(module)}
    by_name = {found.__name__: found for found in own}
    meant: dict[Any, Any] = {found: found for found in own}
    if contract is not None:
        meant.update({found: by_name[found.__name__] for found in functions_of(contract)})
    kept = _folder(keep, own) if keep else None
    scopes = {module: dict(vars(module)) for module in modules}
    meant[ahead.soon] = ahead.soon
    quick: dict[Any, Any] = {ahead.soon: ahead.machine_code()}
    for found, module in own.items():
        inside = bool(doors) and (module not in doors or found.__name__.startswith("_"))
        how: dict[str, Any] = {"error_model": "numpy", "nogil": True, "cache": kept is not None and not inside}
        if doors:
            how |= {"_nrt": False, "no_cpython_wrapper": inside, "no_cfunc_wrapper": True}
        code = found.__code__ if kept is None else found.__code__.replace(co_filename=str(kept / _STAMP))
        copy = FunctionType(code, scopes[module], found.__name__, found.__defaults__)
        quick[found] = numba.njit(**how)(copy)
    for scope in scopes.values():
        for name, value in scope.items():
            if isinstance(value, FunctionType) and value in meant:
                scope[name] = quick[meant[value]]
    return SimpleNamespace(kept=kept, **{name: quick[found] for name, found in by_name.items()})


def functions_of(module: ModuleType) -> list[FunctionType]:
    """Those that are written in it."""
    found = vars(module).values()
    return [each for each in found if isinstance(each, FunctionType) and each.__module__ == module.__name__]


def _folder(name: str, functions: Iterable[FunctionType]) -> Path | None:
    """Where code made of just these functions is kept; None if nothing can be."""
    above = files.cache() / "compiled"
    folder = above / f"{name}-{key_of(functions)}"
    try:
        make_room(folder)
        (folder / _USED).touch()
    except OSError:
        return None
    for other in above.glob(f"{name}-*"):
        with suppress(OSError):
            if other != folder and time.time() - (other / _USED).stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(other)
    return folder


def make_room(folder: Path) -> None:
    """Let there be such a folder. One that was cleared away is as before, also to whoever looked into it then."""
    stamp = folder / _STAMP
    if stamp.exists():
        return
    files.make_folder(folder)
    new = folder / f"{_STAMP}.{os.getpid()}"
    new.touch()
    os.utime(new, (_LONG_AGO, _LONG_AGO))
    new.replace(stamp)


def key_of(functions: Iterable[FunctionType]) -> str:
    """A name for all that compiled code follows from: the code, what it refers to, the compiler, the processor."""
    known = hashlib.sha256()
    compilers = [f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")]
    processor = import_module("llvmlite.binding").get_host_cpu_name()
    known.update(f"{platform.python_version()} {compilers} {processor}".encode())
    for function in functions:
        known.update(f"\n{function.__module__}.{function.__name__}{function.__defaults__}".encode())
        for part in _facts(function.__code__, function.__globals__):
            known.update(part)
    return known.hexdigest()[:20]


def _facts(code: CodeType, scope: dict[str, Any]) -> Iterable[bytes]:
    yield code.co_code
    yield repr((code.co_varnames, code.co_argcount, code.co_names)).encode()
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _facts(value, scope)
        else:
            yield repr(value).encode()
    for name in code.co_names:
        value = scope.get(name)
        if isinstance(value, np.ndarray):
            yield repr((name, value.dtype.str, value.shape)).encode()
            yield value.tobytes()
        elif isinstance(value, int | float | str | tuple | np.generic):
            yield repr((name, value)).encode()
        elif value is not None:  # functions of ours are looked at themselves; a class or a module is its name
            yield repr((name, getattr(value, "__name__", ""), getattr(value, "_fields", ""))).encode()
