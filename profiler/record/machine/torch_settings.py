# SPDX-License-Identifier: Apache-2.0
"""What torch.compile does where nobody says otherwise: `python -c SCRIPT` of an interpreter with torch.

Prints one JSON line: {"torch._dynamo.config.suppress_errors": "False", …}. Only plain values, and none that is a
place on this machine: those differ between any two environments.
"""

import importlib
import json
import os

MODULES = ("torch._dynamo.config", "torch._functorch.config", "torch._inductor.config")
PLAIN = (bool, int, float, str, type(None))
LONGEST = 80  # of a value


def text_of(value):
    plain = isinstance(value, PLAIN) or (isinstance(value, (list, tuple)) and all(isinstance(each, PLAIN) for each in value))
    text = str(value) if plain else ""
    return text if 0 < len(text) <= LONGEST and os.sep not in text else None


def settings_of(name):
    config = importlib.import_module(name)
    for setting, entry in getattr(config, "_config", {}).items():
        if getattr(entry, "alias", None) is not None:
            continue
        try:
            text = text_of(entry.default)
        except Exception:
            continue  # of a kind that this torch tells otherwise
        if text is not None:
            yield f"{name}.{setting}", text


def main():
    found = {}
    for name in MODULES:
        try:
            found.update(settings_of(name))
        except ImportError:
            continue  # an old torch has it not
    print(json.dumps(found))


main()
