#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the breaks of a model truly cost a call: the same model with and without them, in two processes of their own that time
blocks of calls in turn, so that what disturbs the machine meets both. The median over all rounds of all pairs of processes."""

import argparse
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import time

# Short blocks and many: a machine changes its speed within seconds, and both forms are to meet it as it is.
_ROUNDS = 400
_BLOCK_NS = 4_000_000
_WARM_UP_NS = 400_000_000


@dataclasses.dataclass
class Truth:
    """Medians of one call, ns."""

    whole: float
    broken: float
    difference: float


class Form:
    """A process that compiles one form, and times a block of calls whenever it is asked."""

    def __init__(self, python: str, form: str, k: int, broken: bool, backend: str):
        command = [python, __file__, form, str(k), str(int(broken)), backend]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ready(self):
        """Blocks until it is compiled and warm."""
        if self._process.stdout.readline() != "ready\n":
            raise SystemExit("a process of the ground truth failed; what it printed above says why")

    def block(self) -> float:
        """The median of the calls of one block, ns."""
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait()


def measure(python: str, form: str, k: int, backend: str, pairs: int) -> Truth:
    wholes, brokens, differences = [], [], []
    for _ in range(pairs):
        forms = [Form(python, form, k, broken, backend) for broken in (False, True)]
        for each in forms:
            each.ready()
        for number in range(_ROUNDS):
            order = forms if number % 2 == 0 else forms[::-1]
            times = {each: each.block() for each in order}
            wholes.append(times[forms[0]])
            brokens.append(times[forms[1]])
            differences.append(times[forms[1]] - times[forms[0]])
        for each in forms:
            each.close()
    return Truth(statistics.median(wholes), statistics.median(brokens), statistics.median(differences))


def serve(form: str, k: int, broken: bool, backend: str):
    import torch
    from break_models import make

    torch.set_num_threads(1)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # both forms of a pair on one core: they never run at once
    model, inputs = make(form, k, broken)
    model = torch.compile(model, backend=backend)

    def times(total_ns: int) -> list[int]:
        taken, end = [], time.perf_counter_ns() + total_ns
        while (start := time.perf_counter_ns()) < end:
            model(*inputs)
            taken.append(time.perf_counter_ns() - start)
        return taken

    with torch.no_grad():
        model(*inputs)
        times(_WARM_UP_NS)
        print("ready", flush=True)
        for _ in sys.stdin:
            print(json.dumps(statistics.median(times(_BLOCK_NS))), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="one form; break_costs.py starts it")
    parser.add_argument("form")
    parser.add_argument("k", type=int)
    parser.add_argument("broken", type=int)
    parser.add_argument("backend")
    chosen = parser.parse_args()
    serve(chosen.form, chosen.k, bool(chosen.broken), chosen.backend)
