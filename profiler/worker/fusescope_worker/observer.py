# SPDX-License-Identifier: Apache-2.0
"""Proves that compiled regions run in a call: by the agent, else by torch's own profiler."""

import torch

from fusescope_worker import measure

_REGION = "Torch-Compiled Region: "
_LOOKUP = "TorchDynamo Cache Lookup"


class AgentObserver:
    def __init__(self, agent):
        self._agent = agent

    def observe(self, call):
        seen = self._agent.observe(call)
        return {"observed": True, "regions": seen.get("regions", {}), "lookups": seen.get("lookups", 0)}


class ProfilerObserver:
    """Kineto on for one call, without device activity. Slow to read, and never on in a timed call."""

    def observe(self, call):
        profile, refusals = torch.autograd.profiler.profile(use_kineto=True), []

        def begin():
            try:
                profile.__enter__()
            except Exception as error:
                refusals.append(f"torch's profiler cannot start: {error}")

        measure.around(call, begin, lambda: refusals or profile.__exit__(None, None, None))
        if refusals:
            return {"observed": False, "reason": refusals[0]}
        names = [event.name for event in profile.function_events or []]
        regions = {}
        for name in names:
            if name.startswith(_REGION):
                identity = name[len(_REGION) :]
                regions[identity] = regions.get(identity, 0) + 1
        return {"observed": True, "regions": regions, "lookups": names.count(_LOOKUP)}
