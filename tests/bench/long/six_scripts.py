#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Six real programs, recorded as they are: a training loop, a Hugging Face Trainer, a generate() loop, a torchvision
evaluation with two loaders, a notebook, and a script that compiles by itself.

    tests/bench/long/six_scripts.py [NAME …] [--program PATH] [--python PATH] [--jupyter PATH] [--keep FOLDER] [--effort quick]
    tests/bench/long/six_scripts.py --same 10 [--same-script training]

Prints for each what was proposed and why, whether that is the call that a reader of it would choose, the verdict with its
interval, what compiling took (cache empty, and kept), and the minutes. With `--same N` one script is recorded N times, eager
against eager, and none may be called faster or slower. What a script needs and the interpreter lacks is said, and it is left
out. `--jupyter` is an interpreter with nbclient and ipykernel, such as

    python3 -m venv build/notebook && build/notebook/bin/pip install nbclient ipykernel

Three to eight minutes a script on two quiet cores. Exit 1: another call was proposed, a recording failed, or `--same` found
a difference.
"""

import argparse
import ast
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/support"))

import notebooks  # noqa: E402

SCRIPTS = ROOT / "tests/profiler/worker/scripts"


@dataclass
class Script:
    file: str
    expected: str  # the call that a reader would choose
    needs: list = field(default_factory=list)


SIX = {
    "training": Script("train_loop.py", "model"),
    "trainer": Script("trainer.py", "trainer.model", ["transformers", "accelerate"]),
    "generate": Script("generate.py", "model.generate", ["transformers"]),
    "evaluation": Script("evaluate.py", "model", ["torchvision"]),
    "notebook": Script("notebook.py", "encoder"),
    "own-compile": Script("own_compile.py", "model"),
}


class Failed(Exception):
    """One sentence."""


def ended(done: subprocess.CompletedProcess) -> subprocess.CompletedProcess:
    if done.returncode not in (0, 4):  # some variants may fail
        lines = done.stderr.strip().splitlines() or [f"ended with {done.returncode}"]
        raise Failed(lines[-1])
    return done


def lacks(python: str, packages: list) -> str:
    """Why a script is left out; empty where nothing is missing."""
    asked = "import importlib.util, sys; print(*[n for n in sys.argv[1:] if importlib.util.find_spec(n) is None], sep=', ')"
    missing = subprocess.run([python, "-c", asked, *packages], capture_output=True, text=True).stdout.strip()
    return f"{python} has no {missing}" if missing else ""


class Recorder:
    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.options, self.folder = options, folder

    def ask(self, *words: str) -> dict:
        done = subprocess.run([self.options.program, *words, "--json"], capture_output=True, text=True)
        return json.loads(ended(done).stdout)

    def record(self, script: Script, file: pathlib.Path, variants: list) -> str:
        """Why that call was proposed."""
        words = [word for variant in variants for word in ("--variant", variant)]
        done = subprocess.run(
            [self.options.program, "record", "--script", str(SCRIPTS / script.file), *words, "--effort",
             self.options.effort, "--python", self.options.python, "-o", str(file), "--json"],
            capture_output=True, text=True, cwd=self.folder, env={**os.environ, "OUTPUT": str(self.folder / "output")},
        )  # fmt: skip
        events = [json.loads(line) for line in ended(done).stdout.splitlines()]
        return next((event["text"] for event in events if event["event"] == "script"), "")

    def record_cell(self, script: Script, file: pathlib.Path) -> str:
        """By `jupyter execute` of a notebook whose last cell has %%fusescope above it."""
        tree = ast.parse((SCRIPTS / script.file).read_text())
        cells = next(ast.literal_eval(each.value) for each in tree.body if isinstance(each, ast.Assign))
        head = f"%%fusescope --variant eager --variant default --effort {self.options.effort} -o {file}"
        chosen = {"FUSESCOPE_PROGRAM": self.options.program, "FUSESCOPE_PYTHON": self.options.python}
        done, outputs = notebooks.executed(
            self.options.jupyter, file.with_suffix(".ipynb"), ["%load_ext fusescope", head + "".join(cells)], chosen
        )
        if not notebooks.tables(ended(done) and outputs[-1]):
            raise Failed("the cell shows no table: " + notebooks.text(outputs[-1]))
        return "a cell's own words are not shown while it runs"

    def judged(self, file: pathlib.Path) -> tuple[str, dict]:
        """The call, and the variant beside eager."""
        plan = self.ask("reproduce", str(file))["plan"]
        return plan["workload"]["call"], self.ask("compare", str(file))["cases"][0]["variants"][1]


def interval(variant: dict) -> str:
    speedup = variant["speedup"]
    if not speedup:
        return variant.get("speedup_reason") or "no interval"
    return f"{speedup['estimate']:.3f} ({speedup['low']:.3f} to {speedup['high']:.3f})"


def seconds(variant: dict, key: str) -> str:
    ns = (variant["compile_ns"] or {}).get(key)
    return "–" if ns is None else f"{ns / 1e9:.1f} s"


def show(recorder: Recorder, name: str) -> bool:
    script, file = SIX[name], recorder.folder / f"{name}.fscope"
    begun, why = time.monotonic(), "recorded before"
    try:
        if not file.exists():
            cell = name == "notebook"
            why = recorder.record_cell(script, file) if cell else recorder.record(script, file, [])
        call, variant = recorder.judged(file)
    except Failed as error:
        print(f"{name:12} FAIL {error}", flush=True)
        return False
    right = call == script.expected
    print(f"{name:12} {call}: {why}")
    print(f"{'':12} {'as expected' if right else f'FAIL expected {script.expected}'}")
    print(f"{'':12} {variant['name']}: {variant['verdict']} {interval(variant)}")
    print(f"{'':12} compiling {seconds(variant, 'cold')} cold, {seconds(variant, 'warm')} with its cache kept")
    print(f"{'':12} {(time.monotonic() - begun) / 60:.1f} min", flush=True)
    return right


def six(options: argparse.Namespace, recorder: Recorder) -> bool:
    wrong, left_out = 0, 0
    for name in options.names or SIX:
        missing = lacks(options.python, SIX[name].needs)
        if name == "notebook":
            missing = notebooks.why_none(options.jupyter)
        if missing:
            left_out += 1
            print(f"{name:12} left out: {missing}", flush=True)
        else:
            wrong += not show(recorder, name)
    print(f"six_scripts  {wrong} wrong, {left_out} left out  0  {'ok' if not wrong else 'FAIL'}")
    return not wrong


def same(options: argparse.Namespace, recorder: Recorder) -> bool:
    called = 0
    for number in range(options.same):
        file = recorder.folder / f"same-{options.same_script}-{number}.fscope"
        if not file.exists():
            recorder.record(SIX[options.same_script], file, ["eager", "again=eager"])
        _, variant = recorder.judged(file)
        called += variant["verdict"] in ("faster", "slower")
        print(f"{number + 1:3}  {variant['verdict']:26} {interval(variant)}", flush=True)
    print(f"same_script  {called} of {options.same} called faster or slower  0  {'ok' if not called else 'FAIL'}")
    return not called


def options_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", choices=[*SIX, []])
    parser.add_argument("--program", default=str(ROOT / "build/dev/bin/fusescope"))
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    parser.add_argument("--jupyter", default=str(ROOT / "build/notebook/bin/python"))
    parser.add_argument("--keep", help="folder for the recordings; those that are there are taken")
    parser.add_argument("--effort", default="quick")
    parser.add_argument("--same", type=int, default=0, help="so often eager against eager instead")
    parser.add_argument("--same-script", default="training", choices=SIX)
    options = parser.parse_args()
    if not os.access(options.jupyter, os.X_OK):
        options.jupyter = options.python
    return options


def main() -> int:
    options = options_given()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        recorder = Recorder(options, folder)
        try:
            good = same(options, recorder) if options.same else six(options, recorder)
        except Failed as error:
            print(f"six_scripts  FAIL {error}")
            return 1
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
