#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does `fusescope tune` find what trying everything finds, in a third of the time?

    tests/bench/long/tune_against_brute_force.py [MODEL …] [--out FOLDER] [--python PATH] [--budget 20m]

For each model the search runs first. Then every setting that it tried is recorded as `record --effort normal` does, without
traces, beside eager: 3 + 3 cold processes and 5 repetitions, which is what one would do by hand. Prints the best
setting by that, tune's pick, how much slower the pick is there (at most 3 %), and the time of both (at most a third).
The best of several noisy figures is flattered by its noise: where the pick seems to lose more than the 3 %, the two are
recorded once more, beside each other alone and three times as often, and that figure counts. 20 to 30 minutes on two quiet
cores. What is in FOLDER already is not recorded again. Exit 1: a limit is missed.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/dev/bin/fusescope"
MODELS = {
    "transformer_block": (["--model", "builtin:transformer-block"], "modes,options"),
    "resnet18": (["--model", "torchvision:resnet18", "--input", "x=1x3x64x64:float32"], "modes,options"),
    "one_bad_child": (
        ["--model", f"{pathlib.Path(__file__).with_name('tune_models.py')}:one_bad_child"],
        "modes,boundaries",
    ),
}
MOST_LOST, MOST_TIME = 0.03, 1 / 3
MOST_VARIANTS = 7  # of a comparison, beside its baseline


def run(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 4):  # some settings may fail
        raise SystemExit(f"fusescope {arguments[0]} ended with {done.returncode}")
    return done.stdout


def once(folder: pathlib.Path, name: str, work) -> dict:
    """What `work` gave and how long it took, kept for the next time."""
    kept = folder / f"{name}.json"
    if not kept.exists():
        begun = time.monotonic()
        result = work()
        kept.write_text(json.dumps({"result": result, "seconds": time.monotonic() - begun}))
    return json.loads(kept.read_text())


def tuned(folder: pathlib.Path, model: str, options: argparse.Namespace) -> dict:
    words, search = MODELS[model]
    file = folder / f"{model}-tune.fscope"
    file.unlink(missing_ok=True)
    run("tune", *words, "--search", search, "--budget", options.budget, "--python", options.python,
        "--no-trace", "-o", str(file))
    plan = json.loads(run("reproduce", str(file), "--json"))["plan"]
    return {"tune": json.loads(run("show", str(file), "tune", "--json")), "plan": plan}


def recorded(folder: pathlib.Path, name: str, plan: dict, variants: list, options: argparse.Namespace, processes: int) -> list:
    """The variants' figures beside the first of them; added to what the file holds."""
    file, written = folder / f"{name}.fscope", folder / f"{name}-plan.json"
    part = {key: plan[key] for key in ("schema", "workload", "cases", "numeric", "goal") if key in plan}
    written.write_text(json.dumps({**part, "variants": variants}))
    run("record", str(written), "--effort", "normal", "--processes", str(processes), "--without", "trace,noise,check",
        "--python", options.python, "-o", str(file))
    return json.loads(run("compare", str(file), "--json"))["cases"][0]["variants"]


def brute_force(folder: pathlib.Path, model: str, plan: dict, options: argparse.Namespace) -> dict:
    """Speed-up of each setting."""
    eager, *settings = plan["variants"]
    speedups = {eager["name"]: 1.0}
    (folder / f"{model}-all.fscope").unlink(missing_ok=True)
    for first in range(0, len(settings), MOST_VARIANTS):
        part = [eager, *settings[first : first + MOST_VARIANTS]]
        for variant in recorded(folder, f"{model}-all", plan, part, options, processes=5):
            if variant["speedup"]:
                speedups[variant["name"]] = variant["speedup"]["estimate"]
    return speedups


def beside(folder: pathlib.Path, model: str, plan: dict, pick: str, best: str, options: argparse.Namespace) -> dict | None:
    """How many times as fast as the pick the best is, with its interval; null where that was not found out."""
    (folder / f"{model}-two.fscope").unlink(missing_ok=True)
    both = [variant for name in (pick, best) for variant in plan["variants"] if variant["name"] == name]
    return recorded(folder, f"{model}-two", plan, both, options, processes=15)[1]["speedup"]


def report(model: str, tune: dict, every: dict, options: argparse.Namespace) -> bool:
    found, speedups = tune["result"]["tune"], every["result"]
    pick = "eager" if found["keep_baseline"] else found["best"]
    best = max(speedups, key=speedups.get)
    lost = speedups[best] / speedups.get(pick, 0.001) - 1
    share = tune["seconds"] / every["seconds"]
    print(f"{model}: best of {len(speedups) - 1} by brute force {best} ({speedups[best]:.3f}x), "
          f"tune's pick {pick} ({speedups.get(pick, 0):.3f}x), {lost:.1%} slower; "
          f"{tune['seconds']:.0f} s against {every['seconds']:.0f} s ({share:.0%})", flush=True)
    if lost > MOST_LOST:
        two = once(options.out, f"{model}-two", lambda: beside(options.out, model, tune["result"]["plan"], pick, best, options))
        if ratio := two["result"]:
            lost = ratio["estimate"] - 1
            print(f"{model}: beside each other alone, {best} is {ratio['estimate']:.3f} ({ratio['low']:.3f} to "
                  f"{ratio['high']:.3f}) times as fast as {pick}")
    return lost <= MOST_LOST and share <= MOST_TIME


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=list(MODELS), choices=[[], *MODELS], metavar="MODEL")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out/tune")
    parser.add_argument("--python", default=str(ROOT / ".venv/bin/python"))
    parser.add_argument("--budget", default="20m")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    good = True
    for model in options.models:
        tune = once(options.out, f"{model}-tune", lambda model=model: tuned(options.out, model, options))
        plan = tune["result"]["plan"]
        every = once(options.out, f"{model}-all", lambda model=model, plan=plan: brute_force(
            options.out, model, plan, options))
        good = report(model, tune, every, options) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
