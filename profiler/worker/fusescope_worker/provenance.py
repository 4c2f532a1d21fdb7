# SPDX-License-Identifier: Apache-2.0
"""What a process ran with, beside torch itself: versions of libraries and changed settings of torch.compile."""

import sys

from fusescope_worker import secret_names

LIBRARIES = ("triton", "torchvision", "transformers", "timm", "numpy")
_PACKAGES = {"triton": ("triton", "pytorch-triton", "pytorch-triton-rocm", "triton-windows")}
_CONFIGS = {"dynamo": "torch._dynamo.config", "inductor": "torch._inductor.config"}
_MOST_SETTINGS = 100
_LONGEST = 80  # of a value
_PLAIN = (bool, int, float, str, type(None))


def fields():
    return {**library_versions(), **changed_settings()}


def library_versions():
    """Of those that are installed; none of them is imported for it."""
    from importlib import metadata

    found = {}
    for library in LIBRARIES:
        for package in _PACKAGES.get(library, (library,)):
            try:
                version = metadata.version(package)
            except Exception:
                continue  # not installed, or its record is damaged
            if isinstance(version, str) and version:
                found[library] = version[:_LONGEST]
                break
    return found


def changed_settings(modules=sys.modules):
    """Of Dynamo and Inductor, where this process loaded them: "False, default True"."""
    found = {}
    for prefix, module in _CONFIGS.items():
        for name, value, default in _changed(modules.get(module)):
            if len(found) < _MOST_SETTINGS:
                found[f"{prefix}.{name}"] = f"{value}, default {default}"
    return found


def _changed(config):
    """Name, value and default; a torch that keeps its settings otherwise tells none."""
    entries = getattr(config, "_config", None)
    if not isinstance(entries, dict):
        return
    for name in sorted(entries):
        entry = entries[name]
        if not isinstance(name, str) or secret_names.may_lead_to_secret(name) or getattr(entry, "alias", None) is not None:
            continue
        try:
            value, default = getattr(config, name), entry.default
            differs = bool(value != default)
        except Exception:
            continue  # hidden, or of a kind that does not compare
        texts = _text(value), _text(default)
        if differs and None not in texts:
            yield (name, *texts)


def _text(value):
    """None of what is no plain value, such as functions of the user's, and of addresses."""
    plain = isinstance(value, _PLAIN) or (isinstance(value, (list, tuple)) and all(isinstance(each, _PLAIN) for each in value))
    text = str(value) if plain else None
    if text is None or "://" in text:
        return None
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
