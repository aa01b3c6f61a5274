"""The players' own functions, compiled: what is trained and tuned is the code that plays."""

from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numba


def compiled(*modules: ModuleType) -> Any:
    """All functions of `modules`, to be compiled when first called, as attributes of one object.

    They are copies in a namespace in which each finds the others compiled. Nothing is kept on disk: compiled code
    there would not notice that a function which it calls has changed.
    """
    scope: dict[str, Any] = {}
    for module in modules:
        scope.update(vars(module))
    own = {module.__name__ for module in modules}
    for name, found in list(scope.items()):
        if isinstance(found, FunctionType) and found.__module__ in own:
            copy = FunctionType(found.__code__, scope, name, found.__defaults__)
            scope[name] = numba.njit(error_model="numpy")(copy)
    return SimpleNamespace(**{name: found for name, found in scope.items() if name.isidentifier()})
