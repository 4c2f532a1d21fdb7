# SPDX-License-Identifier: Apache-2.0
"""The plan's JSON as values. The recorder validated it: absent keys take their defaults here."""

from types import SimpleNamespace

_WORKLOAD = {
    "spec": "",
    "arguments": {},
    "working_directory": "",
    "argv": [],
    "sys_path": [],
    "task": "inference",
    "call": "",
    "parts": [],
    "fences": [],
    "item_unit": "",
}
_NUMERIC = {
    "device": "cpu",
    "dtype": "",
    "autocast": "",
    "channels_last": False,
    "tf32": False,
    "matmul_precision": "",
    "inference_mode": False,
    "deterministic": False,
    "threads": None,
    "seed": 0,
}
_CASE = {"name": "default", "inputs": [], "items": None}
_TENSOR = {"name": "", "shape": [], "dtype": "float32", "range": None, "file": "", "key": ""}
_SETTINGS = {"mode": None, "dynamic": None, "fullgraph": False, "backend": None, "options": {}}
_PART = {"target": "", "settings": None}
_TORCH = {
    "dtype": "",
    "memory_format": "",
    "autocast": "",
    "matmul_precision": "",
    "tf32": None,
    "deterministic": None,
    "grad_mode": "",
    "threads": None,
    "eval_mode": False,
    "mark_dynamic": [],
    "fences": [],
    "dynamo": {},
    "inductor": {},
    "backends": {},
}
_TORCH_COMPILE = "torch_compile"
_VARIANT = {"name": "", "kind": "eager", "engine": _TORCH_COMPILE, "native": False, "compile": {}, "parts": [], "environment": {}, "working_directory": "", "sys_path": [], "torch": {}}


def _values(defaults, json):
    """The recorder writes every field: a new one needs no default here, but in `torch`, which is left out where nothing is set."""
    json = json or {}
    given = {key: default if json.get(key) is None else json[key] for key, default in defaults.items()}
    return SimpleNamespace(**{**json, **given})


def settings_from_json(json):
    return _values(_SETTINGS, json)


def parts_from_json(items):
    parts = [_values(_PART, item) for item in items]
    for part in parts:
        part.settings = None if part.settings is None else settings_from_json(part.settings)
    return parts


def _case(json):
    case = _values(_CASE, json)
    case.inputs = [_values(_TENSOR, item) for item in case.inputs]
    return case


def _variant(json):
    variant = _values(_VARIANT, json)
    variant.engine = "" if variant.engine == _TORCH_COMPILE else variant.engine
    variant.compiled = variant.kind == "compiled" and not variant.engine  # by torch.compile, in its calls
    variant.settings = settings_from_json(variant.compile)
    variant.parts = parts_from_json(variant.parts)
    variant.torch = _values(_TORCH, variant.torch)
    return variant


def plan_from_json(json):
    workload = _values(_WORKLOAD, json.get("workload"))
    workload.parts = parts_from_json(workload.parts)
    return SimpleNamespace(
        workload=workload,
        cases=[_case(item) for item in json.get("cases") or []],
        variants=[_variant(item) for item in json.get("variants") or []],
        numeric=_values(_NUMERIC, json.get("numeric")),
        placement=(json.get("protocol") or {}).get("placement", "lanes"),
    )
