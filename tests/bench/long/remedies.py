#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What findings predict that their remedies win, beside what they win: each remedy runs in lock step with what it mends.

    tests/bench/long/remedies.py [--only freezing,print] [--keep FOLDER] [--docs] [--table]

About 20 minutes on two quiet cores. What was recorded lies in FOLDER (build/dev/remedies) and is not recorded again: a run
that was cut off goes on. --table reads without recording; --docs writes the table into docs/findings.md. Exit 1 where
fewer than twelve remedies were predicted, or the median error is above 25 %.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "build/dev/bin/fusescope"
MODELS = pathlib.Path(__file__).with_name("remedy_models.py")
DOCS = ROOT / "docs/findings.md"
BEGIN, END = "<!-- remedies: tests/bench/long/remedies.py --docs writes this -->", "<!-- /remedies -->"
MOST, LEAST = 0.25, 12

EDIT = "default,env.MENDED:1"
SIZES = [f"n{n}:x={n}x64:float32" for n in (8, 12, 20, 36)]


@dataclass
class Remedy:
    name: str  # of its file, and for --only
    form: str
    rule: str
    text: str  # for the table
    mended: str = EDIT  # settings of the variant that has it
    slow: str = "default"  # settings of the one it is to mend
    once: bool = False  # what it saves is paid once
    cases: list = field(default_factory=list)
    options: list = field(default_factory=list)


REMEDIES = [
    Remedy("freezing", "weights", "layout_copies", "`torch._inductor.config.freezing` on convolutions", "default,inductor.freezing:true"),
    Remedy("layout", "weights", "layout_copies", "`layout_optimization=False` on the same", "default,options.layout_optimization:false"),
    Remedy("channels_last", "inputs", "layout_copies", "`channels_last` for model and inputs", "default,memory_format:channels_last"),
    Remedy("print", "printing", "graph_break", "without `print` in `forward`"),
    Remedy("loop", "loop", "graph_break", "without `print` in a loop over layers"),
    Remedy("item", "item", "graph_break", "tensors instead of `.item()`"),
    Remedy("capture", "capture", "graph_break", "`capture_scalar_outputs`", "default,dynamo.capture_scalar_outputs:true"),
    Remedy("whole", "leaves", "", "whole model instead of 16 leaves", "default", "default,part:leaves.*"),
    Remedy("dynamic_cost", "sizes", "dynamic_cost", "`dynamic=False` where one size occurs", "default", "default,dynamic:true"),
    Remedy("mark_dynamic", "sizes", "recompile_size", "`mark_dynamic` for four sizes", "default,mark_dynamic:x@0", once=True, cases=SIZES),
    Remedy("dynamic", "across", "recompile_size", "`dynamic=True` for sizes across a break", "default,dynamic:true", once=True, cases=SIZES),
    Remedy("numbers", "numbers", "recompile_value", "`allow_unspec_int_on_nn_module`", "default,dynamo.allow_unspec_int_on_nn_module:true", once=True),
    Remedy("learning", "learning", "optimizer_number", "the learning rate as a tensor", once=True),
    Remedy("autotune", "sizes", "autotune", "`default` instead of `max-autotune`", "default,inductor.freezing:true", "mode:max-autotune,inductor.freezing:true", once=True),
]


def run(*arguments: str) -> str:
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 4):
        raise RuntimeError((done.stderr.strip().splitlines() or ["it said nothing"])[-1])
    return done.stdout


def record(options, remedy: Remedy, file: pathlib.Path) -> None:
    """A recording that was cut off leaves no file of this name."""
    partial = file.with_suffix(".partial")
    partial.unlink(missing_ok=True)
    shapes = [word for case in remedy.cases for word in ("--case", case)]
    effort = ["--processes", "1", "--rounds", "2", "--without", "check,trace,noise"] if remedy.once else ["--without", "check,noise"]
    run("record", "--model", f"{MODELS}:make", "--arg", f"form={remedy.form}", *shapes, "--variant", "eager",
        "--variant", f"slow={remedy.slow}", "--variant", f"mended={remedy.mended}", "--effort", "quick", *effort,
        *remedy.options, "--python", options.python, "-o", str(partial))  # fmt: skip
    partial.rename(file)


def document(*arguments: str):
    return json.loads(run(*arguments, "--json"))


