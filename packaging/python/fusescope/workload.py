# SPDX-License-Identifier: Apache-2.0
"""What lives in this process, written down so that a worker, which is a process of its own, can make it again.

A function is named by where it stands, never pickled. A module goes through torch.save, when its classes can be
imported; arguments may be tensors and plain values. Everything else is refused in one sentence.
"""

import os
import pathlib
import sys
import time

from fusescope.program import FusescopeError

MADE = '''# SPDX-License-Identifier: Apache-2.0
"""Made by fusescope.record: what the workers measure."""

import importlib
import importlib.util
import pathlib
import sys

import torch

HERE = pathlib.Path(__file__).parent
sys.path += [path for path in {paths!r} if path not in sys.path]


def imported(module, file):
    if module is not None:
        return importlib.import_module(module)
    spec = importlib.util.spec_from_file_location(pathlib.Path(file).stem, file)
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


def make():
    args, kwargs = torch.load(HERE / "inputs.pt", weights_only=True)
    return target(), args, kwargs


def target():
{target}
'''

FUNCTION = """    found = imported({module!r}, {file!r})
    for name in {qualname!r}.split("."):
        found = getattr(found, name)
    return found"""

MODULE = """    return torch.load(HERE / "module.pt", weights_only=False)"""


def spec_of(target, args=(), kwargs=None):
    """SPEC of `fusescope record --model` for a module or function and the arguments of its call."""
    if isinstance(target, str):
        if args or kwargs:
            raise FusescopeError(
                f'"{target}" names a model that brings its own inputs: give arguments beside a function or a module'
            )
        return target
    import torch  # what follows needs it, and whoever has a module has loaded it

    is_module = isinstance(target, torch.nn.Module)
    body = MODULE if is_module else FUNCTION.format(**place_of(target))
    if is_module:
        check_classes(target)
    folder = new_folder()
    save_inputs(torch, folder / "inputs.pt", tuple(args), dict(kwargs or {}))
    if is_module:
        save_module(torch, folder / "module.pt", target)
    file = folder / "workload.py"
    paths = [os.path.abspath(path) for path in sys.path]
    file.write_text(MADE.format(paths=paths, target=body), encoding="utf-8")
    return f"{file}:make"


def place_of(function):
    """Where another process finds the function: module, or the file of a script, and its qualified name."""
    qualname = getattr(function, "__qualname__", None)
    module = getattr(function, "__module__", None)
    if not callable(function) or qualname is None or module is None:
        raise FusescopeError(
            f"a {type(function).__name__} cannot be recorded: give a torch.nn.Module, a function, or a SPEC such as "
            '"mymodel.py:make"'
        )
    if "<" in qualname:
        raise FusescopeError(
            f"{qualname} exists in this process alone, and workers are processes of their own: put it at the top "
            "level of a file"
        )
    if module != "__main__":
        return {"module": module, "file": None, "qualname": qualname}
    file = getattr(sys.modules["__main__"], "__file__", None)
    if file is None:
        raise FusescopeError(
            f"{qualname} was defined in a notebook or at the prompt, where no worker finds it: put it into a file and "
            "import it, or write %%fusescope above a cell that stands for itself"
        )
    return {"module": None, "file": os.path.abspath(file), "qualname": qualname}


def check_classes(module):
    for part in module.modules():
        kind = type(part)
        if kind.__module__ == "__main__" or "<" in kind.__qualname__:
            raise FusescopeError(
                f"the class {kind.__qualname__} was defined in this script or notebook, where no worker finds it: put "
                "it into a file of its own and import it"
            )


def new_folder():
    """Kept with the library: a recording may be run again."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    name = time.strftime("%Y%m%d-%H%M%S") + f"-{os.getpid()}-{time.monotonic_ns() % 1_000_000}"
    folder = pathlib.Path(data) / "fusescope" / "workloads" / name
    folder.mkdir(parents=True)
    return folder


def save_inputs(torch, file, args, kwargs):
    try:
        torch.save((args, kwargs), file)
        torch.load(file, weights_only=True)
    except Exception as error:
        raise FusescopeError(
            "the arguments cannot be handed to a worker: give tensors, numbers, strings, and lists, tuples and "
            f"dicts of them ({first_line(error)})"
        ) from error


def save_module(torch, file, module):
    try:
        torch.save(module, file)
    except Exception as error:
        raise FusescopeError(
            "the module cannot be handed to a worker, as something in it cannot be pickled: record a function that "
            f'makes it, as "mymodel.py:make" ({first_line(error)})'
        ) from error


def first_line(error):
    return (str(error) or type(error).__name__).splitlines()[0]
