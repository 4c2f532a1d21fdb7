# SPDX-License-Identifier: Apache-2.0
"""The shim's view of the collector, each test in a process of its own with made-up libraries.

FUSESCOPE_COLLECTOR, FAKE_CUPTI, FAKE_CUDA and SPOOL_TEXT come from CTest.
"""

import ctypes
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

_SHIM = pathlib.Path(__file__).resolve().parents[3] / "profiler/worker/fusescope_worker/collector.py"
_COLLECTOR = os.environ["FUSESCOPE_COLLECTOR"]

_PRELUDE = """
import importlib.util, sys
spec = importlib.util.spec_from_file_location("collector", sys.argv[1])
shim = importlib.util.module_from_spec(spec)
spec.loader.exec_module(shim)
path, spool = sys.argv[2], sys.argv[3]
"""


def run(code, libraries=("FAKE_CUPTI", "FAKE_CUDA"), **environment):
    with tempfile.TemporaryDirectory() as folder:
        answer = subprocess.run(
            [sys.executable, "-c", _PRELUDE + code, str(_SHIM), _COLLECTOR, f"{folder}/spool"],
            env={**os.environ, "LD_LIBRARY_PATH": ":".join(os.environ[name] for name in libraries), **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )
    return answer.returncode, answer.stdout + answer.stderr


class CollectorInPython(unittest.TestCase):
    def test_a_trace_from_open_to_stop(self):
        code, text = run("""
collector, reason = shim.load(path)
assert reason is None, reason
assert collector.cupti_version == 130000 and collector.driver_version == 13000
assert "fakes" in collector.cupti_file
collector.begin_trace(spool)
for _ in range(3):
    with collector.call():
        pass
    collector.flush()
stats = collector.end_trace()
assert stats["complete"] is True and stats["kernels"] == 0, stats
assert collector.stop()["complete"] is True
assert open(spool, "rb").read(8) == b"FSTRACE1"
print("done")
""")
        self.assertEqual((code, text), (0, "done\n"))

    def test_without_a_driver_there_is_a_reason_and_the_process_goes_on(self):
        code, text = run("""
collector, reason = shim.load(path)
print(collector, reason)
""", FAKE_CUDA_INIT="100")
        self.assertEqual(code, 0, text)
        self.assertTrue(text.startswith("None no kernels were collected: the NVIDIA driver sees no GPU"), text)

    def test_another_profiler_is_named(self):
        _, text = run("print(shim.load(path)[1])", FAKE_CUPTI_FAIL="cuptiSubscribe=39")
        self.assertIn("CUPTI for Kineto", text)

    def test_a_build_without_collector_and_a_missing_file_are_said(self):
        _, text = run("print(shim.load(None)[1]); print(shim.load('/no/such/file')[1])")
        self.assertIn("this build has no collector", text)
        self.assertIn("could not be loaded", text)

    def test_a_trace_that_cannot_be_written_is_an_error_with_its_reason(self):
        _, text = run("""
collector, _ = shim.load(path)
try:
    collector.begin_trace("/no/such/folder/spool")
except shim.CollectorUnavailable as error:
    print(error)
""")
        self.assertIn("No such file or directory", text)

    def test_the_library_asks_for_no_other_than_the_runtime(self):
        dump = subprocess.run(["objdump", "-p", _COLLECTOR], capture_output=True, text=True, check=True).stdout
        needed = {line.split()[1].split(".so")[0] for line in dump.splitlines() if "NEEDED" in line}
        self.assertLessEqual(needed, {"libc", "libm", "libstdc++", "libgcc_s"})

    def test_the_structs_are_as_long_as_those_of_the_library(self):
        spec = importlib.util.spec_from_file_location("collector", _SHIM)
        shim = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(shim)
        sizes = [ctypes.sizeof(getattr(shim, name)) for name in ("_Config", "_Info", "_Stats")]
        self.assertEqual(sizes, [int(size) for size in os.environ["STRUCT_SIZES"].split(",")])


class Acceptance(unittest.TestCase):
    def run_accept(self, *arguments, **environment):
        script = pathlib.Path(__file__).resolve().parents[2] / "gpu/accept"
        return subprocess.run(
            [sys.executable, str(script), "--collector", _COLLECTOR, *arguments],
            env={**os.environ, "LD_LIBRARY_PATH": os.environ["FAKE_CUDA"], **environment},
            capture_output=True,
            text=True,
            timeout=240,
        )

    def test_without_a_gpu_it_says_so_and_writes_what_it_knows(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = self.run_accept("--json", f"{folder}/results.json", FAKE_CUDA_INIT="100")
            self.assertEqual(answer.returncode, 2, answer.stdout + answer.stderr)
            self.assertTrue(answer.stdout.startswith("no driver: "), answer.stdout)
            with open(f"{folder}/results.json", encoding="utf-8") as file:
                results = json.load(file)
        self.assertIsNone(results["device"])
        self.assertFalse(results["checks"][0]["passed"])

    def test_its_reader_sees_what_the_collector_wrote(self):
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "gpu"))
        from acceptance.spool import Spool

        with tempfile.TemporaryDirectory() as folder:
            libraries = f"{os.environ['FAKE_CUPTI']}:{os.environ['FAKE_CUDA']}"
            subprocess.run(
                [os.environ["COLLECTOR_PLAYER"], _COLLECTOR, f"{folder}/spool", "two_threads"],
                env={**os.environ, "LD_LIBRARY_PATH": libraries},
                check=True,
                capture_output=True,
            )
            spool = Spool(f"{folder}/spool")
        self.assertTrue(spool.whole)
        self.assertEqual((spool.rows("kernels"), spool.rows("apis"), len(spool.calls)), (2000, 2000, 2))
        self.assertEqual(set(spool.api_names()), {"cudaLaunchKernel"})
        self.assertEqual(set(spool.kernels["duration"]), {400})
        self.assertEqual(set(spool.losses.values()), {0})


if __name__ == "__main__":
    unittest.main()
