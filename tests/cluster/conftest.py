"""A database for the servers of each test."""

from tests.server.conftest import (
    cluster,
    database,
    hasty_bus,
    kept,
    nobody_dies_of_a_busy_machine,
    patient_bus,
)

__all__ = ["cluster", "database", "hasty_bus", "kept", "nobody_dies_of_a_busy_machine", "patient_bus"]
