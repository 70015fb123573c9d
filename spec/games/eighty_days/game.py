"""80 Days for two to four players: the sections put together."""

from __future__ import annotations

from spec.games.eighty_days import (
    adventures,
    always,
    arrival,
    assistants,
    board,
    bonuses,
    cards,
    diary,
    exhaustion,
    general_supply,
    idle,
    juggling,
    keeping,
    lengths,
    markets,
    newspapers,
    passing,
    periods,
    preparation,
    properties,
    rulings,
    scoring,
    short_piles,
    shortfalls,
    suitcase,
    travel,
    turns,
    variants,
)
from spec.games.eighty_days.board import Player, Printed
from spec.games.eighty_days.state import Table
from spec.language import Game

EIGHTY_DAYS = Game(
    id="eighty_days",
    title="80 Days",
    state=Table,
    board=Printed,
    players=Player,
    counts=(2, 3, 4),
    sections=(
        variants, rulings, board, preparation, cards, keeping, newspapers, turns, travel, markets, suitcase, juggling,
        passing, adventures, bonuses, assistants, diary, periods, arrival, scoring, general_supply, properties, lengths,
        always, shortfalls, short_piles, exhaustion, idle,
    ),
    rulebook="80 Days by Emanuele Briano, Piatnik 2022: the English rulebook",
)
