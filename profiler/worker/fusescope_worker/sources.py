# SPDX-License-Identifier: Apache-2.0
"""SPEC → a function that makes what the user's callable would return (docs/cli.md)."""

import importlib
import importlib.util
import sys

from fusescope_worker import files, library_models
from fusescope_worker.errors import WorkerError, bad_input
from fusescope_worker.pristine import json, os


def split_arguments(spec):
    """`bert,num_hidden_layers=2` → ("bert", {"num_hidden_layers": 2}); values are JSON or text."""
    name, *pairs = spec.split(",")
    arguments = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise bad_input(f"'{pair}' in the model is no key=value.")
        try:
            arguments[key.strip()] = json.loads(value)
        except ValueError:
            arguments[key.strip()] = {"True": True, "False": False, "None": None}.get(value, value)
    return name, arguments


def load(spec, arguments, models_folder):
    """Imports what SPEC names; the answer builds it. Importing and building are phases apart."""
    scheme, _, rest = spec.partition(":")
    if scheme in ("torchvision", "transformers", "builtin") and rest:
        name, inline = split_arguments(rest)
        arguments = {**inline, **arguments}
        if scheme == "torchvision":
            return library_models.torchvision_builder(name, arguments)
        if scheme == "transformers":
            return library_models.transformers_builder(name, arguments)
        return _builtin(name, arguments, models_folder)
    if spec.endswith(".pt2"):
        return lambda: files.load_exported(spec)
    if spec.endswith(".pt"):
        return lambda: files.load_torchscript(spec)
    if not rest:
        raise bad_input(
            f"'{spec}' is no model: write torchvision:NAME, transformers:TYPE, builtin:NAME, "
            "FILE.py:CALLABLE, PACKAGE.MODULE:CALLABLE, FILE.pt2 or FILE.pt."
        )
    path, _, attribute = spec.rpartition(":")
    module = _import_file(path) if path.endswith(".py") else _import_module(path)
    target = _attribute(module, attribute, path)
    return lambda: _call(target, arguments)


def _builtin(name, arguments, folder):
    path = os.path.join(folder or "", name.replace("-", "_") + ".py")
    if not os.path.isfile(path):
        files_there = [entry for entry in _listdir(folder) if entry.endswith(".py")]
        known = sorted(entry[:-3].replace("_", "-") for entry in files_there)
        raise WorkerError("module_not_found", f"There is no built-in model '{name}'; there are {', '.join(known)}.")
    module = _execute(path, "fusescope_builtin_" + name.replace("-", "_"))
    return lambda: _call(module.make, arguments)


def _import_file(path):
    absolute = os.path.abspath(path)
    if not os.path.isfile(absolute):
        raise WorkerError("module_not_found", f"The file {path} does not exist.")
    folder = os.path.dirname(absolute)
    if folder not in sys.path:  # as `python file.py` has it
        sys.path.insert(0, folder)
    return _execute(absolute, os.path.splitext(os.path.basename(absolute))[0])


def _execute(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # for pickling, dataclasses, inspect
    spec.loader.exec_module(module)
    return module


def _import_module(name):
    if os.getcwd() not in sys.path and "" not in sys.path:  # as `python -m` has it
        sys.path.insert(0, os.getcwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(error.name + ".")):
            raise WorkerError("module_not_found", f"There is no module '{name}' for this interpreter.") from error
        sentence = f"Importing {name} needs the module '{error.name}', which is not there."
        raise WorkerError("module_not_found", sentence) from error


def _attribute(module, dotted, where):
    value = module
    for part in dotted.split("."):
        value = getattr(value, part, None)
        if value is None:
            raise WorkerError("callable_not_found", f"{where} has no '{dotted}'.")
    return value


def _call(target, arguments):
    if not callable(target) or _is_module(target):
        return target  # a module or a dict made at import
    try:
        return target(**arguments)
    except TypeError as error:
        if arguments and error.__traceback__.tb_next is None:  # raised by the call itself
            raise bad_input(f"The callable does not take the given arguments: {error}.") from error
        raise


def _is_module(value):
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(value, torch.nn.Module)


def _listdir(folder):
    return os.listdir(folder) if folder and os.path.isdir(folder) else []
