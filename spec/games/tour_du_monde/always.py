"""That somebody can always act, or chance does, until the game is over: what the open decision finds to decide on."""

from __future__ import annotations

from spec.games.tour_du_monde.rows import is_row_empty
from spec.games.tour_du_monde.rulings import EXCHANGE_TAKEN
from spec.games.tour_du_monde.state import Decision, Table
from spec.games.tour_du_monde.turns import travel_cards_held
from spec.language import Truth, invariant


@invariant(
    "always-a-move", "Whoever discards at the end of the turn has taken a card, as far as there was one.",
    "TDM-8 TDM-21",
)
def a_card_is_taken_before_the_end(t: Table) -> Truth:
    return (t.open == Decision.DISCARD).implies(t.took.exists | is_row_empty(t))


@invariant(
    "always-a-move", "Whoever exchanges cards has taken one and has a card to give; where the one taken may not go, it "
    "is in the hand and there is another.", "TDM-10",
)
def there_is_another_card_to_exchange(t: Table) -> Truth:
    others = travel_cards_held(t, t.turn) + t.exchanged - t.chosen(EXCHANGE_TAKEN, "b").as_number()
    stays = t.chosen(EXCHANGE_TAKEN, "a") | (t.hand[t.turn, t.took.value] > 0)
    return (t.open == Decision.EXCHANGE).implies(t.took.exists & stays & (others > 0))
