"""Running `fogg` in a test as from a shell."""

import pytest

from fogg.command import main


def ran(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    """Exit status, output and errors of `fogg` with these words."""
    status = 0
    try:
        main([str(word) for word in words])
    except SystemExit as left:
        assert isinstance(left.code, int)
        status = left.code
    out, err = capsys.readouterr()
    return status, out, err
