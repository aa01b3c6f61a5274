"""A database for the servers of each test."""

from tests.server.conftest import cluster, database

__all__ = ["cluster", "database"]
