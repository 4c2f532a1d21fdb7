#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Arrows between folders and between rooms point one way, and Qt stays in the desktop program.

A room is a header with its source of the same name. Reads every #include of the repository and
compares it with MAY_INCLUDE below; then looks for circles of rooms and of folders and for folders
with more than MOST_FILES files. Prints each offence and exits 1.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOPS = ("app", "profiler", "storage", "ui", "tests")
MOST_FILES = 60

# Folder -> folders whose headers it may include, beside its own and system headers; a folder stands for those in it.
MAY_INCLUDE = {
    "profiler/model": [],
    "profiler/statistics": ["profiler/model"],
    "profiler/evidence": ["profiler/model", "profiler/statistics"],
    "profiler/judge": ["profiler/model", "profiler/statistics", "profiler/evidence"],
    "profiler/findings": ["profiler/model", "profiler/statistics", "profiler/evidence", "profiler/judge"],
    "profiler/report": ["profiler/model", "profiler/statistics", "profiler/evidence", "profiler/judge", "profiler/findings"],
    "profiler/formats": ["profiler/model", "profiler/evidence", "profiler/judge"],
    "profiler/spool": ["profiler/model"],
    "profiler/record": ["profiler/model", "profiler/statistics", "profiler/evidence", "profiler/judge", "profiler/spool", "profiler/collect/counters"],
    "profiler/agent": ["profiler/model", "profiler/spool"],
    "profiler/native": ["profiler/agent"],
    "profiler/collect": ["profiler/model", "profiler/spool"],
    "storage": ["profiler/model"],
    "storage/columns": ["profiler/model", "profiler/evidence/device", "storage"],
    "storage/suite": ["profiler/model", "profiler/evidence", "profiler/judge", "storage"],
    "storage/history": ["profiler/model", "profiler/judge", "profiler/formats", "storage"],
    "ui": ["profiler/model", "profiler/statistics", "profiler/evidence", "profiler/judge", "profiler/findings", "profiler/report", "profiler/formats/traffic", "storage"],
    "ui/window": ["profiler", "storage", "ui"],
    "ui/theme": [],
    "ui/text": ["profiler/model", "profiler/report", "ui/theme"],
    "ui/figure": ["profiler/model", "profiler/report", "ui/theme", "ui/comparison"],
    "ui/widgets": ["profiler/report/text", "ui/theme", "ui/figure"],
    "ui/tables": ["ui/theme", "ui/figure"],
    "app/options": [],
    "app/cli": ["app/options", "profiler", "storage"],
    "app/desktop": ["app/options", "profiler", "storage", "ui"],
    "tests": ["app", "profiler", "storage", "ui"],
}
QT_FOLDERS = ("ui/", "app/desktop/", "tests/ui/", "tests/pictures/")
TORCH_FOLDERS = ("profiler/agent/", "profiler/native/", "tests/profiler/agent/", "tests/bench/")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def read_includes():
    """Each file's #include lines as pairs of bracket and name, by its path."""
    paths = (path for top in TOPS for path in sorted((ROOT / top).rglob("*")) if path.suffix in {".h", ".cpp"})
    return {path.relative_to(ROOT).as_posix(): INCLUDE.findall(path.read_text(encoding="utf-8")) for path in paths}


def layer_of(path):
    """The longest folder of MAY_INCLUDE that the path is in."""
    fitting = [folder for folder in MAY_INCLUDE if path.startswith(folder + "/")]
    return max(fitting, key=len, default=None)


def folder_of(path):
    return path.rpartition("/")[0]


def room_of(path):
    return path.rpartition(".")[0]


def forbidden_includes(path, includes):
    layer = layer_of(path)
    for bracket, name in includes:
        if bracket == "<":
            if re.match(r"Q[A-Z]|Qt|qcustomplot", name) and not path.startswith(QT_FOLDERS):
                yield f"{path}: Qt's <{name}> outside the desktop program"
            if re.match(r"(torch|ATen|c10)/", name) and not path.startswith(TORCH_FOLDERS):
                yield f"{path}: LibTorch's <{name}> outside agent and runner"
            continue
        target = layer_of(name)
        if layer is None or target is None or target == layer or target.startswith(layer + "/"):
            continue
        if not any(name.startswith(allowed + "/") for allowed in MAY_INCLUDE[layer]):
            yield f"{path}: {layer} may not include {name}"


def circles(graph):
    """Sets of nodes that reach each other (Tarjan's strongly connected components of two or more)."""
    order, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        on_stack.add(node)
        for neighbour in sorted(graph.get(node, ())):
            if neighbour not in order:
                visit(neighbour)
                low[node] = min(low[node], low[neighbour])
            elif neighbour in on_stack:
                low[node] = min(low[node], order[neighbour])
        if low[node] == order[node]:
            part = []
            while not part or part[-1] != node:
                part.append(stack.pop())
                on_stack.discard(part[-1])
            if len(part) > 1:
                found.append(sorted(part))

    for node in sorted(graph):
        if node not in order:
            visit(node)
    return found


def graphs(includes_of):
    """Arrows between rooms and between folders."""
    rooms, folders = collections.defaultdict(set), collections.defaultdict(set)
    for path, includes in includes_of.items():
        for bracket, name in includes:
            if bracket == "<" or name not in includes_of:
                continue
            if room_of(name) != room_of(path):
                rooms[room_of(path)].add(room_of(name))
            if folder_of(name) != folder_of(path):
                folders[folder_of(path)].add(folder_of(name))
    return rooms, folders


def offences(includes_of):
    for path, includes in includes_of.items():
        yield from forbidden_includes(path, includes)
    rooms, folders = graphs(includes_of)
    for kind, graph in (("rooms", rooms), ("folders", folders)):
        for circle in circles(graph):
            yield f"{len(circle)} {kind} include each other: {', '.join(circle)}"
    for folder, count in sorted(collections.Counter(map(folder_of, includes_of)).items()):
        if count > MOST_FILES:
            yield f"{folder} holds {count} files: more than {MOST_FILES} are not found at a glance"


def main():
    sys.setrecursionlimit(10_000)
    found = list(offences(read_includes()))
    print("\n".join(found) if found else "layers hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
