"""Whatever is wrong with an input, `fogg` says what, where and what to do, with exit status 2 and no traceback."""

import errno
import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from fogg.command import main
from fogg.routes import recorded_position
from graphs.loading import BOARDS
from spec.language.errors import Malformed
from spec.language.files import MOST_BYTES, read_text

BOARD = (BOARDS / "eighty_days" / "small.toml").read_text(encoding="utf-8")
RECORD = """game: eighty_days
board: small
players: Antonia, Ben

position:
  bank = 100

* draw_adventure hat_on_the_quay
"""


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    """The problems that the command tells, one a line; any other exception is a traceback and fails the test."""
    with pytest.raises(SystemExit) as left:
        main([str(word) for word in words])
    assert left.value.code == 2
    told = capsys.readouterr().err.splitlines()
    assert told
    assert all(line.startswith("error: ") and line.endswith(")") for line in told), told
    return told


@pytest.mark.parametrize(("old", "new", "says"), [
    ('symbol = "circle"', "", "symbol: is missing"),
    ('end = "', 'end = "atlantis_', "atlantis_"),
    ("coins = 1", "coins = -1", "coins: is -1"),
    ('shape = ["##"]', "shape = []", "shape: shoes: there is no cell"),
    ('shape = ["##"]', "shape = [1]", "shape: shoes: row 1, column 1 is '1'"),
    ('shape = ["##"]', 'shape = ["#.#"]', "shape: shoes: "),
    ('grid = ["...", "..."]', "grid = []", "grid: no cell is usable"),
    ('grid = ["...", "..."]', "grid = [1]", "grid: row 1, column 1 is '1'"),
    ('provenance = "assumed"', 'provenance = "hearsay"', "provenance 'hearsay' is of no known kind"),
    ('provenance = "assumed"', "provenance = -1", "provenance: is missing or not a text"),
    ('provenance = {exists = "rulebook 80D-4"}', "provenance = []", "provenance: is []"),
    ('name = "small"', 'name = ""', "name: is missing or not a text"),
    ("[board]", "[board", "Expected ']'"),
    ('game = "eighty_days"', "", "does not say whose board it is"),
])
def test_a_bad_board_is_told_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, says: str
) -> None:
    """Each kind of damage to a board file is told with the file and a line."""
    assert old in BOARD
    file = tmp_path / "bad.toml"
    file.write_text(BOARD.replace(old, new, 1), encoding="utf-8")
    told = refused(capsys, "board", "check", file)
    assert any(says in line for line in told), told
    assert all(re.match(rf"error: {re.escape(str(file))}:\d+: ", line) for line in told), told


def test_every_problem_of_a_board_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two damages are two messages."""
    file = tmp_path / "bad.toml"
    file.write_text(BOARD.replace("coins = 1", "coins = -1", 1).replace('symbol = "circle"', "", 1), encoding="utf-8")
    assert len(refused(capsys, "board", "check", file)) == 2


def test_a_new_board_knows_its_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A template lacks only what must be filled in: it already says whose board it is."""
    file = tmp_path / "mine.toml"
    main(["board", "new", "eighty_days", "-o", str(file)])
    told = refused(capsys, "board", "check", file)
    assert all("shape" in line for line in told), told


@pytest.mark.parametrize("command", ["judge", "legal"])
@pytest.mark.parametrize(("old", "new", "says", "line"), [
    ("draw_adventure", "jump", "no action 'jump'", 8),
    ("* draw_adventure hat_on_the_quay", "Zoe pass", "no Player 'Zoe'", 8),
    (" hat_on_the_quay", "", "draw_adventure is followed by 0 words", 8),
    ("board: small", "bord: small", "a heading has no 'bord'", 2),
    ("board: small", "board: nope", "no board 'nope'", 2),
    ("Antonia, Ben", "Ann, Ann", "two players have the same name", 3),
    ("Antonia, Ben", "99999999999", "not 99999999999", 3),
    ("game: eighty_days", "game: foo", "no game 'foo'", 1),
    ("game: eighty_days", "set a = b\ngame: foo\nset removal = a", "no game 'foo'", 2),
    ("board: small", "board: nope\nboard: small", "no board 'nope'", 2),
    ("board: small", "board: small\nboard: nope", "board stands twice", 3),
    ("Antonia, Ben", "Ben, Referee", "'Referee' cannot be a player's name", 3),
    ("bank = 100", "coins[Ben = 1\n  bonk = 2", "coins: ']' is missing", 6),
    ("bank = 100", "coins[Ben] =\n  bonk = 2", "no field 'bonk'", 7),
    ("bank", "bonk", "no field 'bonk'", 6),
])
def test_a_bad_record_is_told_with_its_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, old: str, new: str, says: str, line: int
) -> None:
    """Each kind of damage to a record is told with the file and the line."""
    file = tmp_path / "bad.fogg"
    file.write_text(RECORD.replace(old, new, 1), encoding="utf-8")
    told = refused(capsys, command, file)
    assert any(one.startswith(f"error: {file}:{line}: ") and says in one for one in told), told


