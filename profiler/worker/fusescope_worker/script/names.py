# SPDX-License-Identifier: Apache-2.0
"""What a script calls its modules and functions, and where it calls them; the same in every run of it."""

import sys

from fusescope_worker import user_frames

_DEEPEST = 60


def frames_from(frame):
    """Outwards, innermost first."""
    for _ in range(_DEEPEST):
        if frame is None:
            return
        yield frame
        frame = frame.f_back


def users_frames(frame):
    return [each for each in frames_from(frame) if not user_frames.is_library(each.f_code.co_filename)]


def place_of(frame):
    """(file, line, function) of the innermost line that is the user's."""
    for each in users_frames(frame):
        return each.f_code.co_filename, each.f_lineno or 0, user_frames.function_name(each.f_code.co_name)
    return "", 0, ""


def name_of(value, frame):
    """A variable of the script, or an attribute of one, that holds it; else the class."""
    frames = users_frames(frame)
    # Threads may call on when the script has come to its last line, and `__main__` is another module again.
    mains = [each.f_globals for each in frames if each.f_globals.get("__name__") == "__main__"]
    spaces = [vars(sys.modules["__main__"]), *mains[-1:], *(each.f_locals for each in frames)]
    return _variable(value, spaces) or _attribute(value, spaces, frame) or type(value).__name__


def _variable(value, spaces):
    for space in spaces:
        for name, held in list(space.items()):
            if held is value and name != "self" and not name.startswith("_"):
                return name
    return None


def _attribute(value, spaces, frame):
    """Of an object that a method on the stack belongs to: trainer.model, pipe.model."""
    for each in frames_from(frame):
        owner = each.f_locals.get("self")
        if owner is None or owner is value:
            continue
        held = [name for name, each in list(getattr(owner, "__dict__", {}).items()) if each is value]
        plain = [name for name in held if not name.startswith("_")]
        if plain:
            return f"{_variable(owner, spaces) or type(owner).__name__}.{min(plain, key=len)}"
    return None


def method_around(module, frame):
    """The outermost method of the module itself that led to its call: `generate`."""
    found = None
    for each in frames_from(frame):
        if each.f_locals.get("self") is module and each.f_code.co_name not in ("__call__", "forward"):
            name = each.f_code.co_name
            if callable(getattr(type(module), name, None)) and not name.startswith("_"):
                found = name
    return found


class Names:
    """Gives each thing a name of its own: a second `model` is `model#2`."""

    def __init__(self):
        self._given = {}

    def unique(self, name):
        number = self._given[name] = self._given.get(name, 0) + 1
        return name if number == 1 else f"{name}#{number}"
