"""`first` finds what a reader of a list finds."""

from functools import partial
from itertools import product

import pytest

from spec.language import Element, Truth, first
from spec.language.errors import SpecError
from spec.language.values import literal


class Seat(Element, size=3):
    """A place at the table."""


def is_chosen(truths: tuple[int, ...], seat: Seat) -> Truth:
    """Whether the seat's truth is 1."""
    return Truth(truths[literal(seat) or 0])


def test_first_is_the_first_that_holds() -> None:
    """For every order of the members and every truth of each: the first that holds, or none."""
    for order in ((0, 1, 2), (2, 0, 1), (1,)):
        for truths in product((0, 1), repeat=3):
            found = first([Seat.at(index) for index in order], partial(is_chosen, truths))
            assert next((index for index in order if truths[index]), -1) == found.raw


def test_first_of_nothing_is_an_error() -> None:
    """Without members there is no sort to be none of."""
    with pytest.raises(SpecError, match="at least one member") as caught:
        first([], lambda seat: Truth(1))
    assert __file__ == caught.value.place.file
