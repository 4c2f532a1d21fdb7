#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gaps between the requests of MLCommons LoadGen's server scenario, in ns, one a line; exit 77 without it.

LoadGen (`pip install mlcommons-loadgen`) is the load of MLPerf Inference: random arrivals at a target rate.
"""

import sys
import tempfile
import time

try:
    import mlperf_loadgen as loadgen
except ImportError:
    sys.exit(77)


def main(rate, milliseconds):
    issued = []

    def issue(queries):
        issued.extend([time.perf_counter_ns()] * len(queries))
        loadgen.QuerySamplesComplete([loadgen.QuerySampleResponse(query.id, 0, 0) for query in queries])

    settings = loadgen.TestSettings()
    settings.scenario = loadgen.TestScenario.Server
    settings.mode = loadgen.TestMode.PerformanceOnly
    settings.server_target_qps = rate
    settings.server_target_latency_ns = 10_000_000
    settings.min_duration_ms = milliseconds
    settings.min_query_count = 1
    server = loadgen.ConstructSUT(issue, lambda: None)
    library = loadgen.ConstructQSL(16, 16, lambda _: None, lambda _: None)
    output = loadgen.LogOutputSettings()
    output.outdir = tempfile.mkdtemp()
    output.copy_summary_to_stdout = False
    logs = loadgen.LogSettings()
    logs.log_output = output
    logs.enable_trace = False
    loadgen.StartTestWithLogSettings(server, library, settings, logs)
    loadgen.DestroyQSL(library)
    loadgen.DestroySUT(server)
    for before, after in zip(issued, issued[1:]):
        print(after - before)


main(float(sys.argv[1]), int(sys.argv[2]))
