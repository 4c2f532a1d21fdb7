#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sources for clang's tools in the batches of the unity build: headers are read once for a batch, not for each source.

    clang_batches.py write build/dev build/checks   reads source paths from stdin and prints the paths of the batches;
                                                    their commands are in build/checks/batches/compile_commands.json
    clang_batches.py names                          copies a tool's output; positions in a batch become positions in
                                                    its sources

The sources of a batch stand one after another in one file, as the analyzer follows paths only through functions of the
main file, never through those of an included one.
"""

import functools
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import sys

# Undefining a macro also makes readability-duplicate-include forget what has been included.
MARKER = "#undef FUSESCOPE_BATCH_SOURCE // "


def unity_groups(build: pathlib.Path) -> list[list[str]]:
    batches = sorted(build.glob("**/Unity/unity_*.cxx"))
    return [re.findall(r'#include "(.+)"', batch.read_text(encoding="utf-8")) for batch in batches]


def groups_of(wanted: list[str], unity: list[list[str]]) -> list[list[str]]:
    """Each wanted source once: with those of its first batch, or by itself."""
    left = dict.fromkeys(wanted)
    groups = []
    for batch in unity:
        members = [source for source in batch if source in left]
        for member in members:
            del left[member]
        if members:
            groups.append(members)
    return groups + [[source] for source in left]


def alike(sources: list[str], units: dict) -> list[list[str]]:
    """A source of several targets is read as the first one compiles it, which may define other macros."""

    def macros(source: str) -> list[str]:
        return sorted(word for word in shlex.split(units[source]["command"]) if word.startswith("-D"))

    return [list(group) for _, group in itertools.groupby(sorted(sources, key=macros), macros)]


def command_without_source(unit: dict) -> list[str]:
    words = shlex.split(unit["command"])
    output = words.index("-o")
    return [word for word in words[:output] + words[output + 2 :] if word not in ("-c", unit["file"])]


def write(build: pathlib.Path, commands: pathlib.Path) -> None:
    root = pathlib.Path.cwd()
    target = root / commands / "batches"
    shutil.rmtree(target, ignore_errors=True)
    units = {}
    for unit in json.loads((commands / "compile_commands.json").read_text(encoding="utf-8")):
        units.setdefault(unit["file"], unit)
    wanted = [str(root / path) for path in sys.stdin.read().split()]
    batches = []
    groups = [part for group in groups_of(wanted, unity_groups(build)) for part in alike(group, units)]
    for number, sources in enumerate(groups):
        folder = target / pathlib.Path(sources[0]).parent.relative_to(root)
        folder.mkdir(parents=True, exist_ok=True)
        batch = folder / f"batch_{number}.cpp"
        with batch.open("w", encoding="utf-8") as file:
            for source in sources:
                file.write(f"{MARKER}{os.path.relpath(source)}\n{pathlib.Path(source).read_text(encoding='utf-8')}")
        unit = units[sources[0]]
        words = command_without_source(unit)
        if len(sources) > 1:  # a parameter may be called like a function of another source
            words = [word for word in words if word != "-Wshadow"]
        words += [f"-iquote{folder}" for folder in sorted({os.path.dirname(source) for source in sources})]
        words += ["-c", str(batch)]
        batches.append({"directory": unit["directory"], "command": shlex.join(words), "file": str(batch)})
        print(os.path.relpath(batch))
    for settings in root.glob("*/.clang-tidy"):
        if (target / settings.parent.name).is_dir():
            shutil.copy(settings, target / settings.parent.name)
    (target / "compile_commands.json").write_text(json.dumps(batches, indent=1), encoding="utf-8")


@functools.cache
def begins(batch: str) -> list[tuple[int, str]]:
    """(line of the marker, source) of each source of a batch."""
    lines = pathlib.Path(batch).read_text(encoding="utf-8").splitlines()
    return [(n, line.removeprefix(MARKER)) for n, line in enumerate(lines, 1) if line.startswith(MARKER)]


def place_in_source(match: re.Match) -> str:
    line = int(match[2])
    marker, source = list(itertools.takewhile(lambda begin: begin[0] < line, begins(match[1])))[-1]
    return f"{source}:{line - marker}"


def names() -> None:
    for line in sys.stdin:
        sys.stdout.write(re.sub(r"(\S*/batches/\S*/batch_\d+\.cpp):(\d+)", place_in_source, line))


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    else:
        names()
