"""A 64-bit hash of a state in machine code."""

from __future__ import annotations

from spec.lowering.llvm_code import Code
from spec.lowering.llvm_emit import Source

_ODD = 0x9E3779B97F4A7C15
_SEED = 0x2545F4914F6CDD1D
_LANES = 2


def fingerprint_text(source: Source) -> str:
    """The function `fingerprint(state)`: words of 8 bytes, each mixed in by a full multiplication.

    Two lanes are mixed side by side, since a processor multiplies them at the same time.
    """
    size = source.rows.size
    code = Code(f"i64 @fingerprint({source.state} %s)")
    lanes = [str(_SEED + lane) for lane in range(_LANES)]
    for number, start in enumerate(range(0, size, 8)):
        width = min(8, size - start)
        word = code.load(f"i{8 * width}", code.at("%s", "i8", start))
        if width < 8:
            word = code.let(f"zext i{8 * width} {word} to i64")
        place = number % _LANES
        lanes[place] = _mixed(code, code.let(f"xor i64 {lanes[place]}, {word}"))
    whole = lanes[0]
    for lane in lanes[1:]:
        whole = _mixed(code, code.let(f"xor i64 {whole}, {_rotated(code, lane)}"))
    code.line(f"ret i64 {_mixed(code, whole)}")
    return code.text


def _mixed(code: Code, word: str) -> str:
    """Both halves of a product with an odd constant, joined, so that every bit of the word reaches every bit."""
    wide = code.let(f"mul i128 {code.let(f'zext i64 {word} to i128')}, {_ODD}")
    low = code.let(f"trunc i128 {wide} to i64")
    high = code.let(f"trunc i128 {code.let(f'lshr i128 {wide}, 64')} to i64")
    return code.let(f"xor i64 {low}, {high}")


def _rotated(code: Code, word: str) -> str:
    up, down = code.let(f"shl i64 {word}, 27"), code.let(f"lshr i64 {word}, 37")
    return code.let(f"or i64 {up}, {down}")
