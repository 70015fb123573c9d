"""`fogg route` and `fogg pack` as people use them: what is printed, drawn, refused, and the exit status."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fogg.command import main
from fogg.items import read_counts
from spec.language.errors import Malformed


class Fogg:
    """Runs the command; `status`, `out` and `err` are those of the last run."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *words: object) -> int:
        self.status = 0
        try:
            main([str(word) for word in words])
        except SystemExit as left:
            assert isinstance(left.code, int)
            self.status = left.code
        self.out, self.err = self.capsys.readouterr()
        return self.status

    def json(self, *words: object) -> Any:
        """The answer of the command with --json."""
        self(*words, "--json")
        return json.loads(self.out)


@pytest.fixture
def fogg(capsys: pytest.CaptureFixture[str]) -> Fogg:
    """The command."""
    return Fogg(capsys)


def elements(path: Path) -> list[str]:
    """The kinds of elements in an SVG file, in order."""
    return [element.tag.rpartition("}")[2] for element in ElementTree.parse(path).iter()]


def test_a_route_is_printed_step_by_step(fogg: Fogg) -> None:
    """A table with prices and sums, and a last line with the total and who agrees."""
    assert fogg("route", "eighty_days", "paris", "yokohama") == 0
    lines = fogg.out.splitlines()
    assert lines[0] == "Paris to Yokohama by fewest, Antonia having 121 coins, no items and 4 adventures"
    assert lines[2].split() == ["1", "paris_moscow_train", "Moscow", "train", "ride", "2", "2"]
    assert lines[5].split() == ["4", "hong_kong_yokohama_ship", "Yokohama", "shipping", "2", "11"]
    assert lines[6] == "4 lines, 11 coins: optimal (label setting and CP-SAT; replayed by the rules)"


def test_items_and_stacks_change_the_route(fogg: Fogg) -> None:
    """With an umbrella the special trip is taken and the umbrella is spent; its price follows the stack there."""
    assert fogg("route", "eighty_days", "yokohama", "san francisco", "--item", "umbrella", "--stack", "special=4") == 0
    assert "yokohama_san_francisco_special  San Francisco  special trip  5      5       1 x umbrella" in fogg.out
    assert "1 line, 5 coins, 1 x umbrella: optimal" in fogg.out


def test_by_cheapest_is_never_dearer(fogg: Fogg) -> None:
    """The cheapest route costs no more coins than the one with the fewest lines, which has no more lines."""
    for ends in (("lagos", "lima"), ("mombasa", "lima"), ("papeete", "moscow")):
        fewest = fogg.json("route", "eighty_days", *ends)
        cheapest = fogg.json("route", "eighty_days", *ends, "--by", "cheapest")
        assert cheapest["coins"] <= fewest["coins"]
        assert fewest["links"] <= cheapest["links"]


def test_the_json_of_a_route_adds_up(fogg: Fogg) -> None:
    """Steps lead from place to place, their prices and coins make the total, and the moves travel its lines."""
    found = fogg.json("route", "eighty_days", "london", "london", "--newspaper", "sunday_express", "--as", "Ben")
    steps = found["steps"]
    assert [found["from"], *(step["to"] for step in steps)] == [*(step["from"] for step in steps), found["to"]]
    assert sum(step["price"] + step["coins"] for step in steps) == found["coins"] == steps[-1]["so_far"]
    travelled = [move.split()[2:] for move in found["moves"] if move.startswith("Ben travel")]
    assert [[step["line"], step["area"]] for step in steps] == travelled
    assert "special" in {step["area"] for step in steps if not step["line"].endswith("special")}
    assert found["agreed"] == ["label setting", "CP-SAT"]


