# SPDX-License-Identifier: Apache-2.0
"""A lane of a script: the whole program, started anew, whose chosen call is measured where the script makes it."""

import os
from types import SimpleNamespace

import torch

from fusescope_worker import agent as agents
from fusescope_worker import environment, hashes, measure, memory, numeric_context, plain, torch_settings, trace, trees
from fusescope_worker.cases import PreparedCase
from fusescope_worker.compiling import Compiler, compiled, compiled_in_place
from fusescope_worker.errors import bad_input
from fusescope_worker.observer import AgentObserver, ProfilerObserver
from fusescope_worker.plan import parts_from_json
from fusescope_worker.script import ranks
from fusescope_worker.script.chosen import ChosenCall
from fusescope_worker.script.gate import Gate
from fusescope_worker.script.loop import Granting, ScriptCall, ScriptLoop
from fusescope_worker.script.own_compiles import OwnCompiles
from fusescope_worker.script.own_folder import own_folder
from fusescope_worker.script.program import Program
from fusescope_worker.session import Session
from fusescope_worker.signatures import Signature
from fusescope_worker.state_guard import StateGuard
from fusescope_worker.target import Target
from fusescope_worker.workload import InputSet, Workload


_BETWEEN_SEEN = 5


class ScriptSession(Session):
    """What a plan says of a model's building and inputs is the script's here."""

    def __init__(self, handover, *arguments):
        super().__init__(*arguments)
        self.handover = handover
        self.cases = [PreparedCase("default", [InputSet()])]
        self.context = ScriptContext(self.training)
        self.gate = self._new_gate()
        self.gate.compile_count = lambda: self.facts.compile_count
        self.in_call = lambda: self.gate.open

    def build(self):
        refuse_what_is_the_scripts(self.plan, self.variant)
        if self.is_cold and self.variant.compiled:
            self.facts.trace_compiles(self._command["spool"])
        with self._phases.measure("import"):
            self.handover.run(self._import)
        if self._command.get("start_up") and self.variant.compiled:
            with self.step("start_up"):
                self.handover.run(self._start_up_compile)
        if self.kind == "trace":
            self.handover.run(lambda: trace.prepare(self, self._command["spool"]))
        peaks = memory.Peaks(self.device)
        with self.step("build"):
            self._run_to_first_call()
        self.memory.append(peaks.read("build", None))
        self._prepare_call()
        self._choose_loop()

    def _new_gate(self):
        return Gate(self.handover)

    def _new_lane(self):
        return Granting(self.handover, self.gate, self.program, self.plan.workload.call)

    def _prepare_call(self):
        """While the script stands before the first one."""
        self.weights_hash = hashes.module_hash(self.module)
        if self.variant.compiled:
            self._refuse_what_stays_as_it_is()
            with self.step("compile"):
                self.handover.run(self._compile)

    def _import(self):
        work = self.plan.workload
        self._set_up_interpreter()
        if getattr(work, "own_folder", False):
            self.folder = own_folder(self.folder, self._command["spool"])
            os.chdir(self.folder)
        self.program = self.handover.program = Program(work.spec, work.argv, self.folder)
        self.program.prepare()
        self._watch_calls()
        self.lane = self._new_lane()
        self._start_others()

    def _watch_calls(self):
        self.chosen = ChosenCall(self.plan.workload.call, self.training, self.gate, self._found)
        self.chosen.install()
        self.own_compiles = OwnCompiles(self._replaced)
        self.own_compiles.install()
        self.gate.synchronize = measure.synchronizer(self.device)

    def _start_others(self):
        ranks.lead_lane(self._command, self.plan)

    def _run_to_first_call(self):
        self.module = self.target = None
        numeric_context.seed_everything(self.plan.numeric.seed)
        self.lane.advance()

    def _found(self, module, function, args, kwargs):
        """On the script's thread, just before the first call."""
        self.module = module
        self.workload = Workload(call=function or module.forward, module=module)
        self.target = Target(self.workload, "")
        self.facts.module_name = type(module).__name__ if module is not None else ""
        self._describe(InputSet(args, kwargs))
        if self.variant.torch.mark_dynamic:
            signature = Signature(function or module)
            self.gate.before = lambda args, kwargs: torch_settings.mark_dynamic(
                self.variant.torch, InputSet(args, kwargs), signature
            )

    def _describe(self, inputs):
        """Of the first call: later ones may have others."""
        names = self.target.signature.positional
        named = {names[index] if index < len(names) else str(index): value for index, value in enumerate(inputs.args)}
        named.update(inputs.kwargs)
        self.first_inputs = [
            {"name": path, "shape": plain.shape_of(leaf), "dtype": str(leaf.dtype).removeprefix("torch.")}
            for path, leaf in trees.leaves(named)
            if isinstance(leaf, torch.Tensor)
        ]
        self.inputs_hash, self.shapes_hash = hashes.inputs_hash([inputs]), hashes.shapes_hash([inputs])
        self.grad_mode = "grad" if torch.is_grad_enabled() else "no_grad"
        if torch.is_inference_mode_enabled():
            self.grad_mode = "inference_mode"
        kind = self.device.type
        autocast = str(torch.get_autocast_dtype(kind)) if torch.is_autocast_enabled(kind) else "off"
        self.autocast = autocast.removeprefix("torch.")

    # What the script compiles itself

    def _replaced(self, own):
        settings = self.variant.settings
        replaces = self.variant.compiled and not self._given_parts()
        if own.is_module:
            if replaces:
                compiled_in_place(own.target, settings)
            return own.target
        gated = self.chosen.function(own.target)
        function = compiled(own.target, settings) if replaces else own.target
        return gated(function) if gated else function

    def _given_parts(self):
        return self.variant.parts or self.plan.workload.parts

    def _compile(self):
        """Where the script compiles, there is compiled; else the chosen call's module as a whole."""
        Compiler(self.target, self.variant.settings, self.training).apply(self._parts(), self._fences())

    def _parts(self):
        if self._given_parts():
            return self._given_parts()
        covered = self.module is None or self.own_compiles.of(self.module)
        return [] if covered else parts_from_json([{"target": ""}])

    # As Session

    def _choose_loop(self):
        self.agent, self.agent_report = agents.load(self._command.get("agent"), self.device)
        self.loop = ScriptLoop(self.lane)
        self.observer = AgentObserver(self.agent) if self.agent else ProfilerObserver()

    def call_of(self, _index):
        return ScriptCall(self.lane, is_step=self.training and self.module is not None and not self.chosen.is_method)

    def guard_of(self, _index):
        return StateGuard([], None, True, None)

    def reset_of(self, _index):
        return self.lane.advance

    def make_clocked(self, _index, calls, clock):
        """The first is forgotten: what it waited for was fetched while the script rested."""
        gate = self.gate
        usual, gate.synchronize = gate.synchronize, clock.at_border
        try:
            self.lane.make(calls + 1)
        finally:
            gate.synchronize = usual
        del clock.steps[:1]

    def tell_between(self):
        """How much of the script's time its calls are: no variant changes the rest."""
        between, call = self.gate.between_ns, self.gate.window[1] - self.gate.window[0]
        if self.kind != "cold" or self.variant.compiled or len(between) < _BETWEEN_SEEN:
            return
        middle = sorted(between)[len(between) // 2]
        self.notices.add(
            "script_between",
            f"From one call of {self.plan.workload.call} to the next the script spends {middle / 1e6:.3g} ms, "
            f"{100 * middle / (middle + call):.0f} % of its time: data and work of its own, which no variant changes.",
        )

    def compile_count(self):
        return self.gate.compiles

    def here(self, function):
        return self.handover.run(function)

    def calling_thread(self):
        return self.handover.thread

    def inputs_for(self, _index, _number):
        raise bad_input("The inputs of a script's calls are its own.")

    def describe_cases(self):
        return [{"name": "default", "items": None, "sets": 1, "inputs": self.first_inputs}]

    def environment(self):
        fields = self.handover.run(lambda: environment.fields(self))
        del fields["memory_format"]  # each tensor's own
        work = self.plan.workload
        fields["model_id"] = " ".join([work.spec, work.call, *work.argv])
        fields.update(grad_mode=self.grad_mode, autocast=self.autocast)
        fields["inputs_hash.default"], fields["shapes_hash.default"] = self.inputs_hash, self.shapes_hash
        return fields


class ScriptContext:
    """As numeric_context.CallContext: grad mode and autocast are the script's own."""

    enabled = True

    def __init__(self, training):
        self._training = training

    def grad_mode(self):
        return torch.enable_grad() if self._training else torch.no_grad()


def refuse_what_is_the_scripts(plan, variant):
    numeric, torch_values = plan.numeric, variant.torch
    given = SimpleNamespace(
        dtype=numeric.dtype or torch_values.dtype,
        autocast=numeric.autocast or torch_values.autocast,
        memory_format=numeric.channels_last or torch_values.memory_format,
        eval_mode=torch_values.eval_mode,
        cases=bool(plan.cases and any(case.inputs for case in plan.cases)),
        inference_mode=numeric.inference_mode,
        grad_mode=torch_values.grad_mode,
    )
    for name, value in vars(given).items():
        if value:
            raise bad_input(f"A script builds its model and its inputs itself: '{name}' cannot be set for it.")
    if not plan.workload.call:
        raise bad_input("No call of the script is chosen; `--list` shows what it calls.")
