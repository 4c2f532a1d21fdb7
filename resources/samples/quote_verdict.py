#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts what `fusescope compare` says of the sample into README: quote_verdict.py README.md < printed.

The table of the first case, the findings and the recommendation are quoted; the other cases and the
legend of the columns are left out.
"""

import pathlib
import re
import sys

COMMAND = "./dev fusescope compare resources/samples/sample.fscope"
BEGIN = "<!-- sample: ./dev pictures writes this -->\n"
END = "<!-- /sample -->\n"


def quoted(printed: str) -> str:
    parts = printed.strip().split("\n\n")
    cases = [part for part in parts if part.startswith("Case ")]
    if not cases:
        raise SystemExit("what compare printed has no case: did it fail?")
    kept = [part for part in parts if part not in cases[1:] and not part.startswith("  Compile: ")]
    return "\n\n".join(kept)


def main(readme: pathlib.Path, printed: str) -> None:
    text = readme.read_text()
    block = f"{BEGIN}```\n$ {COMMAND}\n{quoted(printed)}\n```\n{END}"
    changed, count = re.subn(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: block, text, flags=re.S)
    if count != 1:
        raise SystemExit(f"{readme}: its place for the verdict is marked {count} times, not once")
    readme.write_text(changed)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.stdin.read())
