"""Le Tour du Monde en 80 jours, for two to six players: the sections put together."""

from __future__ import annotations

from spec.games.tour_du_monde import (
    actions,
    always,
    arriving,
    board,
    coins,
    components,
    die,
    ending,
    events,
    exhaustion,
    hands,
    idle,
    lengths,
    preparation,
    properties,
    rounds,
    rows,
    rulings,
    travel,
    turns,
)
from spec.games.tour_du_monde.board import Player, Printed
from spec.games.tour_du_monde.state import Table
from spec.language import Game

TOUR_DU_MONDE = Game(
    id="tour_du_monde",
    title="Le Tour du Monde en 80 jours",
    state=Table,
    board=Printed,
    players=Player,
    counts=(2, 3, 4, 5, 6),
    sections=(
        rulings, board, turns, preparation, rows, actions, coins, die, hands, events, travel, arriving, rounds, ending,
        properties, components, always, lengths, exhaustion, idle,
    ),
    rulebook="Le Tour du Monde en 80 jours by Michael Rieneck, Kosmos 2004: the French rulebook",
)
