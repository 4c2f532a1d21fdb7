# SPDX-License-Identifier: Apache-2.0
"""`%load_ext fusescope`: `%%fusescope` records the cell below it as a script of its own, `%fusescope` runs the program.

The cell stands for itself: it runs in fresh processes that know nothing of the cells before it.
"""

import hashlib
import os
import pathlib
import shlex
import subprocess
import sys

from fusescope import program
from fusescope.recording import ProgressLine, Recording


def load_ipython_extension(ipython):
    def fusescope(line, cell=None):
        words = shlex.split(line)
        try:
            return run_line(words) if cell is None else record_cell(words, cell)
        except program.FusescopeError as error:
            print(f"fusescope: {error}", file=sys.stderr)
            return None

    ipython.register_magic_function(fusescope, magic_kind="line_cell", magic_name="fusescope")


def run_line(words):
    """`%fusescope compare mine.fscope`"""
    ended = subprocess.run([program.program(), *words], env=program.environment(), capture_output=True, text=True)
    print(ended.stdout, end="")
    print(ended.stderr, end="", file=sys.stderr)


def record_cell(words, cell):
    """The words are options of `fusescope record`; what stands behind `--` are the script's arguments."""
    cut = words.index("--") if "--" in words else len(words)
    options, arguments = words[:cut], words[cut:]
    # Modules beside the notebook can be imported, as the cells before could.
    path = os.pathsep.join([os.getcwd(), *filter(None, [os.environ.get("PYTHONPATH")])])
    line_words = ["record", *options, "--script", str(script_of(cell)), *arguments]
    with ProgressLine() as line:
        stored = program.record_events(line_words, line.show, PYTHONPATH=path)
    return Recording(stored["file"], stored["comparison"])


def script_of(cell):
    """The cell as a file that is kept, for a recording may be run again."""
    if any(line.lstrip().startswith(("%", "!")) for line in cell.splitlines()):
        raise program.FusescopeError(
            "the cell holds a line for IPython (% or !), which a script cannot: move it into a cell of its own"
        )
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    file = pathlib.Path(cache) / "fusescope" / "cells" / f"cell_{hashlib.sha256(cell.encode()).hexdigest()[:12]}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(cell, encoding="utf-8")
    return file
