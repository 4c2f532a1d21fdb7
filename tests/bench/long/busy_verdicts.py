#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verdicts on a busy machine against what a quiet one tells.

    tests/bench/long/busy_verdicts.py FOLDER [--tries 3] [--loads 0,1,2,4,8] [--kinds burst,steady,memory]

Records small eager models, on one thread and on two ("products2"), with variants that do a known share of the work
("w80" four fifths), the same work in more and smaller operators ("chunked"), or on another number of threads, and eager
three times more, beside processes that keep cores or memory busy. FOLDER keeps the recordings: what is there is
not recorded again, so that a changed rule is tried by running this once more. Prints how often each verdict came, by
load and true effect, and exits 1 where one contradicts the truth: the medians without load, where they differ by more
than 3 %. Half a minute a recording on two cores.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
WORK = (80, 125)
TIMES_EAGER = 3
FEWEST_FOR_TRUTH = 1


def burn(kind, seed):
    """Until it is killed."""
    draw = random.Random(seed)
    block = bytearray(64 << 20) if kind == "memory" else None
    while True:
        end = time.monotonic() + draw.uniform(0.05, 3.0)
        while time.monotonic() < end:
            if block is not None:
                block[:] = block[::-1]
        if kind == "burst":
            time.sleep(draw.uniform(0.05, 3.0))


@contextlib.contextmanager
def neighbours(kind, count):
    busy = [subprocess.Popen([sys.executable, __file__, "--burn", kind, str(seed)]) for seed in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def record(options, model, file):
    threads = 2 if model.endswith("2") else 1
    variants = ["--variant", "eager", "--variant", "chunked=eager,env.CHUNKS:4"]
    variants += ["--variant", f"other_threads=eager,threads:{3 - threads}"]
    for number in range(TIMES_EAGER):
        variants += ["--variant", f"again{number}=eager"]
    for share in WORK:
        variants += ["--variant", f"w{share}=eager,env.WORK:{share}"]
    command = [options.program, "record", "--model", f"{HERE / 'busy_models.py'}:{model}", *variants, "--effort", "quick"]
    command += ["--without", "cold,check,trace,trial", "--python", options.python, "-o", str(file)]
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        file.unlink(missing_ok=True)
        raise SystemExit(done.stderr.strip().splitlines()[-1])


def judged(options, file):
    """[{model, load, variant, verdict, speedup, low, high, disturbed}] of a recording."""
    model, kind, load, _ = file.stem.split("-")
    answer = subprocess.run([options.program, "compare", file, "--json"], capture_output=True, text=True, check=True)
    whole = json.loads(answer.stdout)
    for variant in whole["cases"][0]["variants"][1:]:
        speedup = variant["speedup"] or {}
        yield {
            **{"model": model, "kind": kind, "load": int(load), "variant": variant["name"], "verdict": variant["verdict"]},
            **{"speedup": speedup.get("estimate"), "low": speedup.get("low"), "high": speedup.get("high")},
            "disturbed": whole["machine"]["disturbed_block_ratio"],
        }


def truths(rows):
    """{(model, variant): how many times faster without load}; eager again is eager, whatever was measured."""
    quiet = collections.defaultdict(list)
    for row in rows:
        if row["load"] == 0 and row["speedup"]:
            quiet[row["model"], row["variant"]].append(row["speedup"])
    return {
        key: 1.0 if key[1].startswith("again") else statistics.median(found)
        for key, found in quiet.items()
        if len(found) >= FEWEST_FOR_TRUTH
    }


def contradicts(verdict, truth):
    margin = 1.03
    if verdict == "faster":
        return truth < 1
    if verdict == "slower":
        return truth > 1
    return verdict == "no_difference" and not 1 / margin < truth < margin


def report(rows):
    truth = truths(rows)
    counts, wrong, aa, large = collections.Counter(), [], collections.Counter(), collections.defaultdict(list)
    on_more_threads = collections.Counter()
    for row in rows:
        if row["load"] == 0 or (row["model"], row["variant"]) not in truth:
            continue
        true = truth[row["model"], row["variant"]]
        decided = row["verdict"] in ("faster", "slower", "no_difference")
        counts[row["load"], row["kind"], decided] += 1
        if contradicts(row["verdict"], true):
            wrong.append((row, true))
        if row["variant"].startswith("again"):
            aa[row["verdict"]] += 1
        elif max(true, 1 / true) < 1.2:
            continue
        elif row["variant"] == "other_threads" or row["model"].endswith("2"):
            on_more_threads[decided] += 1
        else:
            large[row["load"]].append(decided)
    print("load  kind    decided")
    for load, kind in sorted({(load, kind) for load, kind, _ in counts}):
        print(f"{load:>4}  {kind:<7} {counts[load, kind, True]} of {counts[load, kind, True] + counts[load, kind, False]}")
    for load, decided in sorted(large.items()):
        print(f"true effect of 20 % or more on one thread, load {load}: {sum(decided)} of {len(decided)} decided")
    print(f"true effect of 20 % or more on several threads: {on_more_threads[True]} of {on_more_threads.total()} decided")
    print("eager again:", ", ".join(f"{verdict} {count}" for verdict, count in aa.most_common()) or "nothing recorded")
    for row, true in wrong:
        print(f"WRONG {row['model']} {row['kind']} {row['load']} {row['variant']}: {row['verdict']} "
              f"{row['speedup']:.3f} ({row['low']:.3f} to {row['high']:.3f}), true {true:.3f}")
    print(f"{sum(counts.values())} comparisons, {len(wrong)} against the truth")
    return 1 if wrong else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--tries", type=int, default=3)
    parser.add_argument("--loads", default="0,1,2,4,8")
    parser.add_argument("--kinds", default="burst,steady,memory")
    parser.add_argument("--models", default="small,products,streams,products2,streams2")
    parser.add_argument("--program", default=str(ROOT / "build/dev/bin/fusescope"))
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    return parser.parse_args()


def main():
    if sys.argv[1:2] == ["--burn"]:
        return burn(sys.argv[2], sys.argv[3])
    options = arguments()
    options.folder.mkdir(parents=True, exist_ok=True)
    for number in range(options.tries):
        for load in map(int, options.loads.split(",")):
            for kind in options.kinds.split(",") if load else ["none"]:
                for model in options.models.split(","):
                    file = options.folder / f"{model}-{kind}-{load}-{number}.fscope"
                    if not file.exists():
                        with neighbours(kind, load):
                            record(options, model, file)
                        print(file.stem, flush=True)
    rows = [row for file in sorted(options.folder.glob("*.fscope")) for row in judged(options, file)]
    return report(rows)


if __name__ == "__main__":
    sys.exit(main())