def test_no_route_says_what_would_do_and_leaves_with_1(fogg: Fogg) -> None:
    """Too few coins, missing items and too few adventures are told with what is needed, and with the rule."""
    assert fogg("route", "eighty_days", "perth", "sydney", "--coins", "20") == 1
    assert "no route: the cheapest way costs 44 coins and there are 20 (label setting and CP-SAT)" in fogg.out
    assert fogg("route", "eighty_days", "london", "london", "--adventures", "3") == 1
    assert "London (arrival) may not be entered" in fogg.out
    assert "arrival.four-adventures [80D-118]" in fogg.out
    missing = fogg.json("route", "eighty_days", "paris", "moscow", "--newspaper", "guardian")
    assert fogg.status == 1
    assert missing["verdict"] == "no route"
    assert {"items": {"revolver": 1}, "coins_needed": 2} in missing["missing"]


def test_wrong_words_are_told_with_a_remedy(fogg: Fogg) -> None:
    """Unknown cities, items, areas and newspapers are all told at once, with a suggestion; exit status 2."""
    wrong = ("--item", "het", "--newspaper", "Good Tides", "--stack", "ship=x")
    assert fogg("route", "eighty_days", "pariss", "lima", *wrong) == 2
    for part in ("did you mean 'paris'?", "did you mean 'hat'?", "did you mean 'good_times'?", "ship=x is no stack"):
        assert part in fogg.err
    assert fogg("route", "eighty_days", "paris", "yokohma") == 2
    assert "did you mean 'yokohama'?" in fogg.err
    assert fogg("route", "eighty_dys", "paris", "lima") == 2
    assert "did you mean 'eighty_days'?" in fogg.err
    assert fogg("route", "eighty_days", "here", "lima") == 2
    assert "give one with --record" in fogg.err
    assert fogg("route", "eighty_days", "paris", "lima", "--item", "5xcoat") == 2
    assert "do not fit into the suitcase" in fogg.err


def test_a_record_gives_the_position(fogg: Fogg, tmp_path: Path) -> None:
    """The pawn, the coins and the prices are those at the end of the record; the others pass on their turns."""
    record = tmp_path / "game.fogg"
    record.write_text(RECORD, encoding="utf-8")
    found = fogg.json("route", "eighty_days", "here", "moscow", "--record", record, "--as", "Ben")
    assert (found["from"], found["coins_in_hand"]) == ("paris", 12)
    assert found["prices"] == {"ship": 4, "train": 2, "special": 2}
    assert found["moves"] == ["Antonia finish", "Ben travel paris_moscow_train train"]
    further = fogg.json("route", "eighty_days", "here", "irkutsk", "--record", record, "--as", "Ben")
    assert further["moves"][2:] == ["Ben finish", "Antonia pass", "Ben travel moscow_irkutsk_train train"]
    elsewhere = fogg.json("route", "eighty_days", "suez", "bombay", "--record", record, "--as", "Ben")
    assert (elsewhere["from"], elsewhere["coins"]) == ("suez", 4)


def test_what_the_table_ruled_must_be_possible(fogg: Fogg, tmp_path: Path) -> None:
    """No way is planned with more in the suitcase than fits, and the claim that rules it out is told."""
    record = tmp_path / "game.fogg"
    record.write_text(RECORD + "ruling: suitcase[Ben, coat] = 7\n", encoding="utf-8")
    assert fogg("route", "eighty_days", "here", "moscow", "--record", record, "--as", "Ben", "--buy") == 2
    assert "impossible position: what_is_packed_fits Ben" in fogg.err


def test_a_record_is_asked_about_as_it_is(fogg: Fogg, tmp_path: Path) -> None:
    """Other options would contradict it; an illegal move changes nothing; who has passed is told with status 2."""
    record = tmp_path / "game.fogg"
    record.write_text(RECORD, encoding="utf-8")
    assert fogg("route", "eighty_days", "here", "lima", "--record", record, "--coins", 3, "--item", "hat") == 2
    assert "the record already says what --coins, --item would" in fogg.err
    record.write_text(RECORD + "Antonia finish\n", encoding="utf-8")
    without = fogg("route", "eighty_days", "here", "lima", "--record", record), fogg.out
    record.write_text(RECORD + "Antonia finish\nBen travel lima_rio_special special\n", encoding="utf-8")
    assert (fogg("route", "eighty_days", "here", "lima", "--record", record), fogg.out) == without
    assert "Ben travel lima_rio_special special is illegal and left out" in fogg.err
    record.write_text(RECORD + "Antonia finish\nBen pass\n", encoding="utf-8")
    assert fogg("route", "eighty_days", "here", "lima", "--record", record, "--as", "Ben") == 2
    assert "Ben has passed" in fogg.err
    assert fogg("route", "eighty_days", "here", "lima", "--record", tmp_path / "none.fogg") == 2
    assert "cannot read" in fogg.err


