"""What commands print, whatever it is printed on."""

import pytest
from rich.console import Console

from fogg import output


@pytest.mark.parametrize("width", [160, 60, 40])
def test_tables_lose_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """In a terminal of any width each column of a table still has all its letters, and the first its words whole."""
    monkeypatch.setattr(output, "console", lambda: Console(width=width, highlight=False, soft_wrap=True))
    rows = [("tour_du_monde", "antidisestablishmentarianism", "side_a, side_b, small, small_b", "23")]
    output.print_rows("", ("game", "title", "boards", "rulings"), rows)
    told = capsys.readouterr().out
    assert "tour_du_monde" in told
    assert "…" not in told
    wanted = "".join("".join(row) for row in rows) + "gametitleboardsrulings"
    assert sorted(wanted.replace(" ", "")) == sorted("".join(told.split()))
