#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Eager against eager must not be called faster or slower. Records N comparisons, prints each verdict.

    tests/bench/long/eager_against_eager.py [--tries 10] [--model builtin:mlp] [--effort quick]

About a minute a try on two cores with quick effort. Exit 1 when any try was called faster or slower.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/dev/bin/fusescope"


def run(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip().splitlines()[-1])
    return done.stdout


def verdict_of(options: argparse.Namespace, file: pathlib.Path) -> dict:
    run("record", "--model", options.model, "--variant", "eager", "--variant", "again=eager",
        "--effort", options.effort, "--python", options.python, "-o", str(file))
    document = json.loads(run("compare", str(file), "--json"))
    return document["cases"][0]["variants"][1]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--model", default="builtin:mlp")
    parser.add_argument("--effort", default="quick")
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    options = parser.parse_args()
    verdicts: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.tries):
            variant = verdict_of(options, pathlib.Path(folder) / f"{number}.fscope")
            speedup = variant["speedup"] or {}
            verdicts[variant["verdict"]] += 1
            interval = "–".join(f"{speedup[key]:.4f}" for key in ("low", "high")) if speedup else "no interval"
            print(f"{number + 1:3}  {variant['verdict']:26} {interval}", flush=True)
    wrong = verdicts["faster"] + verdicts["slower"]
    print(f"eager_against_eager  {wrong} of {options.tries} called faster or slower  0  {'ok' if not wrong else 'FAIL'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