def test_an_impossible_position_is_refused(fogg: Fogg, tmp_path: Path) -> None:
    """Seven hats in a suitcase and coins from nowhere: every broken claim is an error, and no route is told."""
    record = tmp_path / "game.fogg"
    record.write_text("game: eighty_days\nboard: side_a\nplayers: Antonia, Ben\n\nposition:\n"
                      "  phase = actions\n  open = action\n  suitcase[Antonia, hat] = 7\n  bank = 20\n",
                      encoding="utf-8")
    assert fogg("route", "eighty_days", "here", "lima", "--record", record) == 2
    for claim in ("money_is_conserved", "items_are_conserved hat", "no_more_of_a_kind_than_fit"):
        assert f"impossible position: {claim}" in fogg.err
    assert fogg.out == ""


def test_a_route_is_drawn(fogg: Fogg, tmp_path: Path) -> None:
    """The picture is a well-formed SVG; with --svg - it is all that is printed."""
    assert fogg("route", "eighty_days", "paris", "yokohama", "--svg", tmp_path / "maps" / "map.svg") == 0
    assert "path" in elements(tmp_path / "maps" / "map.svg")
    assert fogg("route", "eighty_days", "paris", "yokohama", "--svg", "-") == 0
    assert "svg" in ElementTree.fromstring(fogg.out).tag


def test_a_packing_is_shown_with_what_could_be_added(fogg: Fogg) -> None:
    """Who agrees, how the items lie, and what could still be added."""
    assert fogg("pack", "eighty_days", "hat", "coat", "2xshoes") == 0
    lines = fogg.out.splitlines()
    assert lines[0] == "2 x shoes, 1 x hat, 1 x coat: fits (exact search and CP-SAT and the board's table)"
    assert fogg.out.count("C") - fogg.out.count("CP-SAT") == 6  # five cells of the coat and its letter in the legend
    assert lines[-1].startswith("of one kind could be added: 1 x shoes or ")


def test_what_does_not_fit_says_why_and_what_to_give_back(fogg: Fogg) -> None:
    """The reason, a smallest set to give back, and exit status 1."""
    assert fogg("pack", "eighty_days", "3xcoat", "2xhat") == 1
    assert "because the items cover 23 cells and the case has 20" in fogg.out
    assert "give back 1 x coat or 1 x hat, and the rest fits" in fogg.out


def test_every_full_suitcase_is_listed(fogg: Fogg) -> None:
    """Each fits, nothing can be added to it, and none is listed twice; items given are held by all of them."""
    every = fogg.json("pack", "eighty_days", "--all", "--board", "small")["maximal"]
    assert len(every) == len({tuple(sorted(one.items())) for one in every})
    for full in every:
        words = [f"{count}x{item}" for item, count in full.items()]
        answer = fogg.json("pack", "eighty_days", "--board", "small", *words)
        assert (answer["verdict"], answer["could_add"]) == ("fits", {})
    with_hat = fogg.json("pack", "eighty_days", "--all", "--board", "small", "hat")["maximal"]
    assert with_hat == [one for one in every if one.get("hat", 0) >= 1]


def test_any_case_can_be_packed(fogg: Fogg, tmp_path: Path) -> None:
    """A file gives grid and items; without flips one of two bent pieces has no place beside the other."""
    trunk = tmp_path / "trunk.toml"
    trunk.write_text('[case]\ngrid = ["...", "..."]\n[[item]]\nid = "boot"\nshape = ["##", "#."]\n', encoding="utf-8")
    found = fogg.json("pack", "--case", trunk, "boot", "boot")
    assert (found["verdict"], found["agreed"]) == ("fits", ["exact search", "CP-SAT"])
    assert sorted(cell for piece in found["placed"] for cell in piece["cells"]) == [
        [row, column] for row in range(2) for column in range(3)
    ]
    assert fogg("pack", "--case", trunk, "3xboot") == 1
    assert "give back 1 x boot" in fogg.out


