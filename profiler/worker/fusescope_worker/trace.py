# SPDX-License-Identifier: Apache-2.0
"""The passes of a trace process over one case (PROTOCOL.md, trace). Never used for latency."""

import os
import sys
import sysconfig

import torch

from fusescope_worker.measure import no_collection

_WARM_UP = 3
_MORE_WARM_UPS = 10  # while something still compiles
_REHEARSALS = 2  # names, threads and the room they need are known afterwards
_ROOM = 1 << 14  # spans of a thread and call, at first
_MOST_ROOM = 1 << 22


class Tracer:
    def __init__(self, session, runner, facts):
        self._session, self._runner, self._facts = session, runner, facts
        self._warm = set()

    def warm_up(self, case):
        if case in self._warm:
            return
        self._warm.add(case)
        for _ in range(_MORE_WARM_UPS):
            if not self._runner.warm_up(case, _WARM_UP)["compiled"]:
                return

    def operators(self, case, calls, path, places):
        """Every operator of so many calls, through the agent into the spool file."""
        agent = self._session.agent
        if agent is None:
            return unobserved(f"operators need the agent: {self._session.agent_report['reason']}")
        self.warm_up(case)
        call, reset = self._session.call_of(case), self._session.reset_of(case)
        before = self._facts.compile_count
        with self._session.context.grad_mode(), no_collection():
            self._start(agent, path, places, call, reset)
            try:
                for _ in range(calls):
                    _reset(reset)
                    agent.trace_call(call, keep=True)
            finally:
                agent.stop_trace()
        return {
            "observed": True,
            "compiled": self._facts.compile_count != before,
            "device_reason": _device_reason(self._session.device),
        }

    def _start(self, agent, path, places, call, reset):
        """Begins the trace with room for what a call takes, found by calls that are forgotten."""
        room = _ROOM
        while True:
            agent.start_trace(path, room, places)
            try:
                if places:
                    tell_places(agent, self._session)
                for _ in range(_REHEARSALS):
                    _reset(reset)
                    _, _, spans, lost = agent.trace_call(call, keep=False)
            except BaseException:
                agent.stop_trace()
                raise
            if lost == 0 or room >= _MOST_ROOM:
                return
            agent.stop_trace()
            room = min(2 * (spans + lost), _MOST_ROOM)


def unobserved(reason):
    return {"observed": False, "reason": reason}


def _reset(reset):
    if reset is not None:
        reset()


def _device_reason(device):
    if device.type == "cpu":
        return "the calls ran on the CPU"
    return "kernels of the device need the collector"


def tell_places(agent, session):
    """What the agent needs to name the user's lines and modules."""
    ours = os.path.dirname(os.path.abspath(__file__))
    torch_folder = os.path.dirname(torch.__file__)
    library = [sysconfig.get_paths().get(name) for name in ("stdlib", "platstdlib")]
    passed = _as_folders([torch_folder, ours, os.path.dirname(ours), *library])
    stopped = ["<eval_with_key>", *_as_folders(_compiled_code())]
    call = getattr(torch.nn.Module, "_wrapped_call_impl", torch.nn.Module.__call__)
    agent.trace_sources([*passed, "<"], stopped, call.__code__)
    if not isinstance(session.module, torch.nn.Module):
        return
    root = type(session.module).__name__
    for path, module in session.module.named_modules():
        agent.trace_module(module, path, path or root)


def _as_folders(paths):
    """Each as written and as resolved: virtual environments are full of links."""
    written = [os.path.normpath(path) for path in paths if path]
    return [folder + os.sep for path in written for folder in dict.fromkeys((path, os.path.realpath(path)))]


def _compiled_code():
    """Folders of the code that Inductor writes."""
    folders = [os.environ.get("TORCHINDUCTOR_CACHE_DIR"), os.environ.get("TRITON_CACHE_DIR")]
    runtime = sys.modules.get("torch._inductor.runtime.cache_dir_utils")
    default = getattr(runtime, "default_cache_dir", None)
    if default is not None:
        folders.append(default())
    return folders


def watch_kernels(session):
    """Makes Inductor's C++ kernels tell when they run. It changes their code: in trace processes only."""
    settings = session.variant.settings
    if not session.variant.compiled or (settings.backend or "inductor") != "inductor":
        return
    import torch._inductor.config as config

    cpp = getattr(config, "cpp", None)
    if hasattr(cpp, "enable_kernel_profile"):
        cpp.enable_kernel_profile = True
    else:
        session.notices.add("kernels_unseen", "This torch does not tell when Inductor's C++ kernels run.")
