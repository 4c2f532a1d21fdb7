#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do calls take as long in forked worker processes as in fresh ones, and differ as much between processes?

    tests/bench/long/forked_against_fresh.py [--tries 20] [--model builtin:mlp …] [--rounds 10] [--any-load]

A try is two repetitions of each model, one of fresh processes and one of processes that an interpreter forked after
it imported torch and Inductor, in turns. Each has three lanes, eager, eager again and default, whose blocks of 50 ms
take turns in shuffled order. Forked processes share the places of libraries and of what was allocated before the fork;
fresh ones do not, and that is part of why intervals come from fresh processes. So two things are compared: the mean
of ln(eager / lane) over repetitions (Welch's 95 % interval of the difference), and its standard deviation between
repetitions (95 % interval of the quotient). About 80 s a try on two quiet cores. Before each repetition the script
waits until the machine is quiet. Exit 1 when forking must not be used for repetitions: a mean that differs, or a
deviation that is smaller beyond doubt, or an interval too wide to tell.
"""

import argparse
import contextlib
import math
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/profiler/worker"))
from worker_process import EAGER, ForkingWorker, Worker, built_agents  # noqa: E402

DEFAULT = {"name": "default", "kind": "compiled", "compile": {"mode": "default"}}
LANES = {"eager": EAGER, "eager again": EAGER, "default": DEFAULT}
IMPORTED = ("torch._dynamo", "torch._inductor.compile_fx")
QUIET_LOAD = 0.3
BLOCK_NS = 50_000_000
SAME_MEAN = 0.01  # of the ratio: a third of the smallest effect that a verdict tells
DRAWN, DRAWS = numpy.random.default_rng(1), 1_000_000  # quantiles of t and F are drawn: scipy is not required
SMALLEST_QUOTIENT = 0.6  # of deviations, forked / fresh; with 20 of each chance alone gives 0.63 to 1.59


def wait_until_quiet(any_load: bool) -> None:
    while not any_load and os.getloadavg()[0] > QUIET_LOAD:
        time.sleep(5)


class Lane:
    def __init__(self, worker: Worker):
        self.worker, self.medians = worker, []
        self.calls = 1

    def warm_up(self) -> None:
        while self.worker.warm_up(calls=1)["compiled"]:
            pass
        for _ in range(3):
            call_ns = statistics.median(self.worker.samples(self.worker.warm_up(calls=self.calls)["spool"])[0])
            self.calls = max(5, math.ceil(BLOCK_NS / call_ns))
        for _ in range(10):
            self.worker.warm_up(calls=self.calls)

    def run_block(self) -> None:
        block = self.worker.done("block", case=0, calls=self.calls, discard=max(3, self.calls // 3), clock="call")
        self.medians.append(statistics.median(self.worker.samples(block["spool"])[0]))


def repetition(model: str, rounds: int, environment: dict, forking: ForkingWorker | None, draw: random.Random) -> dict:
    """Median time of a call of each lane, in nanoseconds."""
    agent = str(built_agents()[0])
    with contextlib.ExitStack() as stack:
        lanes = {}
        for name, variant in LANES.items():
            worker = stack.enter_context(Worker(environment, forked_by=forking))
            worker.setup(model, variant, numeric={"threads": 1}, agent=agent)
            lanes[name] = Lane(worker)
        for lane in lanes.values():
            lane.warm_up()
        for _ in range(rounds):
            for lane in draw.sample(list(lanes.values()), len(lanes)):
                lane.run_block()
        for lane in lanes.values():
            lane.worker.done("end")
        return {name: statistics.median(lane.medians) for name, lane in lanes.items()}


def record(options: argparse.Namespace) -> dict:
    """Repetitions by model and way."""
    draw, found = random.Random(1), {}
    with tempfile.TemporaryDirectory() as cache:
        environment = {"TORCHINDUCTOR_CACHE_DIR": cache, "TORCHINDUCTOR_VEC_ISA_OK": "1"}
        forking = ForkingWorker(environment, IMPORTED)
        for number in range(options.tries):
            for model in options.model:
                for way in draw.sample(["fresh", "forked"], 2):
                    wait_until_quiet(options.any_load)
                    by = forking if way == "forked" else None
                    medians = repetition(model, options.rounds, environment, by, draw)
                    found.setdefault((model, way), []).append(medians)
                    shown = ", ".join(f"{name} {ns / 1e3:.2f} us" for name, ns in medians.items())
                    print(f"try {number + 1} {model} {way}: {shown}", flush=True)
        forking.end()
    return found


def logarithms(repetitions: list[dict], lane: str) -> list[float]:
    return [math.log(each["eager"] / each[lane]) for each in repetitions]


def welch(a: list[float], b: list[float]) -> tuple[float, float]:
    """Difference of means (b - a) and half of its 95 % interval."""
    va, vb = statistics.variance(a) / len(a), statistics.variance(b) / len(b)
    freedom = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1)) if va + vb else 1
    t = DRAWN.standard_t(freedom, DRAWS)
    return statistics.mean(b) - statistics.mean(a), float(numpy.quantile(t, 0.975)) * math.sqrt(va + vb)


def quotient_of_deviations(a: list[float], b: list[float]) -> tuple[float, float, float]:
    """b / a with its 95 % interval, by F."""
    quotient = statistics.variance(b) / statistics.variance(a)
    bounds = numpy.quantile(DRAWN.f(len(b) - 1, len(a) - 1, DRAWS), (0.975, 0.025))
    return math.sqrt(quotient), *(math.sqrt(quotient / bound) for bound in bounds)


def row(model: str, lane: str, fresh: list[dict], forked: list[dict]) -> bool:
    """Prints one line of the table; whether both are the same as far as can be told."""
    a, b = logarithms(fresh, lane), logarithms(forked, lane)
    difference, half = welch(a, b)
    quotient, low, high = quotient_of_deviations(a, b)
    spread = sorted(100 * (y - x) for x, y in zip(a, b))
    tenth = [spread[round(share * (len(spread) - 1))] for share in (0.1, 0.5, 0.9)]
    same = abs(difference) + half <= SAME_MEAN and (low <= 1 <= high or low > 1) and quotient >= SMALLEST_QUOTIENT
    print(
        f"| {model} | {lane} | {math.exp(statistics.mean(a)):.4f} | {math.exp(statistics.mean(b)):.4f} "
        f"| {100 * difference:+.2f} ± {100 * half:.2f} | {100 * statistics.stdev(a):.2f} | {100 * statistics.stdev(b):.2f} "
        f"| {quotient:.2f} ({low:.2f} to {high:.2f}) | {' / '.join(f'{value:+.2f}' for value in tenth)} "
        f"| {'same' if same else 'not shown to be the same'} |"
    )
    return same


def print_table(found: dict, models: list[str]) -> bool:
    print("| model | eager / lane | fresh | forked | difference, % | SD fresh, % | SD forked, % | quotient of SDs "
          "| forked - fresh by try, p10 / p50 / p90, % | |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    rows = [
        row(model, lane, found[model, "fresh"], found[model, "forked"])
        for model in models for lane in ("eager again", "default")
    ]
    return all(rows)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=20)
    parser.add_argument("--model", nargs="+", default=["builtin:mlp", "builtin:transformer-block"])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--any-load", action="store_true", help="do not wait for a quiet machine: to try the script")
    options = parser.parse_args()
    return 0 if print_table(record(options), options.model) else 1


if __name__ == "__main__":
    sys.exit(main())
