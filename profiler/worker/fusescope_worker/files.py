# SPDX-License-Identifier: Apache-2.0
"""Models and tensors that lie in files. Pickles are read with weights_only: data, never code."""

import zipfile

import torch

from fusescope_worker.errors import bad_input
from fusescope_worker.pristine import os


def _names_in(path):
    if not os.path.isfile(path):
        raise bad_input(f"The file {path} does not exist.")
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except zipfile.BadZipFile as error:
        raise bad_input(f"The file {path} is no archive that torch wrote.") from error


def load_exported(path):
    """An exported program, with the example inputs it carries, or an AOTInductor package."""
    names = _names_in(path)
    if any("aotinductor" in name for name in names):
        from torch._inductor import aoti_load_package

        return {"call": aoti_load_package(path), "compiled_ahead": True}
    program = torch.export.load(path)
    example = getattr(program, "example_inputs", None)
    return (program.module(), *example) if example else program.module()


def load_torchscript(path):
    names = _names_in(path)
    if not any(name.endswith("/constants.pkl") or "/code/" in name for name in names):
        raise bad_input(
            f"The file {path} holds no TorchScript program; a state dict needs its model: "
            "write a callable that builds it and loads the file."
        )
    return torch.jit.load(path, map_location="cpu")


def load_tensor(path, key):
    """The tensor of a `.pt` or `.npz` file, or the one under `key` in it."""
    if not os.path.isfile(path):
        raise bad_input(f"The input file {path} does not exist.")
    content = _load_npz(path) if path.endswith((".npz", ".npy")) else _load_pt(path)
    if key:
        try:
            content = content[int(key)] if isinstance(content, (list, tuple)) else content[key]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise bad_input(f"The input file {path} has no '{key}'.") from error
    elif isinstance(content, dict) and len(content) == 1:
        content = next(iter(content.values()))
    if not isinstance(content, torch.Tensor):
        kind = type(content).__name__
        raise bad_input(f"The input file {path} holds a {kind}, not one tensor; name the one meant by its key.")
    return content


def _load_pt(path):
    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        raise bad_input(f"The input file {path} could not be read as tensors: {error}") from error


def _load_npz(path):
    try:
        import numpy
    except ImportError as error:
        raise bad_input(f"Reading {path} needs numpy in this interpreter; save it as .pt instead.") from error
    try:
        content = numpy.load(path, allow_pickle=False)
        if isinstance(content, numpy.ndarray):
            return torch.from_numpy(content)
        return {name: torch.from_numpy(content[name]) for name in content.files}
    except (ValueError, OSError, TypeError) as error:
        raise bad_input(f"The input file {path} could not be read as arrays: {error}") from error
