# SPDX-License-Identifier: Apache-2.0
"""A notebook, run as `jupyter execute` runs it."""

import json
import os
import pathlib
import subprocess

PACKAGE = pathlib.Path(__file__).resolve().parents[2] / "packaging/python"
NEEDED = ("nbclient", "ipykernel")


def why_none(python):
    """What the interpreter lacks; empty where it runs notebooks."""
    asked = "import importlib.util, sys; print(*[n for n in sys.argv[1:] if importlib.util.find_spec(n) is None], sep=', ')"
    missing = subprocess.run([python, "-c", asked, *NEEDED], capture_output=True, text=True).stdout.strip()
    return f"{python} has no {missing}" if missing else ""


def executed(python, file, cells, variables):
    """(how jupyter ended, the outputs of each cell); the notebook stays in `file`."""
    file = pathlib.Path(file)
    file.write_text(json.dumps(notebook_of(cells)))
    path = os.pathsep.join(filter(None, [str(PACKAGE), os.environ.get("PYTHONPATH")]))
    ended = subprocess.run(
        [python, "-m", "jupyter", "execute", "--inplace", "--timeout=-1", str(file)],
        capture_output=True,
        text=True,
        cwd=file.parent,
        env={**os.environ, "PYTHONPATH": path, **variables},
    )
    return ended, [cell["outputs"] for cell in json.loads(file.read_text())["cells"]]


def notebook_of(cells):
    empty = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": []}
    made = [{**empty, "id": f"cell{number}", "source": source} for number, source in enumerate(cells)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def tables(outputs):
    """What a cell shows as HTML."""
    shown = [output["data"]["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    return ["".join(each) for each in shown]


def text(outputs):
    return "".join("".join(output.get("text", "")) for output in outputs)
