"""Work in many processes, of this machine or of many: what comes out does not depend on how many there are."""

from dicecup.work.workers import Workers, insist

__all__ = ["Workers", "insist"]