def test_a_broken_case_file_tells_every_problem(fogg: Fogg, tmp_path: Path) -> None:
    """Missing grids, ids and shapes, and wrong marks, are told at once with the file."""
    trunk = tmp_path / "trunk.toml"
    trunk.write_text('[case]\ngrid = ["..x"]\n[[item]]\nshape = ["#"]\n[[item]]\nid = "hat"\n', encoding="utf-8")
    assert fogg("pack", "--case", trunk, "hat") == 2
    for part in ("column 3 is 'x'", "has no id", "hat has no shape", str(trunk)):
        assert part in fogg.err
    trunk.write_text("[case\n", encoding="utf-8")
    assert fogg("pack", "--case", trunk) == 2
    assert f"{trunk}:1" in fogg.err


def test_wrong_items_are_told(fogg: Fogg) -> None:
    """Unknown and ambiguous items, more than the box has, and a missing game; exit status 2."""
    assert fogg("pack", "eighty_days", "het", "cot") == 2
    assert "did you mean 'hat'?" in fogg.err
    assert "did you mean 'coat'?" in fogg.err
    assert fogg("pack", "eighty_days", "9xhat") == 2
    assert "the box has 8 x hat, not 9" in fogg.err
    assert fogg("pack") == 2
    assert "no game is named" in fogg.err
    assert fogg("pack", "--case", "a.toml", "--board", "b.toml") == 2
    assert "leave out one of them" in fogg.err


def test_the_best_value_is_told(fogg: Fogg) -> None:
    """Three coats worth 4 and a hat worth 3 are the most of three each; without items the whole box is asked about."""
    found = fogg.json("pack", "eighty_days", "3xcoat", "3xhat", "--best", "--value", "coat=4", "--value", "hat=3")
    assert (found["verdict"], found["value"], found["best"]) == ("optimal", 15, {"hat": 1, "coat": 3})
    assert found["agreed"] == ["dynamic programme", "CP-SAT"]
    most = fogg.json("pack", "eighty_days", "--best", "--value", "coat=0")
    assert (most["value"], {"shoes": 6} in most["as_good"]) == (6, True)


def test_rearranging_moves_as_little_as_can_be(fogg: Fogg, tmp_path: Path) -> None:
    """An answer of before tells how the case is packed now; so does a drawing, where the bar must make room."""
    now, trunk = tmp_path / "now.json", tmp_path / "trunk.toml"
    assert fogg("pack", "eighty_days", "hat", "coat", "--json") == 0
    now.write_text(fogg.out, encoding="utf-8")
    found = fogg.json("pack", "eighty_days", "hat", "coat", "2xumbrella", "--now", now)
    assert (found["moved"], found["stays"], found["agreed"]) == (0, 2, ["exact search", "CP-SAT"])
    trunk.write_text('[case]\ngrid = ["..", "..", ".."]\n[[item]]\nid = "bar"\nshape = ["##"]\n'
                     '[[item]]\nid = "box"\nshape = ["##", "##"]\n', encoding="utf-8")
    drawing = tmp_path / "now.txt"
    drawing.write_text("..\naa\n..\n", encoding="utf-8")
    found = fogg.json("pack", "--case", trunk, "bar", "box", "--now", drawing)
    assert (found["moved"], found["stays"]) == (1, 0)
    assert fogg("pack", "--case", trunk, "2xbox", "--now", drawing) == 1
    assert "the items cover 8 cells and the case has 6" in fogg.out


