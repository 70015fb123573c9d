"""What the box holds runs out: the travel cards that lie face down, so that what the rulings say of it is needed."""

from __future__ import annotations

from spec.games.tour_du_monde.state import Decision, Table
from spec.language import Number, Truth, reachable


def towards_a_short_pile(t: Table) -> Number:
    """The cards that lie face down; the fewer there are, the nearer."""
    return t.cards.face_down + 1


@reachable(
    "cards-run-out", "A row is being laid out, and fewer travel cards lie face down than are still to be laid.",
    "TDM-5 TDM-9",
    guide=towards_a_short_pile,
)
def the_pile_is_short_of_a_row(t: Table) -> Truth:
    """Where discards are shuffled again: by the other reading of pile-empty fewer cards are laid out then."""
    return (t.open == Decision.LAY_OUT) & (t.cards.face_down < t.to_lay)
