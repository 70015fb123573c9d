"""The boards of all games as networkx graphs and as pictures."""

from collections import Counter

import pytest

from fogg.setup import find_game, game_ids, ready_board
from graphs.loading import board_files
from graphs.network import distances_to
from graphs.picture import board_map, links_of, network_of, places_of

BOARDS = [(game, board) for game in game_ids() for board in board_files(find_game(game))]


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_a_board_is_a_graph_and_a_picture(game: str, board: str) -> None:
    """Every place can be reached, every link has its ends and its kind, and all are drawn."""
    rules = find_game(game)
    data = ready_board(board, rules)
    places, links = places_of(rules, data), links_of(rules, data)
    graph = network_of(rules, data)
    assert len(distances_to(graph, places[0].id)) == len(places)
    assert (len(graph), graph.number_of_edges()) == (len(places), len(links))
    assert all(graph.edges[one.start, one.end, one.id]["kind"] == one.style.name for one in links)
    svg = str(board_map(rules, data).as_svg())
    assert all(place.name.split(" (")[0] in svg for place in places)


def test_a_journey_in_legs_is_a_path() -> None:
    """Where legs lead from place to place, the graph is one way from the first to the last."""
    rules = find_game("tour_du_monde")
    data = ready_board("box", rules)
    ends = Counter(end for one in links_of(rules, data) for end in (one.start, one.end))
    places = [one.id for one in places_of(rules, data)]
    assert [ends[place] for place in places] == [1, *[2] * (len(places) - 2), 1]