def test_nothing_is_legal_in_an_impossible_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A value that its field cannot hold is told by name, not by a line of generated code."""
    file = tmp_path / "bad.fogg"
    file.write_text(RECORD.replace("bank = 100", "bank = -5"), encoding="utf-8")
    assert [f"error: {file}:6: the position says bank = -5 (write 0 to 125)"] == refused(capsys, "legal", file)


@pytest.mark.parametrize("viewer", [(), ("--as", "Ben")])
def test_an_impossible_position_is_told_beside_its_moves(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, viewer: tuple[str, ...]
) -> None:
    """Where a claim rules out the first position, listing moves says so as judging does; else it says nothing."""
    file = tmp_path / "odd.fogg"
    file.write_text(RECORD.replace("* draw_adventure hat_on_the_quay\n", ""), encoding="utf-8")
    main(["legal", str(file), "--json", *viewer])
    listed = capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["judge", str(file), "--json", *viewer])
    expected = json.loads(capsys.readouterr().out)["impossible"]
    assert expected
    assert expected == json.loads(listed.out)["impossible"]
    note = f"note: {file}: impossible position: "
    assert len(expected) == listed.err.count(note)
    with pytest.raises(Malformed, match="impossible position"):  # where no solver is asked about it
        recorded_position("eighty_days", str(file))
    file.write_text(RECORD.replace("bank = 100", ""), encoding="utf-8")
    main(["legal", str(file), "--json", *viewer])
    assert json.loads(capsys.readouterr().out)["impossible"] == []


@pytest.mark.parametrize(("encoding", "line"), [
    ("utf-16", None), ("utf-16-le", None), ("utf-32", None), ("latin-1", 2),
])
def test_a_text_in_another_encoding(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, encoding: str, line: int | None
) -> None:
    """A record that was saved otherwise than in UTF-8 is told so, at the line if there is one to be told."""
    file = tmp_path / "bad.fogg"
    file.write_text("game: eighty_days\nplayers: Zoë, Ben\n", encoding=encoding)
    where = f"{file}:{line}: " if line else ""
    [told] = refused(capsys, "judge", file)
    assert told.startswith(f"error: {where}cannot read {file}: it is not a text in UTF-8")
    assert told.endswith("(save it as UTF-8)")


@pytest.mark.parametrize("words", [["judge"], ["legal"], ["board", "check"], ["pack", "--case"]])
def test_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str]) -> None:
    """A missing file, a folder and bytes that are no text are each refused by name."""
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x00\xff\xfe")
    for file in (tmp_path / "missing", tmp_path, binary):
        assert f"cannot read {file}" in refused(capsys, *words, file)[0]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no device that never ends")
@pytest.mark.parametrize("words", [
    "judge", "board check", "pack --case", "play eighty_days --board", "graph eighty_days --record",
])
def test_a_file_without_an_end(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """A device that gives bytes for ever is refused, not read for ever."""
    assert "cannot read /dev/zero" in refused(capsys, *words.split(), "/dev/zero")[0]


def test_a_file_that_is_too_long(tmp_path: Path) -> None:
    """A text beyond the limit is refused as that; one at the limit is read."""
    file = tmp_path / "long"
    file.write_bytes(b" " * MOST_BYTES)
    assert len(read_text(file, "")) == MOST_BYTES
    file.write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(Malformed, match="longer than 64 MiB"):
        read_text(file, "")


@pytest.mark.parametrize("value", [5000 * "9", 2000 * "[", "1_000_000_000_000_000_000_000"])
def test_numbers_and_brackets_of_any_size(capsys: pytest.CaptureFixture[str], tmp_path: Path, value: str) -> None:
    """A number with thousands of digits, or brackets as deep, is a mistake like any other."""
    file = tmp_path / "bad.toml"
    file.write_text(BOARD.replace("coins = 1", f"coins = {value}", 1), encoding="utf-8")
    assert str(file) in refused(capsys, "board", "check", file)[0]


@pytest.mark.parametrize("placed", ["[" * 9999, '[{"item": "hat", "cells": [[0.5, 0]]}]',
                                    '[{"item": "hat", "cells": [[Infinity, 0]]}]'])
def test_a_packing_that_cannot_be(capsys: pytest.CaptureFixture[str], tmp_path: Path, placed: str) -> None:
    """Cells are whole numbers, and nothing is rounded to become one."""
    file = tmp_path / "now.json"
    file.write_text(f'{{"placed": {placed}}}', encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["pack", "eighty_days", "hat", "--board", "small", "--now", str(file)])
    assert (left.value.code, "it is no answer of fogg pack" in capsys.readouterr().err) == (2, True)


def test_a_file_that_is_no_packing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of a text that draws no packing the first mistakes are told, and how many more there are."""
    file = tmp_path / "essay.txt"
    file.write_text(1000 * "what I did in the holidays\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["pack", "eighty_days", "hat", "--board", "small", "--now", str(file)])
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 21 and re.search(r"and \d+ more", told[-1])


@pytest.mark.parametrize(("encoding", "told"), [("utf-8", "\\udcff"), ("latin-1", "\\u00e9")])
def test_json_that_an_output_cannot_hold(monkeypatch: pytest.MonkeyPatch, encoding: str, told: str) -> None:
    """A name that is no text, or that the output's encoding lacks, is escaped, and the JSON stays JSON."""
    written = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", written)
    with pytest.raises(SystemExit) as left:
        main(["judge", "é\udcff", "--json"])
    written.flush()
    text = written.buffer.getvalue().decode(encoding)
    assert (left.value.code, json.loads(text)["file"], told in text) == (2, "é\udcff", True)


def test_an_output_that_lacks_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of letters is printed on any output, with what it lacks as escapes."""
    written = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", written)
    main(["pack", "eighty_days", "hat", "--board", "small"])
    assert b"\\u250c" in written.buffer.getvalue()


@pytest.mark.parametrize(("words", "says"), [
    ("rules monopoly", ["no game 'monopoly'"]),
    ("bord", ["no command 'bord'; did you mean 'board'?"]),
    ("board chek x.toml", ["no command 'chek'; did you mean 'check'?"]),
    ("board nothing", ["no command 'nothing'; there are check, new, show"]),
    ("rules eighty_days travel.prise", ["did you mean 'travel.price'"]),
    ("verify eighty_days nothing", ["no property 'nothing'"]),
    ("verify tour_du_monde days --discover", ["--discover tells facts of one game"]),
    ("verify eighty_days --players 1", ["2 to 4 players, not 1"]),
    ("rules eighty_days travel.price --line 80D-1 --rulings", ["--rulings and --line would be ignored"]),
    ("rules eighty_days --rulings --kind fact", ["--kind would be ignored"]),
    ("rules eighty_days --code", ["--code would be ignored"]),
    ("judge game.fogg --seconds 3", ["--seconds would be ignored"]),
    ("mutate eighty_days --rule nope --action nope --players 9", ["no rule 'nope'", "no action 'nope'", "not 9"]),
    ("mutate tour_du_monde --quick --timeout 3", ["--timeout would be ignored"]),
    ("mutate tour_du_monde --journal -", ["can only be a file"]),
    ("mutate tour_du_monde --cases {long}", ["File name too long"]),
    ("mutate tour_du_monde --records {long}", ["File name too long"]),
    ("explore {long}.py", ["File name too long"]),
    ("play eighty_days --board {long}.toml", ["File name too long"]),
    ("mutate tour_du_monde --cases {tests}/cases/eighty_days --rule travel.pair --players 2 --board small",
     ["there are cases of 80 Days among those of Le Tour"]),
    ("verify --all --players 0", ["everything of every game"]),
    ("verify --all --discover", ["facts of one game"]),
    ("verify tour_du_monde --discover -v --smt2 q", ["--verbose and --smt2 would be ignored"]),
    ("verify tour_du_monde --ruling row-size --lemmas", ["--lemmas would be ignored"]),
    ("verify tour_du_monde --ruling row-size --ruling row-size=a", ["row-size is fixed"]),
    ("verify tour_du_monde days --reach", ["--reach would be ignored"]),
    ("verify tour_du_monde --free --lemmas", ["--lemmas would be ignored"]),
    ("verify tour_du_monde days --games ''", ["a folder to write into has no name"]),
    ("verify tour_du_monde days --itf {tests}/models/die_hard.py", ["cannot write into"]),
    ("verify tour_du_monde days --json --summary -", ["--summary - and --json would both write"]),
    ("bench nothing", ["no benchmark nothing"]),
    ("bench solvers --players 2 --runs 3", ["--players and --runs would be ignored"]),
    ("bench --instances 3 --seed 0", ["--instances and --seed would be ignored"]),
    ("bench exploration --players 2", ["--players would be ignored"]),
    ("bench --game monopoly", ["no game 'monopoly'"]),
    ("bench --players 9", ["2 to 4 players, not 9"]),
    ("play eighty_days --players 1", ["2 to 4 players, not 1"]),
    ("play eighty_days --players 0", ["2 to 4 players, not 0"]),
    ("play eighty_days --players 9", ["2 to 4 players, not 9"]),
    ("play eighty_days --players ²", ["not 1"]),
    ("play eighty_days --players " + 5000 * "9", ["2 to 4 players, not 999"]),
    ("explore {tests}/models/die_hard.py --players " + 5000 * "9", ["not 999"]),
    ("play eighty_days --board small --players Ann,B\udcff", ["nobody could read it"]),
    ("graph eighty_days --record 'two\nlines'", ["cannot read two\\nlines"]),
    ("judge ''", ["a file to read has no name"]),
    ("play eighty_days --players Ann,Ann", ["same name"]),
    ("play eighty_days --board small --players #x,game:x", ["#x", "game:x"]),
    ("play eighty_days --board small --players Ann,BYSTANDER", ["stands for something else"]),
    ("play eighty_days --board small --players Ann,Ben --seats human,random --as Ben", ["is not played by a human"]),
    ("play eighty_days --board small --players 2 --seats martian", ["no seat martian"]),
    ("play eighty_days --players 9 --board nope --set foo=a", ["no board 'nope'", "not 9", "ruling 'foo'"]),
    ("play eighty_days --board small --ruling fourth-adventure=z", ["no choice 'z'"]),
    ("explore nofile.py", ["no file nofile.py"]),
    ("explore model.pyx:MODEL", ["no game 'model.pyx:MODEL'"]),
    ("explore {tests}/models/die_hard.py --players Ann,Ben", ["have no names"]),
    ("explore {tests}/models/die_hard.py --board small", ["no board 'small' (give a path)"]),
    ("explore tour_du_monde --ruling row-size=a --ruling row-size=b", ["row-size is chosen twice, as a and as b"]),
    ("explore tour_du_monde --ruling row-size=a --ruling Row-Size=b", ["row-size is chosen twice"]),
    ("pack eighty_days hat --best --value hat=3 --value hat=4", ["hat is chosen twice"]),
    ("explore eighty_days --max-states 0", ["0 is not in the range x>=1 (see fogg explore --help)"]),
    ("explore --json", ["Missing argument 'GAME|RECORD|FILE.py:NAME' (see fogg explore --help)"]),
    ("graph eighty_days side_a more", ["unexpected extra argument (more) (see fogg graph --help)"]),
    ("games --jsn", ["No such option"]),
    ("plan game.fogg --time-limit nan", ["'nan' is no number of seconds"]),
    ("mutate eighty_days --timeout inf", ["inf"]),
    ("pack eighty_days hat --svg - --json", ["--svg - and --json would both write to standard output"]),
    ("plan game.fogg --json -o -", ["--output - and --json would both write"]),
    ("graph eighty_days --graphml - --svg -", ["--graphml - and --svg - would both write"]),
    ("graph eighty_days --graphml out.svg --svg ./out.svg", ["--graphml and --svg would both write ./out.svg"]),
    ("bench --json -o ''", ["a file to write has no name"]),
    ("pack eighty_days fez sombrero", ["no item 'fez'", "no item 'sombrero'"]),
    ("pack eighty_days 99xhat", ["8 x hat, not 99"]),
    ("route eighty_days paris nowhere", ["no City 'nowhere'"]),
    ("route eighty_days paris lima --as ''", ["no Player ''"]),
    ("route eighty_days paris lima --stack ship=²", ["is no stack"]),
])
def test_bad_words(capsys: pytest.CaptureFixture[str], words: str, says: list[str]) -> None:
    """Every wrong word is told, each in a message of its own."""
    told = refused(capsys, *shlex.split(words.format(tests=Path(__file__).parents[1], long="x" * 5000)))
    assert len(says) == len(told), told
    assert all(one in line for one, line in zip(says, told, strict=True)), told


@pytest.mark.parametrize(("code", "name", "says"), [
    ("A = 1", "B", "no Game called B"), ("A = 1", "A", "no Game called A"),
    ("raise ValueError('no')", "A", "ValueError: no"), ("def (", "A", "SyntaxError"), ("\0", "A", "does not load"),
    ("raise SystemExit", "A", "SystemExit"), ("raise ValueError('two\\nlines')", "A", "two lines"),
])
def test_a_bad_model(capsys: pytest.CaptureFixture[str], tmp_path: Path, code: str, name: str, says: str) -> None:
    """A Python file that fails or lacks the model is one problem."""
    file = tmp_path / "bad_model.py"
    file.write_text(code, encoding="utf-8")
    told = refused(capsys, "explore", f"{file}:{name}")
    assert says in told[0]


def test_a_rule_that_fails_is_told_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A bug in a model's rule is found when it is traced, and told at the line of the model."""
    text = (Path(__file__).parents[1] / "models" / "die_hard.py").read_text(encoding="utf-8")
    assert "    t.small = 3\n" in text
    file = tmp_path / "failing.py"
    file.write_text(text.replace("    t.small = 3\n", "    t.small = 1 // 0\n"), encoding="utf-8")
    line = text[:text.index("    t.small = 3\n")].count("\n") + 1
    with pytest.raises(SystemExit) as left:
        main(["explore", str(file)])
    told = capsys.readouterr().err
    assert (left.value.code, told.startswith(f"error: {file}:{line}: ZeroDivisionError")) == (2, True)


def test_a_model_may_be_called_like_a_module(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A model in a file whose name is that of a module replaces no module."""
    file = tmp_path / "json.py"
    file.write_text("A = 1", encoding="utf-8")
    refused(capsys, "explore", f"{file}:A")
    assert json is sys.modules["json"]


def test_an_output_that_takes_no_more(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk behind standard output is one clear line, too."""
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(sys, "stdout", Full())
    expected = ["error: cannot write standard output: no space left (write elsewhere)"]
    assert expected == refused(capsys, "games", "--json")


@pytest.mark.parametrize("words", [
    "graph eighty_days --graphml", "plan game.fogg -o", "bench -o", "export eighty_days --to itf -o",
    "judge game.fogg --repaired", "mutate eighty_days --journal",
    "verify eighty_days --summary", "route eighty_days paris lima --svg",
    "play eighty_days --board small --quiet -o", "board new eighty_days -o", "board show eighty_days small --svg",
    "pack eighty_days hat --board small --svg",
])
def test_an_output_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str) -> None:
    """A folder is no place to write a file to, and no folder can lie in a file."""
    file = tmp_path / "file"
    file.touch()
    for target in (tmp_path, file / "below"):
        assert f"cannot write {target}" in refused(capsys, *words.split(), target)[0]


@pytest.mark.parametrize("words", [("-h",), ("board", "-h"), ("verify", "-h")])
def test_help_has_a_short_name(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    """`-h` is as good as `--help`, for every command."""
    main(words)
    short = capsys.readouterr().out
    main([*words[:-1], "--help"])
    assert short == capsys.readouterr().out != ""
