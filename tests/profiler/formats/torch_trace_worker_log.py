#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The facts that the worker's own code makes of a log of TORCH_TRACE, as JSON: LOG. torch is not needed."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

_FOLDER = Path(__file__).resolve().parents[3] / "profiler/worker/fusescope_worker"
_SPEC = importlib.util.spec_from_file_location(
    "fusescope_worker", _FOLDER / "__init__.py", submodule_search_locations=[str(_FOLDER)]
)
sys.modules["fusescope_worker"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(sys.modules["fusescope_worker"])

from fusescope_worker import compile_metrics, graph_breaks  # noqa: E402

_HEAD = re.compile(r"^V\d{4} [^\]]*\] (\{.*)$")


def records(file):
    metadata, payload = None, []
    for line in open(file, encoding="utf-8").read().split("\n"):
        match = _HEAD.match(line)
        if match:
            if metadata is not None:
                yield metadata, "\n".join(payload)
            metadata, payload = json.loads(match[1]), []
        elif line.startswith("\t"):
            payload.append(line[1:])
    yield metadata, "\n".join(payload)


def facts(file):
    found = {"breaks": [], "recompiles": [], "compiles": []}
    for metadata, payload in records(file):
        artifact = metadata.get("artifact", {}).get("name")
        if artifact == "dynamo_graph_break_reason":
            found["breaks"].append(graph_breaks.graph_break(payload))
        elif artifact == "recompile_reasons":
            found["recompiles"].append(compile_metrics.recompile_reasons(payload))
        elif "compilation_metrics" in metadata:
            fact = compile_metrics.compile_fact(SimpleNamespace(**metadata["compilation_metrics"]))
            found["compiles"].append({**fact, "metrics_json": json.loads(fact["metrics_json"])})
    return found


if __name__ == "__main__":
    print(json.dumps(facts(sys.argv[1])))
