"""Tests of `dicecup.client`, over real sockets."""
