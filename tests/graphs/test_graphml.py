"""GraphML keeps the whole graph of every board."""

import xml.etree.ElementTree as ElementTree
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from fogg.setup import find_game, game_ids, ready_board
from graphs.graphml import from_graphml, to_graphml
from graphs.loading import board_files
from graphs.measures import measure
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


NAMESPACE = "{http://graphml.graphdrawing.org/xmlns}"
READ = ("boolean", "int", "long", "float", "double", "string")
"""The types of attributes that GraphML has, and Gephi reads."""


@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_the_text_is_plain_graphml(game: str, board: str) -> None:
    """One flat graph; keys with name, type and what they are for; every value of its key's type; ends that exist.

    So GraphML's schema has it, and no more than Gephi's importer knows: no nested graphs, ports or hyperedges.
    """
    rules = find_game(game)
    root = ElementTree.fromstring(to_graphml(network_of(rules, ready_board(board, rules))))
    assert [one.tag for one in root] == [*[f"{NAMESPACE}key"] * (len(root) - 1), f"{NAMESPACE}graph"]
    keys = {one.get("id"): one for one in root[:-1]}
    assert len(keys) == len(root) - 1, "no two keys have one id"
    for key in keys.values():
        assert key.get("for") in ("node", "edge")
        assert key.get("attr.type") in READ
        assert key.get("attr.name")
    graph = root[-1]
    assert graph.get("edgedefault") == "undirected"
    places = {one.get("id") for one in graph if one.tag == f"{NAMESPACE}node"}
    links = [one for one in graph if one.tag == f"{NAMESPACE}edge"]
    assert len(places) + len(links) == len(graph)
    assert len({one.get("id") for one in links}) == len(links)
    assert {end for one in links for end in (one.get("source"), one.get("target"))} <= places
    for one in graph:
        told = [keys[data.get("key")].get("attr.name") for data in one]
        assert [data.tag for data in one] == [f"{NAMESPACE}data"] * len(told)
        assert len(told) == len(set(told)) and "label" in told
        for data in one:
            key = keys[data.get("key")]
            assert f"{NAMESPACE}{key.get('for')}" == one.tag
            _read(data.text or "", key.get("attr.type") or "")


def _read(text: str, kind: str) -> object:
    """A value as its type has it; `ValueError` if it is none."""
    match kind:
        case "int" | "long":
            return int(text)
        case "float" | "double":
            return float(text)
        case "boolean":
            return {"true": True, "false": False}[text.lower()]
        case _:
            return text


@pytest.mark.oracle
@pytest.mark.parametrize(("game", "board"), BOARDS)
def test_igraph_reads_the_same_graph(game: str, board: str, tmp_path: Path) -> None:
    """igraph finds the places, links, labels and numbers, and measures the same diameter and distances."""
    if find_spec("igraph") is None:
        pytest.skip("ORACLE NOT ASKED: igraph is not installed")
    rules = find_game(game)
    graph = network_of(rules, ready_board(board, rules))
    file = tmp_path / "board.graphml"
    file.write_text(to_graphml(graph), encoding="utf-8")
    read: Any = import_module("igraph").Graph.Read_GraphML(str(file))
    places = list(graph)
    assert (read.vs["id"], read.is_directed()) == (places, False)
    ends = sorted((key, *sorted((start, end))) for start, end, key in graph.edges(keys=True))
    # igraph 1.0 gives an edge the id of its first place; the label of a link is its id too.
    assert sorted((one["label"], *sorted(places[end] for end in one.tuple)) for one in read.es) == ends
    for place, attributes in graph.nodes(data=True):
        found = read.vs[places.index(place)].attributes()
        assert {name: found[name] for name in attributes} == attributes
        assert found["label"] == attributes["name"]
    measured = measure(graph)
    assert read.diameter() == measured.diameter
    for place, distances in zip(places, read.distances(), strict=True):
        assert dict(zip(places, distances, strict=True)) == dict(measured.distances[place])
