# SPDX-License-Identifier: Apache-2.0
"""One variant of a plan, built: the target, its cases and what is needed to call them."""

import contextlib
import itertools
import sys

import torch

from fusescope_worker import agent as agents
from fusescope_worker import collector, devices, environment, hashes, inputs, measure, memory, numeric_context, plain, source_tree, sources, torch_settings, trace, trees, vector_probe
from fusescope_worker.cases import prepare_cases
from fusescope_worker.collections_seen import uncollected_imports
from fusescope_worker.compiling import STEP, WHOLE, Compiler, compiled_autograd
from fusescope_worker.errors import bad_input
from fusescope_worker.observer import AgentObserver, ProfilerObserver
from fusescope_worker.phases import COLD_KINDS
from fusescope_worker.plan import parts_from_json, settings_from_json
from fusescope_worker.pristine import os, threading
from fusescope_worker.state_guard import StateGuard
from fusescope_worker.step_parts import Watch
from fusescope_worker.target import Target, measured_call
from fusescope_worker.training import TrainingStep, training_parts
from fusescope_worker.training_mode import modules_that_differ
from fusescope_worker.trial_compile import without_settings
from fusescope_worker.workload import workload_from


class Session:
    """Built in the order of PROTOCOL.md's setup; each step is a stage and a timed phase."""

    def __init__(self, command, plan, stage, phases, facts, notices):
        self.plan, self.kind = plan, command.get("kind", "paired")
        self.variant = plan.variants[command["variant"]]
        plan.numeric = torch_settings.numeric_of(plan.numeric, self.variant.torch)
        self.notices, self.facts = notices, facts
        self._command, self._stage, self._phases = command, stage, phases
        self.spool_path = command["spool"]
        self.training = plan.workload.task == "training"
        self.memory = []
        self.package = None  # facts of the program that an engine runs
        self.native, self.runner_path = None, command.get("runner")
        self.process = "self"  # or the pid of the one that makes the calls
        self.graph_clock = None  # in a trace process of a compiled variant
        self._asked_cases = command.get("cases")  # first and end; None = all
        self.collector, self.collector_reason = None, ""
        self._guards = {}
        self.step_watch = None  # in lanes of a training task
        self.in_call = None  # where calls lie apart: whether one runs now

    @property
    def is_traced(self):
        """A process whose code may be what a trace needs: no call of it is timed."""
        return self.kind in ("trace", "look")

    @property
    def is_cold(self):
        """A process whose whole cost is a figure: nothing is done for it that a user's process does not do."""
        return self.kind in COLD_KINDS

    def asked_cases(self):
        """Indices of the cases that this process is to run."""
        return range(*(self._asked_cases or (0, len(self.cases))))

    def build(self):
        if self.is_cold and self.variant.compiled:
            self.facts.trace_compiles(self._command["spool"])
        with self._phases.measure("import"):  # torch's own import began the stage and the phase
            build_workload = self._import()
        if self._command.get("start_up") and (self.variant.compiled or self.variant.engine == "aoti"):
            with self.step("start_up"):
                self._start_up_compile()
        peaks = memory.Peaks(self.device)
        with self.step("build"):
            self._build(build_workload)
        self.memory.append(peaks.read("build", None))
        self.weights_hash = hashes.module_hash(self.module)
        if self.is_traced:
            trace.prepare(self, self._command["spool"])
        if self.variant.compiled:
            self._refuse_what_stays_as_it_is()
            with self.step("compile"):
                self._compile()
        with self.step("inputs"):
            self._make_inputs()
        self._choose_loop()
        if self.variant.engine:
            self._install_engine()

    @contextlib.contextmanager
    def step(self, name):
        with self._stage(name), self._phases.measure(name):
            yield

    def stage(self, name):
        """Told to the recorder, of several phases."""
        return self._stage(name)

    def phase(self, name):
        return self._phases.measure(name)

    def _import(self):
        work = self.plan.workload
        self._set_up_interpreter()
        sys.argv = [work.spec.rpartition(":")[0] or work.spec, *work.argv]
        numeric_context.seed_everything(self.plan.numeric.seed)
        return sources.load(work.spec, work.arguments, self._command.get("models"))

    def _set_up_interpreter(self):
        work = self.plan.workload
        if self.is_traced and devices.will_collect_kernels(self.plan.numeric.device):
            self._open_collector()
        self.device = devices.resolve(self.plan.numeric.device)
        self.collector_reason = devices.why_no_kernels(self.device) or self.collector_reason
        numeric_context.apply(self.plan.numeric)
        with uncollected_imports(not self.is_cold):
            self.facts.install(import_compiler=self.variant.compiled)
            self._prepare_inductor()
        torch_settings.apply(self.variant.torch, self.variant.compiled or bool(self.variant.engine))
        if self.training and self.kind == "paired":
            self.step_watch = Watch()
            self.step_watch.install()
        self.folder = source_tree.folder_of(work, self.variant) or os.getcwd()
        try:
            os.chdir(self.folder)
        except OSError as error:
            raise bad_input(f"The working directory {self.folder} cannot be entered: {error.strerror}.") from error
        sys.path[:0] = [path for path in source_tree.sys_path_of(work, self.variant) if path not in sys.path]

    def _prepare_inductor(self):
        """Here and not in the first call: the lanes of a repetition import at the same time, and compile in turn."""
        if self.is_cold or not self._uses_inductor():
            return
        vector_probe.load_in_this_process()
        with contextlib.suppress(ImportError):  # then the first call says what is missing
            import torch._inductor.compile_fx  # noqa: F401

    def _uses_inductor(self):
        if self.variant.compiled:
            return (self.variant.settings.backend or "inductor") == "inductor"
        return self.variant.engine == "aoti"

    def _open_collector(self):
        """Before anything touches CUDA: CUPTI would miss what was there already."""
        if self.variant.native:
            self.collector_reason = "the calls were made by fusescope-runner, into which the collector does not look"
            return
        path = self._command.get("collector")
        self.collector, self.collector_reason = collector.load(path)

    def _start_up_compile(self):
        """What each process pays once for Inductor itself; the model must not be blamed for it."""
        if (self.variant.settings.backend or "inductor") != "inductor":
            return
        self.facts.start_up = True
        try:
            torch.compile(lambda x: torch.sin(x) + 1)(torch.ones(8, device=self.device))
            measure.synchronizer(self.device)()
        finally:
            self.facts.drain()
            self.facts.start_up = False
            self.facts.forget()
            self.facts.reset_compiler()

    def _build(self, build_workload):
        numeric = self.plan.numeric
        numeric_context.seed_everything(numeric.seed)
        self.workload = workload_from(build_workload())
        source_tree.refuse_code_of_another(self.plan.workload, self.variant)
        self.module = self.workload.module
        if self.module is not None:
            self.facts.module_name = type(self.module).__name__
            self._place_module()
        self.target = Target(self.workload, self.plan.workload.call)
        self.context = numeric_context.CallContext(numeric, self.training, self.device)
        if self.training:
            self._assemble_step()

    def _place_module(self):
        numeric, module = self.plan.numeric, self.module
        dtype = numeric_context.dtype_named(numeric.dtype) if numeric.dtype else None
        if not self._is_placed(dtype):
            module.to(device=self.device, dtype=dtype)
        if numeric.channels_last:
            module.to(memory_format=torch.channels_last)
        if self.variant.torch.eval_mode:
            module.eval()
        elif self.training:
            module.train()
        elif modules_that_differ(module):
            self.notices.add(
                "training_mode_on",
                "The model is in training mode (dropout, batch statistics) although the task is inference; "
                "call model.eval() in the callable if that is not meant.",
            )

    def _is_placed(self, dtype):
        """torch moves no tensor without values, not even to where it is; a model may hold some that it never reads."""
        tensors = itertools.chain(self.module.parameters(), self.module.buffers())
        return all(
            torch.nn.parameter.is_lazy(each)
            or each.device in (self.device, torch.device("meta"))
            and (dtype in (None, each.dtype) or not each.is_floating_point())
            for each in tensors
        )

    def _assemble_step(self):
        if self.target.owns_call and self.workload.loss is None:
            return  # the user's call is the whole step
        if self.module is None:
            raise bad_input("A training task needs the module, or a call that is the whole step.")
        loss, optimizer = training_parts(self.workload, self.module, self.notices)
        self.target.training_step = TrainingStep(
            self.target, loss, optimizer, self.workload.scaler, self.context.autocast_block, self.workload.accumulate
        )

    def _compile(self):
        parts = self._parts()
        Compiler(self.target, self.variant.settings, self.training).apply(parts, self._fences())
        self._compile_autograd(parts)

    def _compile_autograd(self, parts):
        """torch does so by itself only where the backward is called within what is compiled."""
        step = self.target.training_step
        wanted = self.variant.torch.dynamo.get("compiled_autograd")
        if wanted and step is not None and all(part.target != STEP for part in parts):
            step.run_within(lambda: compiled_autograd(self.variant.settings))

    def compile_for_trial(self, backend):
        """As a variant of torch's defaults would be, by that backend."""
        self._refuse_what_stays_as_it_is()
        settings = settings_from_json({"backend": backend})
        Compiler(self.target, settings, self.training).apply(without_settings(self._parts()), self._fences())

    def _parts(self):
        return self.variant.parts or self.plan.workload.parts or self._own_parts()

    def _fences(self):
        return [*self.plan.workload.fences, *self.variant.torch.fences]

    def _refuse_what_stays_as_it_is(self):
        """torch.compile takes these, and then their calls run as before."""
        if self.workload.compiled_ahead:
            raise bad_input("The model is an AOTInductor package, which torch.compile leaves as it is.")
        if isinstance(self.module, torch.jit.ScriptModule):
            raise bad_input("The model is a TorchScript program, which torch.compile leaves as it is.")

    def _own_parts(self):
        """The dict's `compile`: a target, several, or settings by target; else the measured module."""
        given = self.workload.compile
        if given is None or isinstance(given, str):
            given = [given or WHOLE]
        settings = given if isinstance(given, dict) else dict.fromkeys(given)
        return parts_from_json([{"target": name, "settings": value} for name, value in settings.items()])

    def _make_inputs(self):
        numeric_context.seed_everything(self.plan.numeric.seed)
        self.maker = inputs.InputMaker(self.plan, self.module, self.folder, self.notices)
        self.cases = prepare_cases(self.plan, self.workload, self.target.signature, self.maker, self.notices)
        for case in self.cases:
            case.sets = [self._marked(self.place(self._taken(each, case.name))) for each in case.sets]
        if self.workload.compiled_ahead:
            from fusescope_worker.engines.given_package import refuse_inputs_outside

            refuse_inputs_outside(self.plan.workload.spec, self.cases)

    def _taken(self, input_set, case):
        """In inference only what the call takes; in training the rest is the loss's."""
        taken, rest = self.target.signature.split(input_set)
        missing = [] if self._has_hooks() else self.target.signature.missing(taken)
        if missing:
            raise bad_input(
                f"The measured call needs {', '.join(missing)}, which the inputs of case {case} do not give; give inputs as "
                "one tensor, as (x, y), as {'x': x, 'mask': mask} or as ((x, y), {'mask': mask})."
            )
        left = [name for name, _ in rest.items()]
        if self.training or not left:
            return input_set
        if self.workload.loss is None:
            count = len(list(taken.items()))
            self.notices.add(
                "inputs_left_out",
                f"The measured call takes {count} of the {count + len(left)} given inputs; the others are left out.",
                case,
            )
        return taken

    def _has_hooks(self):
        """What runs before forward may add arguments."""
        return bool(getattr(self.module, "_forward_pre_hooks", None))

    def _marked(self, input_set):
        return torch_settings.mark_dynamic(self.variant.torch, input_set, self.target.signature)

    def place(self, input_set):
        return input_set.map(self._place_value)

    def _place_value(self, value):
        return trees.map_tensors(value, self._place_tensor)

    def _place_tensor(self, tensor):
        numeric = self.plan.numeric
        if tensor.device.type == "meta":
            return tensor
        if numeric.dtype and tensor.is_floating_point():
            tensor = tensor.to(numeric_context.dtype_named(numeric.dtype))
        tensor = tensor.to(self.device)
        if numeric.channels_last and tensor.dim() == 4 and plain.is_plain(tensor):
            tensor = tensor.contiguous(memory_format=torch.channels_last)
        return tensor

    def _choose_loop(self):
        self.agent, self.agent_report = agents.load(self._command.get("agent"), self.device)
        self.loop = self.agent or measure.PythonLoop(self.device)
        self.observer = AgentObserver(self.agent) if self.agent else ProfilerObserver()

    def _install_engine(self):
        from fusescope_worker.engines.install import install  # it asks for torch's exporter

        install(self)
        if self.native is not None:  # calls are made there, watched by the agent there
            self.agent = self.loop = self.native
            self.observer = AgentObserver(self.native)
            self.process = str(self.native.pid)

    def compile_count(self):
        """How often torch compiled something in calls."""
        return self.facts.compile_count

    def here(self, function):
        """What `function` gives on the thread that makes the calls."""
        return function()

    def calling_thread(self):
        return threading.get_ident()

    def call_of(self, index):
        """The timed function of a case. Asked for again, it begins with the first input set again."""
        if self.native is not None:
            return self.native.call_of(index)
        return measured_call(self.target, self.cases[index].sets, self.context, self.marks_steps)

    @property
    def marks_steps(self):
        """CUDA graphs may be at work: they are told when a new step begins."""
        return self.variant.compiled and devices.records_graphs(self.device)

    def guard_of(self, index):
        if index not in self._guards:
            sets = self.cases[index].sets
            self._guards[index] = StateGuard(sets, self.module, self.training, self.workload.reset)
        return self._guards[index]

    def reset_of(self, index):
        """The untimed function before each call, or None."""
        return self.guard_of(index).reset()

    def make_clocked(self, index, calls, clock):
        """Steps whose borders `clock` is told."""
        call, reset = self.call_of(index), self.reset_of(index)
        for _ in range(calls):
            if reset is not None:
                reset()
            clock.at_border()
            result = call()
            clock.at_border()
            del result

    def inputs_for(self, index, number):
        """A copy of an input set: the case's own ones, beyond them made anew from further seeds."""
        case = self.cases[index]
        if number < len(case.sets):
            chosen = case.sets[number]
        elif case.specs:
            made = self.maker.input_set(case.name, case.specs, self.target.signature, number)
            chosen = self.place(self._taken(made, case.name))
        else:
            chosen = self.place(self.maker.like(case.name, case.sets[number % len(case.sets)], number))
        copied = chosen.map(lambda value: trees.map_tensors(value, plain.copy_of))
        return self._marked(copied)

    def save_inputs(self, index, number, path):
        """As a dict of tensors by name, which is data alone and can be given again with --input. Its names."""
        given = dict(self.inputs_for(index, number).items())
        others = [name for name, value in given.items() if not isinstance(value, torch.Tensor)]
        if others or not given:
            what = f"'{others[0]}' is no tensor" if others else "the call takes none"
            raise bad_input(f"The inputs cannot be written to a file of tensors: {what}.")
        try:
            torch.save({name: plain.packed(tensor.detach().cpu()) for name, tensor in given.items()}, path)
        except (OSError, RuntimeError) as error:
            raise bad_input(f"The file {path} cannot be written: {str(error).splitlines()[0]}.") from error
        return list(given)

    def repeats(self, index, number):
        """Whether an input set holds what the first one does: nothing in it could be made anew."""
        def tensors(inputs):
            return list(trees.tensors((inputs.args, inputs.kwargs)))

        first, other = tensors(self.inputs_for(index, 0)), tensors(self.inputs_for(index, number))
        try:
            return len(first) == len(other) and all(map(plain.equal, first, other))
        except plain.NoValues:  # such inputs stay as they are
            return True

    def describe_cases(self):
        return [
            {
                "name": case.name,
                "items": case.items,
                "sets": len(case.sets),
                "inputs": [
                    {"name": name, "shape": plain.shape_of(value), "dtype": str(value.dtype).removeprefix("torch.")}
                    for name, value in case.sets[0].items()
                    if isinstance(value, torch.Tensor)
                ],
            }
            for case in self.cases
        ]

    def environment(self):
        fields = environment.fields(self)
        for case in self.cases:
            fields[f"inputs_hash.{case.name}"] = hashes.inputs_hash(case.sets)
            fields[f"shapes_hash.{case.name}"] = hashes.shapes_hash(case.sets)
        return fields
