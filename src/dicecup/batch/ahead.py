"""Memory that is asked for before it is needed.

Thousands of games do not fit into the caches, and whoever plays one of them would wait for a dozen pieces of it,
one after the other. A processor that is told in time fetches them all at once while another game is played.
"""

from functools import cache
from importlib import import_module
from typing import Any


def soon(array: Any, row: int, place: int) -> None:
    """This number of a table will be wanted. It changes nothing, and in plain Python it is nothing at all."""


@cache
def machine_code() -> Any:
    """`soon` for functions that Numba compiles."""
    ir, types = import_module("llvmlite.ir"), import_module("numba.core.types")
    cgutils, extending = import_module("numba.core.cgutils"), import_module("numba.extending")

    def soon(_: Any, array: Any, row: Any, place: Any) -> Any:  # noqa: ARG001 - Numba goes by these names
        def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            kind = signature.args[0]
            table = context.make_array(kind)(context, builder, given[0])
            address = cgutils.get_item_pointer(context, builder, kind, table, list(given[1:]))
            address = builder.bitcast(address, cgutils.voidptr_t)
            number = ir.IntType(32)
            takes = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
            fetch = builder.module.declare_intrinsic("llvm.prefetch", [address.type], takes)
            to_write, into_all_caches, data = number(1), number(3), number(1)
            builder.call(fetch, [address, to_write, into_all_caches, data])
            return context.get_dummy_value()

        return types.void(array, types.intp, types.intp), code

    return extending.intrinsic(soon)
