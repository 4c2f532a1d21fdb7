# SPDX-License-Identifier: Apache-2.0
"""Which frame of a stack is the user's: not torch, not the standard library, not ours."""

import functools
import sys
import sysconfig

from fusescope_worker.pristine import os, re

_FRAME = re.compile(r'^\s*File "(?P<file>.+)", line (?P<line>\d+), in (?P<function>.+?)\s*$')
_RESUME = re.compile(r"^torch_dynamo_resume_in_(.+)_at_\d+$")


def _folders():
    torch = sys.modules.get("torch")
    return _folders_with(os.path.dirname(getattr(torch, "__file__", None) or ""))


@functools.cache
def _folders_with(torch_folder):
    paths = sysconfig.get_paths()
    library = [paths.get(name) for name in ("stdlib", "platstdlib")]
    packages = [paths.get(name) for name in ("purelib", "platlib")]
    return _with_ends([torch_folder]), _with_ends(library), _with_ends(packages)


def _with_ends(paths):
    """Each folder as written and as resolved (virtual environments are full of links)."""
    known = {os.path.normpath(path) for path in paths if path}
    return tuple(folder + os.sep for path in known for folder in {path, os.path.realpath(path)})


def _in_packages(file):
    return f"{os.sep}site-packages{os.sep}" in file or f"{os.sep}dist-packages{os.sep}" in file


def function_name(name):
    """A resumed function goes by the name of the one that the user wrote."""
    while match := _RESUME.match(name):
        name = match.group(1)
    return name


def parse_frames(text):
    """(file, line, function) of each `File "…", line n, in f`, outermost first."""
    frames = []
    for line in text.splitlines():
        match = _FRAME.match(line)
        if match:
            frames.append((match["file"], int(match["line"]), function_name(match["function"])))
    return frames


def is_foreign(file):
    """torch's, the standard library's or ours."""
    torch_folder, library, packages = _folders()
    here = os.path.dirname(os.path.abspath(__file__)) + os.sep
    inside_library = file.startswith(library) and not _in_packages(file) and not file.startswith(packages)
    ours = file.startswith(("<", here)) or file.endswith("worker/main.py")
    return ours or file.startswith(torch_folder or ("\0",)) or inside_library


def _installed(file):
    packages = _folders()[2]
    return _in_packages(file) or file.startswith(packages)


def is_library(file):
    """Not the user's own code: torch, the standard library, an installed package, or ours."""
    return is_foreign(file) or _installed(file)


def user_frame(frames):
    """The innermost frame that is neither torch's nor the standard library's; None where all are. In an installed
    package it is that package's line: breaks of one call into it are told apart, and the stack names the caller."""
    return next((frame for frame in reversed(frames) if not is_foreign(frame[0])), None)
