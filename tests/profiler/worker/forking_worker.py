# SPDX-License-Identifier: Apache-2.0
"""An interpreter that has imported torch and the worker's package, and forks a worker for each request.

Run by worker_process.py, never by hand: `python forking_worker.py SOCKET [MODULE …]`. A request is two descriptors, the worker's
control socket and its log, and the answer its process id. The forked process then does what main.py does, from its
first look at the environment on. No thread runs here when it forks, no CUDA is initialised and no user's code known.
"""

import faulthandler
import importlib
import os
import runpy
import signal
import socket
import sys
from pathlib import Path

MAIN = Path(__file__).resolve().parents[3] / "profiler" / "worker" / "main.py"


def ready_to_fork(modules):
    """main.py's functions, with everything imported that a worker imports before the user's code."""
    main = runpy.run_path(str(MAIN), run_name="main")
    faulthandler.enable(all_threads=False)
    found, sys.path[:] = list(sys.path), main["library_first"]()
    main["load_package"]()
    from fusescope_worker import commands, lifetime  # noqa: F401

    sys.path[:] = [str(MAIN.parent), *found[1:]]
    import torch
    from fusescope_worker import losses, memory, module_errors, module_use, numerics, outputs, running, session, step_parts, trace  # noqa: F401

    for name in modules:
        importlib.import_module(name)
    if torch.cuda.is_initialized():
        raise RuntimeError("CUDA cannot be used after a fork")
    return main


def be_worker(main, control, log):
    """In the forked process, whose parent has ended: its new one is the test."""
    os.setsid()
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ["FUSESCOPE_SOCKET"] = str(control)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    from fusescope_worker.commands import serve
    from fusescope_worker.lifetime import leave

    kept = main["hide_this_script"]()  # noqa: F841  its functions run on
    leave(serve())


def forked(main, requests, control, log):
    """The worker's process id. A process between the two ends at once, so that the test adopts the worker."""
    told, tell = os.pipe()
    between = os.fork()
    if between == 0:
        between = os.getpid()
        worker = os.fork()
        if worker:
            os.write(tell, str(worker).encode())
            os._exit(0)
        for descriptor in (told, tell, requests.detach()):
            os.close(descriptor)
        while os.getppid() == between:
            os.sched_yield()
        be_worker(main, control, log)
    os.waitpid(between, 0)
    worker = int(os.read(told, 32))
    os.close(told)
    os.close(tell)
    return worker


def let_libraries_end_their_threads():
    """OpenBLAS starts its threads when numpy is imported and ends them before a fork; the next product starts them again."""
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def serve_requests(requests, modules):
    main = ready_to_fork(modules)
    let_libraries_end_their_threads()
    requests.send(b"ready")
    while True:
        data, descriptors, _, _ = socket.recv_fds(requests, 16, 2)
        if not data:
            return
        threads = len(os.listdir("/proc/self/task"))
        answer = f"{threads} threads run" if threads > 1 else str(forked(main, requests, *descriptors))
        for descriptor in descriptors:
            os.close(descriptor)
        requests.send(answer.encode())


if __name__ == "__main__":
    serve_requests(socket.socket(fileno=int(sys.argv[1])), sys.argv[2:])
