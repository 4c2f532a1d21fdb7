#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What graph breaks cost, by the trace and by the truth: the same model without them, each form in processes of its own.

    tests/bench/long/break_costs.py [--forms straight,loop,item,encoder] [--counts 1,3,8] [--backend inductor]

The sum of the costs must lie within max(25 %, 10 µs) of the true difference where that is over 100 µs. Processes of one
model differ in speed, so both are taken as shares of the broken call and told at the truth's speed. About two minutes a
model on two quiet cores. Prints a table as it stands in the docs; exit 1 when any model is beyond.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import break_truth

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/dev/bin/fusescope"
MODELS = pathlib.Path(__file__).with_name("break_models.py")
MOST = {"straight": 8, "loop": 8, "item": 3, "encoder": 3}


def run(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr.strip().splitlines()[-1])
    return done.stdout


def share_by_the_trace(options, file: pathlib.Path, form: str, k: int) -> float:
    """The sum over the breaks, of the broken form's median."""
    run("record", "--model", f"{MODELS}:make", "--arg", f"form={form}", "--arg", f"k={k}", "--arg", "broken=1",
        "--variant", "eager", "--variant", f"compiled=backend:{options.backend}", "--effort", "quick", "--processes", "2",
        "--rounds", "6", "--without", "cold,check,noise", "--python", options.python, "-o", str(file))  # fmt: skip
    document = json.loads(run("compare", str(file), "--json"))
    median = document["cases"][0]["variants"][1]["latency_ns"]["p50"]
    breaks = json.loads(run("show", str(file), "breaks", "--json"))["graph_breaks"]
    if not breaks or any(row["cost_ns"] is None for row in breaks):
        raise SystemExit(f"{form} {k}: a break has no cost; `fusescope show` says why")
    return sum(row["cost_ns"]["estimate"] for row in breaks) / median


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--forms", default="straight,loop,item,encoder")
    parser.add_argument("--counts", default="1,3,8")
    parser.add_argument("--backend", default="inductor")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    beyond = 0
    print("| Model | Breaks | Without, µs | With, µs | True difference, µs | By the trace, µs | |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for form in options.forms.split(","):
            for k in (count for count in map(int, options.counts.split(",")) if count <= MOST[form]):
                share = share_by_the_trace(options, pathlib.Path(folder) / f"{form}-{k}.fscope", form, k)
                truth = break_truth.measure(options.python, form, k, options.backend, options.pairs)
                whole, broken, difference = truth.whole / 1e3, truth.broken / 1e3, truth.difference / 1e3
                told = share * broken
                holds = difference <= 100 or abs(told - difference) <= max(0.25 * difference, 10)
                beyond += not holds
                mark = "ok" if holds and difference > 100 else "below 100 µs" if holds else "FAIL"
                print(f"| {form} | {k} | {whole:.1f} | {broken:.1f} | {difference:.1f} | {told:.1f} | {mark} |", flush=True)
    print(f"break_costs  {beyond} models beyond max(25 %, 10 µs)  0  {'ok' if not beyond else 'FAIL'}")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
