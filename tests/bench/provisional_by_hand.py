#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The provisional verdict of `fusescope record`, against the same processes started by hand.

By hand: for each variant one cold process with an empty compile cache and one lane, plain scripts that
import torch, build, compile, warm up as many calls and time as many blocks as the recording did (read from
its database). The recording adds observation, storing and judging; it may take 1.3 times as long.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "build/dev/bin/fusescope"
PYTHON = os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python"))
LIMIT = 1.3

BY_HAND = """
import importlib.util, json, sys, time
import torch
order = json.loads(sys.argv[1])
spec = importlib.util.spec_from_file_location("workload", order["workload"])
module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)
torch.manual_seed(0)
if order["compiled"] and order["cold"]:
    torch.compile(lambda x: x * 2 + 1)(torch.ones(8))
made = module.make()
model, inputs = made["module"], made["inputs"]
if isinstance(inputs, torch.Tensor): inputs = (inputs,)
call = torch.compile(model) if order["compiled"] else model
with torch.no_grad():
    for _ in range(order["calls"]):
        begin = time.perf_counter_ns(); call(*inputs); time.perf_counter_ns()
"""


def record(folder: pathlib.Path) -> tuple[float, pathlib.Path]:
    """Seconds from start to the provisional verdict."""
    file = folder / "bench.fscope"
    begin = time.monotonic()
    provisional = None
    with subprocess.Popen(
        [PROGRAM, "record", "--model", "builtin:mlp", "--variant", "eager", "--variant", "default",
         "--effort", "quick", "--python", PYTHON, "--json", "-o", str(file)],
        stdout=subprocess.PIPE, text=True) as recording:
        for line in recording.stdout:
            if json.loads(line).get("event") == "provisional":
                provisional = time.monotonic() - begin
                recording.terminate()
    if provisional is None:
        raise SystemExit("the recording gave no provisional verdict")
    return provisional, file


def calls_by_process(file: pathlib.Path) -> list[tuple[str, str, int]]:
    """(variant, process kind, calls) of the first cold and the first paired process of each variant."""
    text = subprocess.run([PROGRAM, "show", str(file), "calls", "--json"], capture_output=True, text=True, check=True)
    counts: dict[tuple[str, str], int] = {}
    for series in json.loads(text.stdout)["series"]:
        if series["repetition"] == 0:
            key = (series["variant"], "cold" if series["kind"].startswith("cold") else "paired")
            counts[key] = counts.get(key, 0) + len(series["calls"])
    return [(variant, kind, calls) for (variant, kind), calls in counts.items()]


def by_hand(folder: pathlib.Path, processes: list[tuple[str, str, int]]) -> float:
    script = folder / "by_hand.py"
    script.write_text(BY_HAND)
    begin = time.monotonic()
    for number, (variant, kind, calls) in enumerate(processes):
        cache = folder / ("cache-shared" if kind == "paired" else f"cache-{number}")
        order = {"workload": str(ROOT / "resources/models/mlp.py"), "compiled": variant != "eager",
                 "cold": kind == "cold", "calls": calls}
        environment = dict(os.environ, TORCHINDUCTOR_CACHE_DIR=str(cache))
        if kind == "paired":
            environment["TORCHINDUCTOR_VEC_ISA_OK"] = "1"
        subprocess.run([PYTHON, script, json.dumps(order)], env=environment, check=True)
    return time.monotonic() - begin


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        recorded, file = record(folder)
        hand = by_hand(folder, calls_by_process(file))
    ratio = recorded / hand
    word = "ok" if ratio <= LIMIT else "FAIL"
    print(f"provisional_verdict  {ratio:.2f} x by hand ({recorded:.0f} s, {hand:.0f} s)  {LIMIT}  {word}")
    return 0 if word == "ok" else 1


if __name__ == "__main__":
    sys.exit(main())
