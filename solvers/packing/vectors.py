"""Sets of count vectors, each set one integer.

NOTE(vectors): with caps c the vector v is the bit with the number v0 + v1 (c0 + 1) + v2 (c0 + 1)(c1 + 1)
+ ... Adding an item to every vector of a set is one shift, joining two sets is one "or", and no vector
is ever compared with another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import prod

Counts = tuple[int, ...]
"""How many of each item, in the order of the items."""


@lru_cache(maxsize=128)
def digits_of(most: Counts) -> tuple[tuple[int, int], ...]:
    """For each item: how far adding one moves a vector's bit, and the set of vectors below its cap.

    >>> [(stride, f"{below_cap:06b}") for stride, below_cap in digits_of((1, 2))]
    [(1, '010101'), (2, '001111')]
    """
    size = prod(cap + 1 for cap in most)
    digits = []
    stride = 1
    for cap in most:
        below_cap, period = (1 << stride * cap) - 1, stride * (cap + 1)
        while period < size:
            below_cap |= below_cap << period
            period *= 2
        digits.append((stride, below_cap & ((1 << size) - 1)))
        stride *= cap + 1
    return tuple(digits)


def place_of(vector: Counts, most: Counts) -> int:
    """The number of a count vector's bit.

    >>> place_of((1, 2), (1, 2))
    5
    """
    return sum(count * stride for count, (stride, _) in zip(vector, digits_of(most), strict=True))


def closed_downward(vectors: Iterable[Counts], most: Counts) -> int:
    """The set of all count vectors that are below one of these.

    >>> list(members(closed_downward([(0, 2), (1, 0)], (1, 2)), (1, 2)))
    [(0, 0), (1, 0), (0, 1), (0, 2)]
    """
    found = 0
    for vector in vectors:
        found |= 1 << place_of(vector, most)
    for cap, (stride, below_cap) in zip(most, digits_of(most), strict=True):
        for _ in range(cap):
            found |= found >> stride & below_cap
    return found


def members(vectors: int, most: Counts) -> Iterator[Counts]:
    """The count vectors in a set, in order of their bits.

    >>> list(members(0b100001, (1, 2)))
    [(0, 0), (1, 2)]
    """
    while vectors:
        place = (vectors & -vectors).bit_length() - 1
        vectors &= vectors - 1
        vector = []
        for cap in most:
            place, count = divmod(place, cap + 1)
            vector.append(count)
        yield tuple(vector)


def is_below(vector: Counts, other: Counts) -> bool:
    """Whether no count of `vector` is above that of `other`."""
    return all(count <= most for count, most in zip(vector, other, strict=True))
