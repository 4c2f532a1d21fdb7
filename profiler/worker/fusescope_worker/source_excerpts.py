# SPDX-License-Identifier: Apache-2.0
"""The source around a place as it stands now, in bounds that the recorder asks for."""

from fusescope_worker import user_frames
from fusescope_worker.pristine import linecache, os

_AROUND = 24  # lines before and after the place
_LONGEST_LINE = 400  # characters
_LONGEST_FILE = 8 << 20  # bytes; nobody wrote a longer one by hand
_LONGEST_PART = 30 << 10  # bytes of a file that are told at once
_MOST_FRAMES = 40


def excerpt(file, line, frames=()):
    """Fields of SourceFact; None where the file cannot be read."""
    lines = _lines(file)
    if not 1 <= line <= len(lines):
        return None
    first = max(1, line - _AROUND)
    shown = [_short(text) for text in lines[first - 1 : line + _AROUND]]
    return {
        "file": file,
        "line": line,
        "first_line": first,
        "text": "\n".join(shown),
        "frames": [_frame(*frame) for frame in list(frames)[-_MOST_FRAMES:]],
    }


def part(file, line):
    """The file, or of a long one what stands around the line, as fields of SourceFact; its key is the first line. None
    where the file cannot be read."""
    lines = _lines(file)
    if not 1 <= line <= len(lines):
        return None
    around = len(lines)
    while True:
        first = max(1, line - around)
        text = "\n".join(_short(each) for each in lines[first - 1 : line + around])
        if len(text.encode("utf-8", "replace")) <= _LONGEST_PART:
            return {"file": file, "line": first, "first_line": first, "text": text, "frames": []}
        around //= 2


def _lines(file):
    """Also of a notebook's cell, which linecache knows and the disk does not."""
    try:
        if os.path.getsize(file) > _LONGEST_FILE:
            return []
    except OSError:
        pass
    return linecache.getlines(file)


def _frame(file, line, function):
    lines = _lines(file)
    text = lines[line - 1].strip() if 1 <= line <= len(lines) else ""
    return {
        "file": file,
        "line": line,
        "function": function,
        "text": _short(text),
        "library": user_frames.is_library(file),
    }


def _short(text):
    text = text.rstrip("\r\n")
    return text if len(text) <= _LONGEST_LINE else text[: _LONGEST_LINE - 1] + "…"
