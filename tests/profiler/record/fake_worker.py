# SPDX-License-Identifier: Apache-2.0
"""A worker without torch: speaks PROTOCOL.md with made-up times and misbehaves as its plan's
workload tells: "behaviour[@variant name[@kind]]", several parted by spaces."""

import json
import math
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from array import array

CALL_NS = 1_000_000
_WORD = 2**64 - 1


def checksum(table, rows, payload):
    """As profiler/spool/spool_format.h has it."""
    prime = 0x9E3779B97F4A7C15
    total = len(payload) * prime & _WORD
    words = struct.unpack(f"<{len(payload) // 8}Q", payload[: len(payload) // 8 * 8])
    for word in (table << 32 | rows, *words, int.from_bytes(payload[len(words) * 8 :], "little")):
        total = (total ^ word) * prime & _WORD
        total ^= total >> 29
    return total >> 32


def chunk(table, rows, payload):
    return struct.pack("<IIIIQ", 0x4B4E4843, table, rows, checksum(table, rows, payload), len(payload)) + payload


def traced_call(start):
    """aten::linear 0 to 60 with aten::addmm 10 to 50 in it, a call of 100."""
    rows = [(start, 60, 1), (start + 10, 40, 2)]
    columns = [struct.pack("<2q", *[row[0] for row in rows]), struct.pack("<2q", *[row[1] for row in rows]),
               struct.pack("<2i", *[row[2] for row in rows]), struct.pack("<2i", 7, 7), bytes(2),
               struct.pack("<2q", -1, -1), struct.pack("<2i", 1, 0)]
    return chunk(4, 2, b"".join(columns)) + chunk(9, 1, struct.pack("<2q", start, start + 100))


def text(value):
    return struct.pack("<I", len(value)) + value.encode()


class FakeWorker:
    def __init__(self):
        self.socket = socket.socket(fileno=int(os.environ.pop("FUSESCOPE_SOCKET")))
        self.lines = self.socket.makefile("r")
        self.blocks = self.calls = self.compiles = 0

    def send(self, message):
        self.socket.sendall((message if isinstance(message, str) else json.dumps(message)).encode() + b"\n")

    def serve(self):
        for line in self.lines:
            command = json.loads(line)
            if command["do"] == "end":
                self.send({"done": "end"})
                return
            handler = getattr(self, command["do"])
            try:
                answer = handler(command)
            except RuntimeError as error:
                answer = {"error": {"class": "user_exception", "sentence": str(error), "stage": command["do"],
                                    "exception": "RuntimeError", "traceback": "Traceback: line 1\n  line 2"}}
            if isinstance(answer, dict) and "error" not in answer:
                answer = {"done": command["do"], **answer}
            self.send(answer)

    def does(self, behaviour):
        for word in self.words:
            name, *where = word.split("@")
            if name == behaviour and all(place in (self.variant["name"], self.kind) for place in where):
                return True
        return False

    def setup(self, command):
        plan = command["plan"]
        self.words = plan["workload"]["spec"].split()
        self.variant = plan["variants"][command["variant"]]
        self.compiled = self.variant["kind"] == "compiled"
        self.kind = command["kind"]
        self.spool = open(command["spool"], "ab")
        print("hello from", self.variant["name"], self.kind, flush=True)
        if self.does("hang_in_setup"):
            time.sleep(3600)
        if self.does("raise_in_setup"):
            raise RuntimeError("no such model")
        if self.does("die_in_setup"):
            os.kill(os.getpid(), signal.SIGSEGV)
        if self.does("not_json"):
            return "this is not JSON"
        if self.does("deep_json"):
            return "[" * 200_000
        if self.does("daemon"):
            self._leave_children()
        if self.does("flood"):
            for index in range(25_000):
                print("line", index)
            sys.stdout.flush()
        if self.does("notice_flood"):
            for index in range(5_000):
                self.send({"event": "notice", "rule": "flood", "sentence": f"notice {index}", "case": None})
        if self.does("giant_events"):
            for _ in range(20):
                self.send({"event": "notice", "rule": "giant", "sentence": "x" * (3 << 20), "case": None})
            self.send({"event": "notice", "rule": "long", "sentence": "y" * (1 << 19), "case": None})
        self.send({"event": "stage", "stage": "build"})
        self.send({"event": "of_a_newer_worker"})
        count = 2 if self.does("two_cases") else 1
        cases = [{"name": f"c{index}", "inputs": [{"name": "x", "shape": [8, 3], "dtype": "float32"}],
                  "items": 8, "sets": 1} for index in range(count)]
        if self.does("other_cases"):
            cases = cases * 3
        gpu = {"device_uuid": "1234"} if self.does("gpu") else {}
        return {
            "phases": [{"phase": "import", "wall_ns": 1000, "cpu_ns": 900}],
            "environment": {**gpu,"torch": "0.0", "cache": os.environ.get("TORCHINDUCTOR_CACHE_DIR"),
                            "own": os.environ.get("OWN"),
                            "kept": str(os.path.exists(self._mark()))},
            "memory": [{"phase": "build", "case": None, "host_peak_bytes": 1000}],
            "agent": {"used": True, "reason": None}, "notices": [], "cases": cases,
        }

    def _mark(self):
        return os.path.join(os.environ["TORCHINDUCTOR_CACHE_DIR"], "mark")

    def _leave_children(self):
        """A child in our group and one with a session of its own; their numbers go to a file."""
        script = "import time; time.sleep(3600)"
        pids = [subprocess.Popen([sys.executable, "-c", script]).pid]
        pids.append(subprocess.Popen([sys.executable, "-c", script], start_new_session=True).pid)
        with open(os.environ["PIDS"], "a") as file:
            for pid in [os.getpid(), *pids]:
                file.write(f"{pid}\n")

    def _pieces(self, command, times):
        columns = [array("q", times), array("q", [-1]) * len(times), array("i", [0]) * len(times)]
        data = b"".join(column.tobytes() for column in columns)
        if self.does("short_spool"):
            data = data[: len(data) // 2]
        offset = self.spool.tell()
        self.spool.write(data)
        self.spool.flush()
        calls = 2**60 if self.does("huge_count") else len(times)
        contended = {"cpu_pressure_us": sum(times) // 1000} if self.does("contended") else {}
        return {"case": command["case"], "spool": {"offset": offset, "calls": calls},
                "start_utc_ns": time.time_ns(), "wall_ns": sum(times), "cpu_ns": sum(times), **contended}

    def warmup(self, command):
        compiled = []
        if self.compiled and self.calls == 0:
            open(self._mark(), "w").close()
            self.compiles += 1
            compiled = [0]
            self.send({"event": "compile", "compile_id": "0/0", "case": 0, "duration_ns": 5, "function": "f"})
        if self.does("raise_in_call"):
            raise RuntimeError("boom")
        if self.does("hang_in_call"):
            time.sleep(3600)
        if self.does("stopped_in_call") and not self.calls:
            os.kill(os.getpid(), signal.SIGSTOP)
        times = []
        for _ in range(command["calls"]):
            self.calls += 1
            times.append(self._time())
        answer = {**self._pieces(command, times), "compiled": compiled, "compile_count": self.compiles, "memory": []}
        if self.does("no_count"):
            del answer["compile_count"]
        return answer

    def _time(self):
        """Never steady: the level changes whenever the warm-up was doubled."""
        if not self.does("never_steady"):
            return self._call_ns()
        return CALL_NS * (1 + int(math.log2(max(self.calls, 175) / 175)) % 2)

    def _call_ns(self):
        factor = 0.5 if self.does("half_as_long") else 2 if self.does("twice_as_long") else 1
        return round(CALL_NS * factor)

    def block(self, command):
        self.blocks += 1
        if self.does("die_in_block") and self.blocks == 3:
            print("last words", flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        if self.does("slow_block"):
            time.sleep(0.3)
        if self.does("compile_in_block") and self.blocks == 2:
            self.compiles += 1
        count = 1 if command["clock"] == "pipelined" else command["calls"]
        answer = self._pieces(command, [self._call_ns()] * count)
        # Nobody waited for a core in calls that were never made, whatever else this machine does.
        return {**answer, "clock": command["clock"], "compile_count": self.compiles, "cpu_pressure_us": 0}

    def prove(self, command):
        regions = {"0/0": 1} if self.compiled else {}
        return {"case": command["case"], "observed": True, "regions": regions, "lookups": 1, "compile_count": self.compiles}

    def memory(self, command):
        return {"memory": [{"phase": "steady", "case": command["case"], "host_peak_bytes": 2000}]}

    def parts(self, command):
        if self.does("no_backward"):
            return {"observed": False, "reason": "no backward ran in the step"}
        step = [CALL_NS, None, 300_000, 500_000, -1 if self.does("negative_part") else 100_000]
        return {"observed": True, "steps": [step] * command["calls"]}

    def losses(self, command):
        losses = [1 / (1 + step) for step in range(command["steps"])]
        return {"losses": [*losses[:-1], None], "random_operators": self.does("random"), "reason": ""}

    def outputs(self, command):
        if command["precision"] == "fp64" and self.does("no_fp64"):
            raise RuntimeError("no fp64 here")
        with open(command["path"], "w") as file:
            file.write(self.variant["name"] + " " + command["precision"])
        random = self.does("random") and command["precision"] == "as_is"
        return {"case": command["case"], "input_set": command["input_set"], "random_operators": random, "bytes": 1}

    def compare(self, command):
        texts = [open(command[name]).read() for name in ("reference", "candidate")]
        texts.append(open(command["fp64"]).read() if command["fp64"] else "none")
        return {"numerics": [{"role": "output", "path": "; ".join(texts), "dtype": "float32", "elements": 4,
                              "bit_equal": 4, "random_operators": command["random_operators"]}]}

    def module_outputs(self, command):
        with open(command["path"], "w") as file:
            file.write(self.variant["name"] + " " + command["precision"])
        if command.get("like"):
            open(command["like"]).close()
        return {"reason": "it holds no modules" if self.does("no_modules") else "", "bytes": 1}

    def module_errors(self, command):
        texts = [open(command["reference"]).read(), command["precision"]]
        texts.append(open(command["fp64"]).read() if command["fp64"] else "none")
        return {"reason": "", "same_outputs": True, "modules": [
            {"module": "first", "call": 0, "kind": "Linear", "file": "model.py", "line": 4, "reason": "",
             "role": "output", "path": "; ".join(texts), "dtype": "float32", "elements": 4, "bit_equal": 4}]}

    def modules(self, command):
        return {"modules": [{"path": path, "class": "Block", "times": 1, "call_ratio": ratio}
                            for path, ratio in (("first", 0.6), ("first.inner", 0.5), ("second", 0.25), ("third", 0.04))]}

    def trace(self, command):
        if self.does("no_observer"):
            return {"observed": False, "reason": "operators need the agent: there is none"}
        if command["pass"] == "graphs":
            windows = [[call, 0, 1000 * call, 1000 * call + 300, 64] for call in range(command["calls"])]
            return {"observed": True, "graphs": ["0/0"], "windows": windows, "null_graph_ns": 6000.5,
                    "wrapper_ns": 800, "bytes_per_second": 1e10}
        if command["pass"] == "lines":
            return {"observed": True, "lines": [["model.py", 12, "forward"], ["", 0, "compiled graph"]],
                    "samples": [[10, 0], [20, 1], [30, 0]], "calls": [[5, 35]]}
        names = b"".join(struct.pack("<i", 1 + index) + text(name) for index, name in enumerate(["aten::linear", "aten::addmm"]))
        place = struct.pack("<ii", 1, 12) + text("model.py") + text("forward") + text("layers.0")
        with open(command["path"], "wb") as file:
            file.write(b"FSTRACE1" + chunk(1, 2, names) + chunk(2, 1, place))
            for call in range(command["calls"]):
                file.write(traced_call(1000 * (call + 1)))
                file.flush()
                if self.does("hang_in_trace") and call == 2:
                    time.sleep(3600)
                if self.does("die_in_trace") and call == 2:
                    file.write(traced_call(1)[:50])
                    file.flush()
                    os.kill(os.getpid(), signal.SIGKILL)
            lost = 3 if self.does("lossy") else 0
            file.write(chunk(10, 1, struct.pack("<8qI", 0, 0, 0, 0, 0, 0, lost, 0, 0)))
        if self.does("no_trace_file"):
            os.remove(command["path"])
        return {"observed": True, "device_reason": "the calls ran on the CPU"}

    def roofs(self, _command):
        return {"roofs": [], "reason": "they need the agent: there is none"}

    def work(self, _command):
        raise RuntimeError("the work of a call is not known")

    def trial(self, _command):
        raise RuntimeError("nothing is compiled here")


if __name__ == "__main__":
    FakeWorker().serve()
