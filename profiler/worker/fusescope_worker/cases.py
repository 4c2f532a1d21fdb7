# SPDX-License-Identifier: Apache-2.0
"""The list of cases: the plan's, else the callable's own inputs."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace

import torch

from fusescope_worker import plain, trees
from fusescope_worker.errors import bad_input
from fusescope_worker.workload import InputSet

# Of a batch iterator: enough to see several shapes, few enough to hold.
_BATCHES_KEPT = 8


@dataclass
class PreparedCase:
    name: str
    sets: list = field(default_factory=list)  # InputSet; several are cycled through
    items: object = None
    specs: list = field(default_factory=list)  # of made inputs, so that other sets can be made


def shapes_of(inputs):
    return tuple(
        (name, tuple(plain.shape_of(value)), str(value.dtype))
        for name, value in inputs.items()
        if isinstance(value, torch.Tensor)
    )


class OwnInputs:
    """Reads the forms that a callable may give its example inputs in."""

    def __init__(self, workload, signature):
        self._workload = workload
        self._signature = signature

    def sets(self, case_name=None):
        given = self._workload.inputs
        if self._by_case(given):
            if case_name not in given:
                known = ", ".join(str(name) for name in given)
                raise bad_input(f"The callable gives no inputs for the case '{case_name}'; it gives {known}.")
            given = given[case_name]
        return self._read(given)

    def case_names(self):
        given = self._workload.inputs
        return [str(name) for name in given] if self._by_case(given) else []

    def _by_case(self, given):
        """Sets by the names of cases; where a key is a parameter of the call, it is one set of named ones."""
        if not isinstance(given, Mapping) or not given or any(self._signature.names_one(name) for name in given):
            return False
        if all(isinstance(value, (tuple, list, Mapping)) for value in given.values()):
            return True
        return not self._signature.any_kwargs and all(isinstance(value, torch.Tensor) for value in given.values())

    def _read(self, given):
        if given is None:
            return []
        if isinstance(given, (InputSet, tuple, Mapping)) or not isinstance(given, Iterable):
            return [self._one(given)]
        if isinstance(given, (torch.Tensor, str)):
            return [self._one(given)]
        if isinstance(given, list):
            if all(isinstance(value, torch.Tensor) for value in given) and not self._signature.accepts(given[:1]):
                return [InputSet(tuple(given))]  # arguments: one of them alone makes no call
            return [self._one(value) for value in given]
        return [self._one(value) for value in itertools.islice(given, _BATCHES_KEPT)]

    def _one(self, value):
        if isinstance(value, InputSet):
            return value
        if isinstance(value, Mapping):
            return InputSet((), dict(value))
        if self._is_args_and_kwargs(value):
            return InputSet(tuple(value[0]), dict(value[1]))
        if isinstance(value, (tuple, list)):
            return InputSet(tuple(value))
        return InputSet((value,))

    def _is_args_and_kwargs(self, value):
        """((x, y), {"mask": m}), unless the call itself takes a list and a dict of such names."""
        if not (isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], (tuple, list))):
            return False
        named = value[1]
        return isinstance(named, Mapping) and all(isinstance(key, str) and self._signature.takes(key) for key in named)


def prepare_cases(plan, workload, signature, maker, notices):
    own = OwnInputs(workload, signature)
    if plan.cases:
        return [_planned(case, workload, own, signature, maker, notices) for case in plan.cases]
    names = own.case_names()
    if names:
        return [PreparedCase(name, own.sets(name), _items(workload, name)) for name in names]
    sets = own.sets()
    if sets:
        return _by_shape(sets, workload)
    return [_defaults(SimpleNamespace(name="default", items=None), workload, signature, maker, notices)]


def _planned(case, workload, own, signature, maker, notices):
    items = case.items if case.items is not None else _items(workload, case.name)
    if case.inputs:
        made = maker.input_set(case.name, case.inputs, signature, 0)
        if case.items is None and workload.default_inputs:
            items = float(_batch(made))
        return PreparedCase(case.name, [made], items, case.inputs)
    sets = own.sets(case.name)
    if sets:
        # A stored plan names what an open one found, also the groups of a batch iterator.
        found = {each.name: each.sets for each in _by_shape(sets, workload)}
        return PreparedCase(case.name, found.get(case.name, sets), items)
    return _defaults(case, workload, signature, maker, notices)


def _defaults(case, workload, signature, maker, notices):
    """Nobody gave inputs: those of the library model, or none at all for a call without any."""
    items = case.items if case.items is not None else _items(workload, case.name)
    if not workload.default_inputs:
        if signature.required:
            raise bad_input(
                "There are no inputs for the measured call, which needs "
                f"{', '.join(signature.required)}: give --input, or return them beside the module."
            )
        return PreparedCase(case.name, [InputSet()], items)
    specs = [
        SimpleNamespace(name=name, shape=list(shape), dtype=dtype, range=limits, file="", key="")
        for name, (shape, dtype, limits) in workload.default_inputs.items()
    ]
    text = ", ".join(f"{spec.name}={'x'.join(map(str, spec.shape))}:{spec.dtype}" for spec in specs)
    notices.add("default_inputs", f"No inputs were given, so the model's usual ones are made: {text}.", case.name)
    return PreparedCase(case.name, [maker.input_set(case.name, specs, signature, 0)], items, specs)


def _by_shape(sets, workload):
    """Sets of one shape are cycled through; each further shape is a case, as it compiles anew."""
    groups = {}
    for inputs in sets:
        groups.setdefault(shapes_of(inputs), []).append(inputs)
    if len(groups) == 1:
        return [PreparedCase("default", sets, _items(workload, "default"))]
    cases = []
    for index, (shapes, group) in enumerate(groups.items()):
        first = "x".join(map(str, shapes[0][1])) if shapes else str(index)
        name = first if all(case.name != first for case in cases) else f"{first}-{index}"
        cases.append(PreparedCase(name, group, _items(workload, name)))
    return cases


def _items(workload, case_name):
    items = workload.items
    if isinstance(items, Mapping):
        items = items.get(case_name)
    return None if items is None else float(items)


def _batch(inputs):
    for tensor in trees.tensors((inputs.args, inputs.kwargs)):
        return (plain.shape_of(tensor) or [1])[0]
    return 1