def test_items_may_be_kept_from_turning_over(fogg: Fogg, tmp_path: Path) -> None:
    """Two bent pieces that lie hand in hand need one turned over, as an L and its mirror image do."""
    trunk = tmp_path / "trunk.toml"
    trunk.write_text('[case]\ngrid = ["...", ".#.", ".#."]\n[[item]]\nid = "ell"\nshape = ["##", "#.", "#."]\n'
                     '[[item]]\nid = "bar"\nshape = ["#", "#", "#"]\n', encoding="utf-8")
    assert fogg("pack", "--case", trunk, "ell", "bar") == 0
    assert fogg("pack", "--case", trunk, "ell", "bar", "--no-flip", "ell") == 0
    trunk.write_text('[case]\ngrid = ["##.", "##.", "#.."]\n[[item]]\nid = "ell"\nshape = ["#.", "#.", "##"]\n'
                     '[[item]]\nid = "dot"\nshape = ["#"]\n', encoding="utf-8")
    assert fogg("pack", "--case", trunk, "ell") == 0
    assert fogg("pack", "--case", trunk, "dot", "--no-flip", "dot") == 0
    assert fogg("pack", "--case", trunk, "ell", "--no-flip", "ell") == 1
    assert "there is no place for ell" in fogg.out


def test_all_full_suitcases_are_drawn(fogg: Fogg, tmp_path: Path) -> None:
    """One picture holds every full suitcase, and the answer names the two engines that list them."""
    assert fogg("pack", "eighty_days", "--board", "small", "--all", "--svg", tmp_path / "all.svg") == 0
    assert "(dynamic programme and exact search)" in fogg.out
    assert "svg" in ElementTree.parse(tmp_path / "all.svg").getroot().tag


def test_questions_that_contradict_each_other_are_told_at_once(fogg: Fogg, tmp_path: Path) -> None:
    """With wrong options, items, values and files all are told, and nothing is ignored; exit status 2."""
    wrong = ("hut", "--all", "--best", "--value", "coat=x", "--no-flip", "cote", "--now", tmp_path / "none.txt")
    assert fogg("pack", "eighty_days", *wrong) == 2
    for part in ("different questions", "no item 'hut'", "no item 'cote'", "coat=x is no value", "cannot read"):
        assert part in fogg.err
    assert fogg("pack", "eighty_days", "hat", "--value", "hat=2") == 2
    assert "only matters for --best" in fogg.err
    trunk = tmp_path / "trunk.toml"
    trunk.write_text('[case]\ngrid = [".."]\n[[item]]\nid = "surfboard"\nshape = ["###"]\n', encoding="utf-8")
    assert fogg("pack", "--case", trunk, "surfboard") == 2
    assert "surfboard is larger than the case" in fogg.err


def test_a_packing_is_drawn(fogg: Fogg, tmp_path: Path) -> None:
    """What fits and what does not are both drawn, as well-formed SVG."""
    for words in (("hat",), ("3xcoat", "2xhat")):
        fogg("pack", "eighty_days", *words, "--svg", tmp_path / "case.svg")
        assert "path" in elements(tmp_path / "case.svg")


def test_help_has_examples(fogg: Fogg) -> None:
    """`--help` shows how to ask."""
    for name in ("route", "pack"):
        assert fogg(name, "--help") == 0
        assert f"Examples: fogg {name} eighty_days" in " ".join(fogg.out.split())


def test_counted_words() -> None:
    """A count in front multiplies, words add up, and every unknown word is told."""
    names = ["hat", "coat"]

    def number_of(word: str) -> int:
        if word not in names:
            raise Malformed.one(f"no {word}")
        return names.index(word)

    assert read_counts(["2xhat", "coat", "3 x hat", "10*coat"], 2, number_of) == (5, 11)
    with pytest.raises(Malformed) as caught:
        read_counts(["2xhut", "hat", "cape"], 2, number_of)
    assert [problem.what for problem in caught.value.problems] == ["no hut", "no cape"]


RECORD = """\
game: eighty_days
board: side_a
players: Antonia, Ben

* draw_adventure acrobats
* draw_adventure stationmaster
Antonia keep acrobats
* draw_adventure bail
* draw_adventure street_theatre
Ben keep bail
* first_player Antonia
* reveal good_times
Antonia travel london_lagos_ship ship
Antonia finish
Ben travel london_paris_ship ship
Ben finish
Antonia juggle left
"""
