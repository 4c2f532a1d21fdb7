# SPDX-License-Identifier: Apache-2.0
"""Writes tests/data/traces/gloo_rank0.json.gz and gloo_rank1.json.gz: a small model trained by two gloo processes.

    python make_gloo_ranks.py FOLDER
"""

import gzip
import json
import os
import pathlib
import sys
import time

import torch
import torch.distributed
import torch.multiprocessing

_KEPT = ("schemaVersion", "distributedInfo", "displayTimeUnit", "baseTimeNanoseconds", "traceEvents")


def train(rank, folder):
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29873")
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", rank=rank, world_size=2)
    torch.manual_seed(rank)
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(64, 64), gradient_as_bucket_view=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    plan = torch.profiler.schedule(wait=1, warmup=2, active=4)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], schedule=plan) as profiler:
        for _ in range(7):
            time.sleep(0.003 * rank)  # rank 1 comes late
            optimizer.zero_grad()
            model(torch.randn(8, 64)).square().mean().backward()
            optimizer.step()
            profiler.step()
    path = pathlib.Path(folder, f"gloo_rank{rank}.json")
    profiler.export_chrome_trace(str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    path.unlink()
    # Nothing of this machine: neither paths nor names.
    kept = {key: document[key] for key in _KEPT if key in document}
    text = json.dumps(kept, separators=(",", ":")).encode()
    path.with_suffix(".json.gz").write_bytes(gzip.compress(text, mtime=0))
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    torch.multiprocessing.spawn(train, args=(sys.argv[1],), nprocs=2)
