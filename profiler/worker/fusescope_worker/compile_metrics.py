# SPDX-License-Identifier: Apache-2.0
"""CompilationMetrics and recompile reasons of torch → fields of CompileFact and RecompileFact."""

import dataclasses
import sys

from fusescope_worker import user_frames
from fusescope_worker.pristine import json, re

# Phases by the name shown → the metric that holds them, in microseconds. They nest.
_PHASES = {
    "dynamo": "dynamo_cumulative_compile_time_us",
    "aot_autograd": "aot_autograd_cumulative_compile_time_us",
    "inductor": "inductor_cumulative_compile_time_us",
    "code_generation": "inductor_code_gen_cumulative_compile_time_us",
    "triton": "triton_compile_time_us",
    "backward": "backward_cumulative_compile_time_us",
    "before_restart": "dynamo_compile_time_before_restart_us",
    "pre_grad_passes": "pre_grad_pass_time_us",
    "joint_graph_passes": "joint_graph_pass_time_us",
    "post_grad_passes": "post_grad_pass_time_us",
    "autotune": "compile_time_autotune_time_us",
    "garbage_collection": "gc_time_us",
    "structured_logging": "structured_logging_overhead_us",
}
# Long, the same for every compile, or of no use outside the process.
_LEFT_OUT = {"dynamo_config", "inductor_config", "compiler_config", "stack_trace", "exception_stack_trace"}
_LONGEST_TEXT = 2000
_PREFIX = re.compile(r"^\s*\d+/\d+:\s*")
_LIMIT = "recompile limit exceeded"
_LIMIT_OLD = "cache_size_limit"


def _as_dict(metrics):
    if dataclasses.is_dataclass(metrics):
        return {entry.name: getattr(metrics, entry.name, None) for entry in dataclasses.fields(metrics)}
    return dict(getattr(metrics, "__dict__", {}))


def compile_fact(metrics):
    values = _as_dict(metrics)
    backward = values.get("is_forward") is False
    duration = values.get("duration_us")
    if duration is None and values.get("entire_frame_compile_time_s") is not None:
        duration = values["entire_frame_compile_time_s"] * 1e6
    file, line, function = _place(values)
    return {
        "compile_id": str(values.get("compile_id") or ""),
        "function": f"{function} (backward)".strip() if backward else function,
        "file": file,
        "line": line,
        "duration_ns": int((duration or 0) * 1000),
        "phases": _phases(values),
        "cache": _cache(values),
        "nodes": values.get("graph_node_count"),
        "operators": values.get("graph_op_count"),
        "guards": values.get("guard_count"),
        "fail_type": str(values.get("fail_type") or ""),
        "fail_reason": str(values.get("fail_reason") or "")[:_LONGEST_TEXT],
        "metrics_json": _text(values),
    }


def _place(values):
    """The compiled function; without a place where it is one of torch's own around a plain module."""
    function = user_frames.function_name(str(values.get("co_name") or ""))
    place = (str(values.get("co_filename") or ""), int(values.get("co_firstlineno") or 0), function)
    return place if user_frames.user_frame([place]) else ("", 0, function)


def refused_by_limit(fact):
    """The compile did not happen: the function had been compiled as often as is allowed."""
    reason = fact.get("fail_reason", "")
    return bool(fact.get("fail_type")) and (_LIMIT in reason or _LIMIT_OLD in reason)


def _phases(values):
    phases = {}
    for name, key in _PHASES.items():
        if values.get(key) is not None:
            phases[name] = int(values[key] * 1000)
    return phases


def _cache(values):
    """hit, miss or bypass of the local caches (torch 2.11 counts them); None where nothing is known."""
    graph_hits = values.get("inductor_fx_local_cache_hit_count") or 0
    autograd_hits = values.get("aotautograd_local_cache_hit_count") or 0
    if values.get("inductor_fx_local_cache_miss_count"):
        return "miss"
    if graph_hits or autograd_hits:
        return "hit"
    if "inductor_fx_local_cache_hit_count" in values and values.get("inductor_cumulative_compile_time_us"):
        return "bypass"
    return None


def _text(values):
    kept = {key: value for key, value in values.items() if value is not None and key not in _LEFT_OUT}
    kept["recompile_limit"] = _recompile_limit()
    short = {key: value[:_LONGEST_TEXT] if isinstance(value, str) else value for key, value in kept.items()}
    return json.dumps(short, default=lambda value: sorted(map(str, value)) if isinstance(value, set) else str(value))


def _recompile_limit():
    """How often a function may be compiled; None where this torch does not say."""
    config = sys.modules.get("torch._dynamo.config")
    limit = getattr(config, "recompile_limit", getattr(config, "cache_size_limit", None))
    return limit if isinstance(limit, int) else None


def recompile_reasons(payload):
    """`guard`: the expression that failed for the newest cache entry; `reason`: torch's whole text."""
    try:
        content = json.loads(payload)
    except ValueError:
        content = payload
    reasons = [str(item) for item in content] if isinstance(content, list) else str(content).splitlines()
    reasons = [reason for reason in reasons if reason.strip()]
    first = _PREFIX.sub("", reasons[0]) if reasons else ""
    return {"guard": first.split("  #")[0].strip(), "reason": "\n".join(reasons)}
