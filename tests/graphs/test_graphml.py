"""GraphML keeps the whole graph of every board."""

import xml.etree.ElementTree as ElementTree

import pytest

from fogg.setup import find_game, game_ids, ready_board
from graphs.graphml import from_graphml, to_graphml
from graphs.loading import board_files
from graphs.network import build_network
from graphs.picture import network_of

BOARDS = [(game, board) for game in game_ids() for board in board_files(find_game(game))]


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_a_graph_comes_back_whole(game: str, board: str) -> None:
    """Read again, a board's graph has the same places, links, ends and attributes, labels aside."""
    rules = find_game(game)
    graph = network_of(rules, ready_board(board, rules))
    read = from_graphml(to_graphml(graph))
    assert list(graph) == list(read)
    for place, attributes in graph.nodes(data=True):
        assert attributes | {"label": attributes["name"]} == read.nodes[place]
    for start, end, key, attributes in graph.edges(keys=True, data=True):
        assert attributes | {"label": key} == read.edges[start, end, key]
    assert graph.number_of_edges() == read.number_of_edges()


def test_links_side_by_side_stay_apart() -> None:
    """Two links between the same places are two edges with their own ids, as igraph and Gephi expect them."""
    rows = [{"id": "f1", "start": "a", "end": "b"}, {"id": "f2", "start": "a", "end": "b"}]
    text = to_graphml(build_network([{"id": "a"}, {"id": "b"}], rows))
    edges = [one for one in ElementTree.fromstring(text).iter() if one.tag.endswith("}edge")]
    assert [edge.get("id") for edge in edges] == ["f1", "f2"]
    assert {("a", "b")} == {(edge.get("source"), edge.get("target")) for edge in edges}
