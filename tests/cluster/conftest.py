"""A database for the servers of each test."""

from tests.server.conftest import cluster, database, hasty_bus, kept, patient_bus

__all__ = ["cluster", "database", "hasty_bus", "kept", "patient_bus"]
