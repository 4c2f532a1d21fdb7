#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Phrases that were replaced by the field's plain terms do not come back.

Reads the string literals of the sources, adjacent ones joined, and the documents for users; prints
each offence and exits 1.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ("app", "profiler", "storage", "ui")
DOCUMENTS = ("README.md", "docs")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
BETWEEN = re.compile(r"\s*")

# What is no longer said -> what is said instead.
RETIRED = {
    r"leaves? its graph": "graph breaks",
    r"\bdearest\b": "most expensive",
    r"compiled again": "recompiled",
    r"first start": "compile cost",
    r"pays (the|its|a) c\w+ back": "pays back",
    r"explain a latency": "not comparable to measured latency",
    r"times as long as (a )?timed": "profiler overhead",
    r"was asked for": "not recorded (option)",
    r"marks no steps": "has no ProfilerStep",
    r"gives? the results of|tolerance is used": "outputs match",
    r"the agent, no tracing": "profiler during timing: off",
    r"machine was busy": "CPU contention",
    r"quiet blocks|blocks (were )?quiet": "blocks with CPU contention",
    r"not meant to\b": "only intended settings differ",
    r"checks? limits?\b": "warnings",
    r"by the rule$": "auto",
    r"start afresh": "reset",
    r"middle half": "IQR (p25–p75)",
    r"slow calls": "outliers",
    r"saved a call": "saved per call",
    r"cold kept|cache kept": "warm cache",
    r"host code": "CPU/Python overhead",
    r"\bunexplained\b": "unattributed",
    r"launch gaps?": "launch latency",
    r"^matmul, att": "GEMM",
    r"whose size depends on data": "data-dependent operator",
    r"nothing fits": "no match",
}
PATTERNS = [(re.compile(old, re.I), new) for old, new in RETIRED.items()]


def literals(text: str):
    """Line and text of each string, as the compiler joins what stands side by side."""
    joined, start, end = None, 0, 0
    for found in LITERAL.finditer(re.sub(r"(?m)//.*$|^\s*#\s*include.*$", blank, text)):
        if joined is not None and BETWEEN.fullmatch(text, end, found.start()):
            joined += found[1]
        else:
            if joined is not None:
                yield text.count("\n", 0, start) + 1, joined
            joined, start = found[1], found.start()
        end = found.end()
    if joined is not None:
        yield text.count("\n", 0, start) + 1, joined


def blank(found: re.Match) -> str:
    """A comment as blanks; an address in a string is no comment, and loses its tail without harm."""
    return " " * len(found[0])


def offences(path: pathlib.Path, pieces) -> list[str]:
    name = path.relative_to(ROOT)
    return [
        f"{name}:{line}: \"{found[0]}\" is now \"{new}\""
        for line, text in pieces
        for pattern, new in PATTERNS
        if (found := pattern.search(text))
    ]


def main() -> int:
    found = []
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                found += offences(path, literals(path.read_text(encoding="utf-8")))
    for name in DOCUMENTS:
        top = ROOT / name
        for path in sorted(top.rglob("*.md")) if top.is_dir() else [top]:
            found += offences(path, enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
    print("\n".join(found) if found else "no retired phrase is said")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
