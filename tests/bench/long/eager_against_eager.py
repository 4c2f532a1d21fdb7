#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Eager against eager must not be called faster or slower. Records N comparisons, prints each verdict.

    tests/bench/long/eager_against_eager.py [--tries 20] [--again 3] [--load 1] [--model builtin:mlp] [--effort quick]

Every comparison holds a baseline and `--again` variants that are eager, too; meanwhile `--load` processes keep a
core busy each, in bursts of random length. One to three minutes a try on two cores with quick effort. Exit 1 when
any variant was called faster or slower.
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

ROOT = pathlib.Path(__file__).resolve().parents[3]
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


def options_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--again", type=int, default=3)
    parser.add_argument("--load", type=int, default=1)
    parser.add_argument("--model", default="builtin:mlp")
    parser.add_argument("--effort", default="quick")
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    parser.add_argument("--keep-busy", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    options = options_given()
    if options.keep_busy is not None:
        keep_busy(options.keep_busy)
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
