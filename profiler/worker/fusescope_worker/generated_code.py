# SPDX-License-Identifier: Apache-2.0
"""The code that Inductor writes for each graph, and which operators of the model each kernel call stands for.

In trace processes alone: provenance changes what is compiled by nothing but comments, yet it takes time.
"""

import sys

from fusescope_worker import user_frames
from fusescope_worker.graph_clock import current_compile_id
from fusescope_worker.pristine import json, re

_LONGEST_CODE = 8 << 20  # characters
_MOST_NODES = 40_000  # of a graph
_ROOT = re.compile(r"^L\['[^']*'\]\.?")  # the name that the compiled frame has for the model
_ENTRY = re.compile(r"\._modules\['([^']*)'\]")  # torch 2.9's way to a part
_ODD_NAME = re.compile(r"getattr\((.*), '([^']*)'\)(.*)")  # of a part whose name is none in Python


class GeneratedCode:
    """Each graph's goes into a file of its own beside the spool; an event names it."""

    def __init__(self, session, spool):
        self._channel, self._facts, self._notices = session.facts.channel, session.facts, session.notices
        self._spool, self._written = spool, 0

    def install(self):
        """Idempotent. Kernels name their operators from torch 2.9 on."""
        import torch._inductor.config as config
        import torch._inductor.graph as graph
        from fusescope_worker import operator_flops  # noqa: F401  (before user code runs)

        trace = getattr(config, "trace", None)
        compile_to_module = getattr(graph.GraphLowering, "compile_to_module", None)
        if not hasattr(trace, "provenance_tracking_level") or compile_to_module is None:
            self._unavailable("this torch does not tell what its kernels stand for")
            return
        trace.provenance_tracking_level = 1
        _compile_anew(config)
        code = self

        def kept(lowered, *arguments, **options):
            module = compile_to_module(lowered, *arguments, **options)
            code._keep(lowered, module)
            return module

        graph.GraphLowering.compile_to_module = kept

    def _keep(self, lowered, module):
        """Nothing that goes wrong here may end the compile."""
        if self._facts.start_up:
            return
        try:
            content = _content(lowered, module)
            with open(f"{self._spool}.code-{self._written}", "w", encoding="utf-8") as file:
                file.write(json.dumps(content))
        except Exception as error:
            self._unavailable(f"{type(error).__name__}: {error}")
            return
        self._channel.event(
            "generated_code", number=self._written, compile_id=current_compile_id(), case=self._facts.case
        )
        self._written += 1
        self._facts.send_lines({(node["file"], node["line"]) for node in content["nodes"]})

    def _unavailable(self, why):
        self._notices.add("generated_code_unavailable", f"The generated code is not known: {why}.")


def _compile_anew(config):
    """A graph that torch's caches give back tells neither its operators nor their modules."""
    import torch._functorch.config as functorch

    for settings, name in ((config, "fx_graph_cache"), (functorch, "enable_autograd_cache")):
        if hasattr(settings, name):
            setattr(settings, name, False)


def _content(lowered, module):
    """Fields of GeneratedCode."""
    with open(module.__file__, encoding="utf-8", errors="replace") as file:
        text = file.read(_LONGEST_CODE + 1)
    if len(text) > _LONGEST_CODE:
        raise ValueError(f"it is longer than {_LONGEST_CODE >> 20} MiB")
    kernels = _kernels()
    wanted = {name for names in kernels.values() for name in names}
    graph = getattr(lowered, "orig_gm", lowered.module).graph
    constant = _constant_inputs(lowered)
    nodes = [
        _input(node, node.name in constant) if node.op == "placeholder" else _node(node)
        for node in graph.nodes
        if node.op == "placeholder" or node.name in wanted
    ]
    if len(nodes) > _MOST_NODES:
        raise ValueError(f"the graph has more than {_MOST_NODES} operators")
    numbers = {node["name"]: number for number, node in enumerate(nodes)}
    return {
        "code": text,
        "nodes": nodes,
        "kernels": [_kernel(name, names, numbers) for name, names in kernels.items()],
    }


def _kernel(name, nodes, numbers):
    kernel, _, handle = name.rpartition(":")
    known = sorted({numbers[node] for node in nodes if node in numbers})
    return {"name": kernel, "handle": int(handle), "nodes": known}


def _kernels():
    """Names of the graph's nodes for each kernel call: {"cpp_fused_relu_0:3": ["relu", …]}."""
    debug = sys.modules.get("torch._inductor.debug")
    seen = getattr(debug, "_inductor_triton_kernel_to_post_grad_node_info", {})
    return {kernel: list(nodes) for kernel, nodes in seen.items()}


def _constant_inputs(lowered):
    """Names of the inputs that are the same tensors at every call: parameters and buffers. Of a backward none is known."""
    context = sys.modules["torch._guards"].TracingContext.try_get()
    metadata = getattr(context, "fw_metadata", None)
    if metadata is None or getattr(lowered, "is_backward", False):
        return set()
    names = list(getattr(lowered, "graph_input_names", []))
    return {names[index] for index in metadata.static_input_indices if index < len(names)}


def _input(node, constant):
    placeless = {"module": "", "file": "", "line": 0, "function": ""}
    target = "parameter" if constant else "input"
    return {"name": node.name, "target": target, "type": _type(node.meta.get("val")), **placeless}


def _node(node):
    frames = user_frames.parse_frames(node.meta.get("stack_trace") or "")
    file, line, function = user_frames.user_frame(frames) or ("", 0, "")
    stack = node.meta.get("nn_module_stack") or node.meta.get("fwd_nn_module_stack")
    return {
        "name": node.name,
        "target": str(node.target),
        "type": _type(node.meta.get("val")),
        "module": _module(stack),
        "file": file,
        "line": line,
        "function": function,
        "flops": _flops(node),
    }


def _flops(node):
    """Of matrix products, convolutions, attention and the like; None of others."""
    from fusescope_worker import operator_flops

    values = [getattr(each, "meta", {}).get("val", each) for each in node.args]
    return operator_flops.flops_of(node.target, values, node.kwargs, node.meta.get("val"))


def _module(stack):
    """Path in the model of the innermost one: "encoder.layers.0"; empty for the model itself."""
    if not stack:
        return ""
    return module_path(str(list(stack.values())[-1][0]))


def module_path(source):
    """As `named_modules` has it, of the expression by which a frame reaches the module."""
    while found := _ODD_NAME.fullmatch(source):
        source = f"{found[1]}.{found[2]}{found[3]}"
    return _ROOT.sub("", _ENTRY.sub(r".\1", source))


def _type(value):
    """As torch's own graphs write it: "f32[8, 64]"."""
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        return ""
    fx = sys.modules.get("torch.fx.graph")
    short = getattr(sys.modules.get("torch.utils._dtype_abbrs"), "dtype_abbrs", {}) or getattr(fx, "dtype_abbrs", {})
    return f"{short.get(value.dtype, value.dtype)}{list(map(str, value.shape))}".replace("'", "")
