"""Graphs of places and links: distances, routes and what is wrong with a board."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.network import (
    NetworkError,
    articulation_places,
    build_network,
    distances_to,
    fewest_links,
    is_route,
    problems,
    shortest_route,
)

LETTERS = "abcdef"


def rows(*pairs: str, places: str = LETTERS) -> Any:
    """A graph with a link for each pair of letters, its id its number and the pair."""
    links = [{"id": f"{k}{pair}", "start": pair[0], "end": pair[1]} for k, pair in enumerate(pairs)]
    return build_network([{"id": place} for place in places], links)


GRAPHS = st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from(LETTERS)).map("".join), max_size=12).map(
    lambda pairs: rows(*pairs)
)


@given(GRAPHS)
def test_neighbours_differ_by_at_most_one(graph: Any) -> None:
    """Both ends of a link are unreachable, or their distances to any target differ by at most 1."""
    distances = distances_to(graph, "a")
    for start, end in graph.edges():
        assert (start in distances) == (end in distances)
        if start in distances:
            assert abs(distances[start] - distances[end]) <= 1


@given(GRAPHS)
def test_shortest_route_is_a_route_of_the_shortest_length(graph: Any) -> None:
    """A shortest route can be travelled and is as long as the distance; there is none where there is no way."""
    route = shortest_route(graph, "a", "f")
    fewest = fewest_links(graph, "a", "f")
    if route is None:
        assert fewest is None
    else:
        assert fewest == len(route)
        assert is_route(graph, route)


@given(GRAPHS)
def test_distance_is_symmetric(graph: Any) -> None:
    """Lines lead both ways."""
    assert fewest_links(graph, "a", "f") == fewest_links(graph, "f", "a")


def test_parallel_links_stay_apart() -> None:
    """Two links between the same places are two, and neither place is cut off by the loss of one."""
    graph = rows("ab", "ab", places="ab")
    assert len(graph.edges) == 2
    assert articulation_places(graph) == []


def test_other_keys_become_attributes() -> None:
    """What a row says beyond its id and ends is found again, even under the name `key`."""
    link = {"id": "l", "start": "a", "end": "b", "key": "gold"}
    graph = build_network([{"id": "a", "lat": 3.5}, {"id": "b"}], [link])
    assert graph.nodes["a"] == {"lat": 3.5}
    assert graph.edges["a", "b", "l"] == {"key": "gold"}


@pytest.mark.parametrize(
    ("places", "links", "word"),
    [
        ([{"id": "a"}, {"id": "a"}], [], "'a' is there twice"),
        ([{"name": "a"}], [], "no 'id'"),
        ([{"id": "a"}], [{"id": "l", "start": "a", "end": "z"}], "'z'"),
        ([{"id": "a"}], [{"id": "l", "start": "a"}], "no 'end'"),
        ([{"id": "a"}], [{"id": "l", "start": "a", "end": "a"}] * 2, "'l' is there twice"),
    ],
)
def test_malformed_rows_are_refused_by_name(places: Any, links: Any, word: str) -> None:
    """A row that is no place or no link is refused, and the message names it."""
    with pytest.raises(NetworkError, match=word):
        build_network(places, links)


@pytest.mark.parametrize(
    "ask", [distances_to, lambda g, p: fewest_links(g, p, "a"), lambda g, p: shortest_route(g, p, "a")]
)
def test_unknown_places_are_refused(ask: Any) -> None:
    """A question about a place that is not there is an error, not an answer."""
    with pytest.raises(NetworkError, match="atlantis"):
        ask(rows(), "atlantis")


def test_problems_are_all_told() -> None:
    """A loop, a missing way and the parts of the board are reported together; a sound board has none."""
    found = problems(rows("aa", "bc", places="abc"), "a", "c")
    assert found == [
        "link '0aa' joins 'a' to itself",
        "no way leads from 'a' to 'c'",
        "the board falls into 2 parts: a; b, c",
    ]
    assert problems(rows("ab", "bc", places="abc"), "a", "c") == []
    assert problems(rows(places="a"), "a", "q") == ["there is no place 'q'"]


def test_articulation_places_are_the_bridges_of_a_chain() -> None:
    """On a chain every inner place cuts it; on a ring none does."""
    assert articulation_places(rows("ab", "bc", "cd", places="abcd")) == ["b", "c"]
    assert articulation_places(rows("ab", "bc", "cd", "da", places="abcd")) == []


def test_a_route_continues_where_it_ended() -> None:
    """Links may be used in either direction and again, but not from elsewhere; unknown links make no route."""
    graph = rows("ab", "cb", "cd", places="abcd")
    assert is_route(graph, ["0ab", "1cb", "2cd"])
    assert is_route(graph, ["0ab", "0ab", "0ab", "1cb"])
    assert is_route(graph, [])
    assert not is_route(graph, ["0ab", "2cd"])
    assert not is_route(graph, ["0ab", "0ab", "2cd"])
    assert not is_route(graph, ["9zz"])
