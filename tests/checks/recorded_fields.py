#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What two variants are compared by is recorded: no rule of comparability waits for a field that
nobody writes, and those that once did stay away.

Prints each offence and exits 1.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "profiler/judge/comparability.cpp"
WRITERS = ("worker", "agent", "native", "launch", "imports")
RULE = re.compile(r'FieldRule \{"([^"]+)", FieldWeight::(\w+)')
# Once compared, never recorded.
NEVER_RECORDED = {
    "batch", "clocks_locked", "cache_state", "l2_flush", "load", "phase", "clock", "placement", "statistics_schema"
}
# What is recorded in its place: torch's version holds the build; the environment's families one name.
RECORDED_AS = {"torch_build": "torch", "env.TORCH": "env.", "env.CUDA": "env.", "env.OMP": "env."}


def written() -> str:
    texts = []
    for writer in WRITERS:
        for path in sorted((ROOT / "profiler" / writer).rglob("*")):
            if path.suffix in (".py", ".cpp", ".h"):
                texts.append(path.read_text())
    return "\n".join(texts)


def offences(rules, text):
    for field, weight in rules:
        if field in NEVER_RECORDED:
            yield f"{field}: compared again, though nothing records it"
        recorded = RECORDED_AS.get(field, field)
        if weight != "Ignored" and not re.search(rf'["\']{re.escape(recorded)}', text):
            yield f"{field}: compared, but no {', '.join(WRITERS)} writes it"


def main() -> int:
    rules = RULE.findall(RULES.read_text())
    if len(rules) < 10:
        print(f"{RULES}: no rules found")
        return 1
    found = list(offences(rules, written()))
    print("\n".join(found) if found else f"{len(rules)} rules, each for a field that is recorded")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