def predicted_ns(file: pathlib.Path, remedy: Remedy) -> float | None:
    """Findings of one rule are about different places: together they are what mending all of them wins."""
    key = "once_ns" if remedy.once else "recoverable_ns"
    rows = [row for row in document("show", str(file), "findings")["findings"] if row["variant"] == "slow" and row.get(key)]
    of_rule = [row for row in rows if row["rule"] == remedy.rule] if remedy.rule else rows[:1]
    values = [row[key] if remedy.once else row[key]["estimate"] for row in of_rule]
    return sum(values) if values else None


def won_ns(file: pathlib.Path, remedy: Remedy) -> float | None:
    won = 0.0
    for case in document("compare", str(file))["cases"]:
        by_name = {variant["name"]: variant for variant in case["variants"]}
        slow, mended = by_name["slow"], by_name["mended"]
        if remedy.once:
            if slow["compile_ns"]["cold"] is None or mended["compile_ns"]["cold"] is None:
                return None
            won += slow["compile_ns"]["cold"] - mended["compile_ns"]["cold"]
        elif slow["latency_ns"] is None or mended["latency_ns"] is None:
            return None
        else:
            return slow["latency_ns"]["p50"] - mended["latency_ns"]["p50"]
    return won


@dataclass
class Proof:
    remedy: Remedy
    predicted: float | None = None
    won: float | None = None
    trouble: str = ""

    @property
    def error(self) -> float | None:
        if self.predicted is None or not self.won:
            return None
        return abs(self.predicted - self.won) / abs(self.won)


def time_text(ns: float | None) -> str:
    if ns is None:
        return "–"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if abs(ns) >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.0f} ns"


def table(proofs: list[Proof]) -> str:
    lines = ["| Remedy | Finding | Predicted | Won | Error |", "| --- | --- | --- | --- | --- |"]
    for proof in proofs:
        error = "–" if proof.error is None else f"{proof.error:.0%}".replace("%", " %")
        when = "once" if proof.remedy.once else "a call"
        rule = f"`{proof.remedy.rule}`" if proof.remedy.rule else "the first"
        lines.append(f"| {proof.remedy.text} | {rule} | {time_text(proof.predicted)} {when} | {time_text(proof.won)} | {error} |")
    return "\n".join(lines)


def median_error(proofs: list[Proof]) -> float | None:
    errors = [proof.error for proof in proofs if proof.error is not None]
    return statistics.median(errors) if errors else None


def write_docs(proofs: list[Proof]) -> None:
    text = DOCS.read_text()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    error = median_error(proofs)
    told = sum(proof.error is not None for proof in proofs)
    head = f"Median error of {told} remedies: **{error * 100:.0f} %**."
    if told < len(proofs):
        head += f" Of {len(proofs) - told} no finding says what it wins."
    DOCS.write_text(f"{text[:begin]}\n{head}\n\n{table(proofs)}\n{text[end:]}")


def prove(options, remedy: Remedy) -> Proof:
    file = options.keep / f"{remedy.name}.fscope"
    try:
        if not file.exists() and not options.table:
            record(options, remedy, file)
        if not file.exists():
            return Proof(remedy, trouble="not recorded")
        return Proof(remedy, predicted_ns(file, remedy), won_ns(file, remedy))
    except (RuntimeError, KeyError) as error:
        return Proof(remedy, trouble=str(error))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=pathlib.Path, default=ROOT / "build/dev/remedies")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--python", default=os.environ.get("FUSESCOPE_PYTHON", str(ROOT / ".venv/bin/python")))
    options = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    options.keep.mkdir(parents=True, exist_ok=True)
    wanted = [name for name in options.only.split(",") if name]
    proofs = []
    for remedy in REMEDIES:
        if wanted and remedy.name not in wanted:
            continue
        proofs.append(prove(options, remedy))
        last = proofs[-1]
        error = "" if last.error is None else f", error {last.error:.0%}"
        print(f"{remedy.name}: predicted {time_text(last.predicted)}, won {time_text(last.won)}{error} {last.trouble}", file=sys.stderr, flush=True)  # fmt: skip
    error = median_error(proofs)
    print(table(proofs))
    if options.docs:
        write_docs(proofs)
    missing = sum(proof.error is None for proof in proofs)
    holds = error is not None and error <= MOST and len(proofs) - missing >= (1 if wanted else LEAST)
    shown = "none" if error is None else f"{error:.2f}"
    print(f"remedies  median error {shown}, {missing} without one  at most {MOST}  {'ok' if holds else 'FAIL'}")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
