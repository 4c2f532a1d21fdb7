#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Eager against eager must not be called faster or slower. Records N comparisons, prints each verdict.

    tests/bench/long/eager_against_eager.py [--tries 20] [--again 3] [--load 1] [--model builtin:mlp] [--effort quick]

Every comparison holds a baseline and `--again` variants that are eager, too; meanwhile `--load` processes keep a
core busy each, in bursts of random length. One to three minutes a try on two cores with quick effort. Exit 1 when
any variant was called faster or slower.

    tests/bench/long/eager_against_eager.py --forms sweep,suite,load,history [--load 1]

Records eager against eager once in each of these forms and reads what the commands say of it: exit 1 where one
recommends a variant, calls it faster or slower, or sees a change. Ten minutes on two cores.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PROGRAM = ROOT / "build/dev/bin/fusescope"


def keep_busy(seed: int) -> None:
    """A second load as a shared machine has it: works and rests for 0.05 to 3 s in turn, until it is killed."""
    draw = random.Random(seed)
    while True:
        end = time.monotonic() + draw.uniform(0.05, 3.0)
        while time.monotonic() < end:
            pass
        time.sleep(draw.uniform(0.05, 3.0))


@contextlib.contextmanager
def second_load(count: int) -> Iterator[None]:
    busy = [subprocess.Popen([sys.executable, __file__, "--keep-busy", str(seed)]) for seed in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip().splitlines()[-1])
    return done.stdout


def verdicts_of(options: argparse.Namespace, file: pathlib.Path) -> list[dict]:
    again = [word for number in range(options.again) for word in ("--variant", f"again{number + 1}=eager")]
    run("record", "--model", options.model, "--variant", "eager", *again,
        "--effort", options.effort, "--python", options.python, "-o", str(file))
    document = json.loads(run("compare", str(file), "--json"))
    return document["cases"][0]["variants"][1:]


def interval(variant: dict) -> str:
    speedup = variant["speedup"]
    return f"{speedup['low']:.4f} to {speedup['high']:.4f}" if speedup else "no interval"


def words_of(variants: int) -> list[str]:
    return ["--variant", "eager", *(f"--variant=again{number + 1}=eager" for number in range(variants))]


def recorded(options: argparse.Namespace, file: pathlib.Path, *more: str) -> pathlib.Path:
    run("record", "--model", f"{HERE / 'busy_models.py'}:small", *words_of(options.again), "--effort", options.effort,
        "--without", "cold,check,trace,trial", "--python", options.python, "-o", str(file), *more)  # fmt: skip
    return file


def said_of(file: pathlib.Path) -> Iterator[tuple[str, str]]:
    """(where, what) of every recommendation and verdict of a comparison."""
    whole = json.loads(run("compare", str(file), "--json"))
    yield "recommended", whole["recommended"]["kind"]
    for case in whole["cases"]:
        yield f"{case['name']}: recommended", case["recommended"]["kind"]
        for variant in case["variants"][1:]:
            yield f"{case['name']}: {variant['name']}", variant["verdict"]


def of_sweep(options: argparse.Namespace, folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    file = recorded(options, folder / "sweep.fscope", "--input", "x=rowsx64:float32", "--sweep", "rows=1,16,64")
    yield from said_of(file)
    for shape in json.loads(run("shapes", str(file), "--json"))["shapes"]:
        decided = shape["speed_up"] and shape["speed_up"]["low"] > 1.03
        yield f"shapes: {shape['variant']}, {shape['case']}", "faster" if decided else "undecided"


def of_suite(options: argparse.Namespace, folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    models = [{"model": f"{HERE / 'busy_models.py'}:small", "name": f"m{number}"} for number in range(4)]
    suite = {"schema": 1, "name": "equal", "effort": options.effort, "without": ["cold", "check", "trace", "trial"]}
    suite |= {"variant": ["eager", "again1=eager"], "models": models}
    (folder / "equal.json").write_text(json.dumps(suite), encoding="utf-8")
    file = folder / "suite.fscope"
    run("suite", "run", str(folder / "equal.json"), "-o", str(file), "--python", options.python)
    shown = json.loads(run("suite", "show", str(file), "--json"))
    for row in shown["rows"]:
        for variant in row["variants"]:
            yield f"{row['model']}: {variant['variant']}", variant["verdict"]
    for mean in shown["means"]:
        yield f"mean of {mean['variant']}", "faster" if mean["faster"] else "slower" if mean["slower"] else "undecided"


def of_load(options: argparse.Namespace, folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    file = recorded(options, folder / "load.fscope", "--load", "auto", "--load-time", "2s")
    yield from said_of(file)
    for case in json.loads(run("serving", str(file), "--json"))["cases"]:
        for variant in case["variants"][1:]:
            yield f"serving: {variant['name']}", variant["verdict"]


def of_history(options: argparse.Namespace, folder: pathlib.Path) -> Iterator[tuple[str, str]]:
    for _ in range(4):
        file = recorded(options, folder / "history.fscope")
    for metric in ("median", "speedup"):
        history = json.loads(run("history", str(file), "--metric", metric, "--variant", "again1", "--json"))
        yield f"history of {metric}", "change" if history["changes"] else "no_difference"


FORMS = {"sweep": of_sweep, "suite": of_suite, "load": of_load, "history": of_history}
CLAIMS = {"recommended", "faster", "slower", "more_load", "less_load", "change"}


def claimed_in_forms(options: argparse.Namespace) -> int:
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, second_load(options.load):
        for form in options.forms.split(","):
            said = list(FORMS[form](options, pathlib.Path(folder)))
            claims = [f"{where}: {what}" for where, what in said if what in CLAIMS]
            counts = collections.Counter(what for _, what in said)
            print(f"{form}: {', '.join(f'{what} {count}' for what, count in counts.most_common())}", flush=True)
            print("".join(f"  WRONG {claim}\n" for claim in claims), end="", flush=True)
            wrong += len(claims)
    print(f"eager_against_eager in forms  {wrong} claims  0  {'ok' if not wrong else 'FAIL'}")
    return 1 if wrong else 0


def options_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--again", type=int, default=3)
    parser.add_argument("--load", type=int, default=1)
    parser.add_argument("--model", default="builtin:mlp")
    parser.add_argument("--effort", default="quick")
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    parser.add_argument("--forms", help="sweep, suite, load and history, parted by commas")
    parser.add_argument("--keep-busy", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    options = options_given()
    if options.keep_busy is not None:
        keep_busy(options.keep_busy)
    if options.forms:
        return claimed_in_forms(options)
    verdicts: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, second_load(options.load):
        for number in range(options.tries):
            for variant in verdicts_of(options, pathlib.Path(folder) / f"{number}.fscope"):
                verdicts[variant["verdict"]] += 1
                print(f"{number + 1:3}  {variant['name']:8} {variant['verdict']:26} {interval(variant)}", flush=True)
    print(", ".join(f"{name} {count}" for name, count in verdicts.most_common()))
    wrong = verdicts["faster"] + verdicts["slower"]
    print(f"eager_against_eager  {wrong} of {verdicts.total()} called faster or slower  0  {'ok' if not wrong else 'FAIL'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
