# SPDX-License-Identifier: Apache-2.0
"""Hands the recordings of a suite to Ray: `python -c SCRIPT`, talked to by JSON lines.

The first line of stdin says what to run: {"tasks": [{"folder", "words", "device"}], "address": …, "stop_file": …}; later ones are
{"stop": N}. Answers on stdout as it was at the start: {"event": "ready"} or {"event": "refused", "text": …}, then for each task
{"event": "task", "task": N, "state": "running" | "ended" | "waiting", "exit_code": …, "reason": …}. It ends with its input.

Ray is the user's: imported here and nowhere else. Nothing of torch is, so that this interpreter may be another than the workers'.
"""

import json
import os
import queue
import secrets
import shutil
import sys
import tempfile
import threading

GPU_VARIABLES = ("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")
RETRIES = 3  # after a lost worker or node


def record(task):
    """Runs one recording, on a node of the cluster. It is sent there by value: all that it needs is within."""
    import ctypes
    import os
    import signal
    import socket
    import subprocess

    folder, words, host = task["folder"], task["words"], socket.gethostname()

    def asked():
        try:
            with open(task["stop_file"], encoding="utf-8") as file:
                return int(file.read() or 0)
        except (OSError, ValueError):
            return 0

    def end_with_worker():
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: Ray starts a lost one anew, in the same folder

    if asked():
        return {"stopped": True}
    if not os.path.exists(os.path.join(folder, "plan.json")):
        return {"reason": f"node {host} of the Ray cluster does not see {folder}; choose a place that all nodes share by -o"}
    for name in os.listdir(folder):  # what a lost one left
        if name != "plan.json":
            os.remove(os.path.join(folder, name))
    environment = dict(task["environment"])
    for name in task["gpu_variables"]:
        if name in os.environ:
            environment[name] = os.environ[name]
    with open(task["progress"], "wb") as progress, open(task["log"], "wb") as log:
        try:
            child = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=progress,
                stderr=log,
                env=environment,
                start_new_session=True,
                preexec_fn=end_with_worker,
            )
        except OSError as error:
            text = f"node {host} of the Ray cluster cannot start {words[0]} ({error.strerror}); "
            return {"reason": text + "install Fusescope on a file system that the nodes share"}
        told = 0
        while True:
            try:
                code = child.wait(0.3)
                return {"exit_code": code if code >= 0 else 128 - code}
            except subprocess.TimeoutExpired:
                if told < asked():
                    child.send_signal(signal.SIGTERM)
                    told += 1


class Told:
    """Answers as lines; what Ray and others print goes to stderr."""

    def __init__(self):
        self.out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def __call__(self, **event):
        self.out.write(json.dumps(event) + "\n")
        self.out.flush()


def one_line(error):
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(error).__name__


def needs_of(task, ray):
    """A recording on a CPU takes all CPUs of a node, of the largest: no neighbour then fits beside it."""
    nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
    if task["device"] == "cpu":
        return {"num_cpus": max((node.get("CPU", 0) for node in nodes), default=0) or 1}, ""
    index = task["device"].partition(":")[2]
    gpus = int(index or 0) + 1  # Ray numbers what it gives from 0
    there = max((node.get("GPU", 0) for node in nodes), default=0)
    missing = "" if there >= gpus else f"no node of the Ray cluster has {gpus} GPU{'s' if gpus > 1 else ''}"
    return {"num_cpus": 1, "num_gpus": gpus}, missing


def start_ray(request, scratch):
    """The cluster that was named, or one on this machine alone: no dashboard, no statistics, no other address than its own."""
    local = not request["address"]
    if local:
        os.environ.pop("RAY_ADDRESS", None)
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # where it is so, Ray listens on 127.0.0.1 alone
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))  # else it makes one in the user's home
    import ray

    if local:
        ray.init(
            include_dashboard=False,
            _node_ip_address="127.0.0.1",
            _temp_dir=scratch,
            object_store_memory=100 << 20,
            log_to_driver=False,
        )
    else:
        ray.init(address=request["address"], log_to_driver=False)
    return ray


def read_commands(commands):
    for line in sys.stdin:
        commands.put(json.loads(line))
    commands.put(None)


def outcome(ray, ref):
    try:
        return ray.get(ref)
    except ray.exceptions.RayError as error:
        return {"reason": f"lost in Ray ({type(error).__name__}): {one_line(error)}"}


class Run:
    def __init__(self, ray, request, tell, environment):
        self.ray, self.tell, self.stop_file = ray, tell, request["stop_file"]
        self.tasks = request["tasks"]
        self.started, self.refs = set(), {}
        # Whatever the nodes print or retry: one function, by value.
        remote = ray.remote(record)
        for number, task in enumerate(self.tasks):
            task.update(stop_file=self.stop_file, environment=environment, gpu_variables=GPU_VARIABLES)
            needs, missing = needs_of(task, ray)
            if missing:
                tell(event="task", task=number, state="waiting", reason=missing)
            ref = remote.options(max_retries=RETRIES, name=task["name"], **needs).remote(task)
            self.refs[ref] = number

    def look(self):
        """What changed since the last look; waits for half a second at most."""
        ready, _ = self.ray.wait(list(self.refs), num_returns=1, timeout=0.5)
        for number in self.refs.values():
            if number not in self.started and os.path.exists(self.tasks[number]["log"]):
                self.started.add(number)
                self.tell(event="task", task=number, state="running")
        for ref in ready:
            number = self.refs.pop(ref)
            end = outcome(self.ray, ref)
            if not end.get("stopped"):
                self.tell(event="task", task=number, state="ended", **end)

    def take(self, command):
        with open(self.stop_file + ".new", "w", encoding="utf-8") as file:
            file.write(str(command["stop"]))
        os.replace(self.stop_file + ".new", self.stop_file)


def main():
    tell, environment = Told(), dict(os.environ)
    request = json.loads(sys.stdin.readline())
    scratch = tempfile.mkdtemp(prefix="fs-ray-")  # short: Ray's sockets lie in it
    try:
        try:
            ray = start_ray(request, scratch)
        except ImportError as error:
            return tell(event="refused", kind="no_ray", text=one_line(error))
        except Exception as error:  # whatever a cluster's own version raises
            return tell(event="refused", kind="no_cluster", text=one_line(error))
        run, commands = Run(ray, request, tell, environment), queue.Queue()
        tell(event="ready")
        threading.Thread(target=read_commands, args=(commands,), daemon=True).start()
        while run.refs:
            run.look()
            while not commands.empty():
                command = commands.get()
                if command is None:
                    return None
                run.take(command)
        return None
    finally:
        if "ray" in sys.modules:
            sys.modules["ray"].shutdown()
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main()
