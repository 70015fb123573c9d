"""Games shrunk so far that every state can be looked at, as instances by name.

80 Days goes on for five periods with up to fourteen new coins each. Where the box holds few coins, whole games are
exhausted; others, in which pawns arrive in London, begin in the last period with few coins left, with the last
newspaper, or with the pass tiles of period IV. The other game is exhausted from its first move on with six cards.
"""

from collections.abc import Callable
from pathlib import Path

from fogg.records import load_record
from fogg.setup import table
from spec.lowering.instance import Instance

HERE = Path(__file__).parent


def of_record(name: str) -> Instance:
    """A game that begins where a record ends."""
    record = load_record(str(HERE / f"{name}.fogg"))
    return record.table.instance.starting_at(record.position_at(len(record.steps)).row)


def whole(game: str, board: str) -> Instance:
    """A game of two from its first move on."""
    return table(game, HERE / f"{board}.toml", players=2).instance


SHRUNKEN: dict[str, Callable[[], Instance]] = {
    "eighty_days_five_coins": lambda: of_record("eighty_days_five_coins"),
    "tour_without_coins": lambda: of_record("tour_without_coins"),
    "eighty_days_seven_coins": lambda: of_record("eighty_days_seven_coins"),
    "eighty_days_assistants": lambda: of_record("eighty_days_assistants"),
    "eighty_days_last_newspaper": lambda: of_record("eighty_days_last_newspaper"),
    "eighty_days_side_b": lambda: of_record("eighty_days_side_b"),
    "tour_three_coins": lambda: of_record("tour_three_coins"),
    "tiny_tour": lambda: whole("tour_du_monde", "tiny_tour"),
    "eighty_days_two_cities": lambda: whole("eighty_days", "tiny_two_cities"),
    "eighty_days_two_cities_b": lambda: whole("eighty_days", "tiny_two_cities_b"),
    "eighty_days_few_coins": lambda: whole("eighty_days", "tiny_few_coins"),
}
SMALLEST = ("eighty_days_five_coins", "tour_without_coins")
"""The ones that are exhausted in a second or two."""
LARGEST = ("eighty_days_few_coins",)
"""The ones that are exhausted with symmetry between the players only; that takes up to 4 GB."""
