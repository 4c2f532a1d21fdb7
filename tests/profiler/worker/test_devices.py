# SPDX-License-Identifier: Apache-2.0
"""What the worker asks of each kind of device. No such device is here: in its place stands torch's own module of it,
whose functions keep their names and signatures and only note that they were called."""

import contextlib
import inspect
import sys
import types
import unittest
from unittest import mock

import torch

from worker_process import ROOT

sys.path.insert(0, str(ROOT / "profiler" / "worker"))
from fusescope_worker import devices, environment, memory  # noqa: E402
from fusescope_worker.errors import WorkerError  # noqa: E402
from fusescope_worker.load import own_stream  # noqa: E402
from fusescope_worker.step_parts import BACKWARD, StepClock  # noqa: E402


class StandIn:
    """torch.xpu, torch.mps or torch.cuda with one device or several. A call with arguments that the real function
    would refuse is refused, and one of a name that the module lacks does not exist."""

    def __init__(self, name, answers, count=1):
        self.calls = []
        self._real = getattr(torch, name)
        answers = {"is_available": True, "device_count": count, **answers}
        self.module = types.SimpleNamespace()
        for known in dir(self._real):
            if callable(getattr(self._real, known)) and not known.startswith("_"):
                setattr(self.module, known, self._noted(known, answers.get(known)))
        if hasattr(self._real, "Event"):
            self.module.Event = self._event_class()
        self._patch = mock.patch.object(torch, name, self.module)

    def _noted(self, name, answer):
        with contextlib.suppress(ValueError, TypeError):
            signature = inspect.signature(getattr(self._real, name))

            def call(*arguments, **named):
                signature.bind(*arguments, **named)
                self.calls.append((name, *map(str, arguments)))
                return answer

            return call
        return lambda *_arguments, **_named: answer

    def _event_class(self):
        stand_in, real = self, self._real.Event
        for needed in ("record", "elapsed_time"):
            assert hasattr(real, needed), needed

        class Event:
            moment = 0

            def __init__(self, enable_timing=False):
                assert enable_timing

            def record(self):
                Event.moment += 1
                self.at = Event.moment
                stand_in.calls.append(("record",))

            def elapsed_time(self, end):
                return float(end.at - self.at)  # ms

        return Event

    def __enter__(self):
        self._patch.start()
        return self

    def __exit__(self, *_):
        self._patch.stop()

    def names(self):
        return [call[0] for call in self.calls]


def xpu(**more):
    properties = types.SimpleNamespace(
        name="Intel(R) Data Center GPU Max 1550", driver_version="1.3.29735", gpu_subslice_count=64, uuid="8680d50b"
    )
    answers = {
        "get_device_properties": properties,
        "max_memory_allocated": 7_000,
        "max_memory_reserved": 9_000,
        "get_rng_state": torch.tensor([3]),
        "stream": contextlib.nullcontext(),
        "Stream": types.SimpleNamespace(synchronize=lambda: None),
    }
    return StandIn("xpu", answers, **more)


def mps():
    return StandIn("mps", {"get_rng_state": torch.tensor([5])})


@contextlib.contextmanager
def rocm(version="6.4.43482"):
    """torch for ROCm calls its devices cuda, and names its version."""
    properties = types.SimpleNamespace(
        name="AMD Instinct MI300X", gcnArchName="gfx942", major=9, minor=4, multi_processor_count=304, uuid="abc"
    )
    with StandIn("cuda", {"get_device_properties": properties}) as cuda:
        with mock.patch.object(torch.version, "hip", version, create=True):
            yield cuda


class Resolve(unittest.TestCase):
    def refusal(self, name):
        with self.assertRaises(WorkerError) as raised:
            devices.resolve(name)
        self.assertEqual(raised.exception.key, "device_not_found")
        return str(raised.exception)

    def test_a_device_that_is_not_here_is_one_sentence(self):
        self.assertEqual(
            self.refusal("xpu:0"),
            "The device xpu:0 is not here: this torch sees no xpu device; `fusescope doctor` names those that are.",
        )
        self.assertIn("this torch sees no mps device", self.refusal("mps"))
        self.assertIn("hip is what torch for ROCm has", self.refusal("hip:0"))
        self.assertIn("no device that is known", self.refusal("tpu:0"))
        with xpu(count=2):
            self.assertIn("this torch sees 2 xpu devices", self.refusal("xpu:2"))

    def test_a_device_that_is_here_becomes_the_current_one(self):
        self.assertEqual(devices.resolve("cpu"), torch.device("cpu"))
        with xpu(count=2) as intel:
            self.assertEqual(devices.resolve("xpu:1"), torch.device("xpu", 1))
            self.assertEqual(intel.calls[-1], ("set_device", "xpu:1"))
        with mps():
            self.assertEqual(devices.resolve("mps"), torch.device("mps"))
            self.assertEqual(devices.resolve("mps:0"), torch.device("mps"))

    def test_hip_is_what_torch_for_rocm_calls_cuda(self):
        with rocm():
            for name in ("hip:0", "cuda:0"):
                device = devices.resolve(name)
                self.assertEqual(device, torch.device("cuda", 0))
                self.assertEqual(devices.named(device), "hip:0")
                self.assertFalse(devices.will_collect_kernels(name))
                self.assertIn("kernels are not collected on hip", devices.why_no_kernels(device))
                self.assertTrue(devices.records_graphs(device))
        self.assertTrue(devices.will_collect_kernels("cuda:0"))
        self.assertEqual(devices.named(torch.device("cuda", 1)), "cuda:1")


class WhatAKindGives(unittest.TestCase):
    def test_xpu_is_waited_for_and_timed_by_its_own_events(self):
        with xpu() as intel:
            device = torch.device("xpu", 0)
            devices.synchronizer(device)()
            self.assertEqual(intel.calls, [("synchronize", "xpu:0")])
            clock = StepClock(device)
            clock.at_border()
            clock.mark(BACKWARD)
            clock.mark("forward")
            clock.at_border()
            [(_, data, forward, backward, optimizer)] = clock.steps
            self.assertEqual((data, forward, backward, optimizer), (None, 1_000_000, 1_000_000, 1_000_000))
            self.assertEqual(intel.names().count("record"), 4)

    def test_mps_is_waited_for_and_timed_by_the_host_behind_it(self):
        with mps() as apple:
            device = torch.device("mps")
            clock = StepClock(device)
            clock.at_border()
            clock.mark(BACKWARD)
            clock.at_border()
            self.assertNotIn("record", apple.names())
            # Each border, and each mark: the host's clock is read when what was asked for is done.
            self.assertEqual(apple.names(), ["synchronize"] * 5)
            [(whole, _, forward, backward, _)] = clock.steps
            self.assertGreater(forward, 0)
            self.assertGreater(backward, 0)
            self.assertGreaterEqual(whole, forward + backward)

    def test_a_cpu_is_asked_for_nothing(self):
        device = torch.device("cpu")
        self.assertIsNone(devices.synchronizer(device)())
        self.assertEqual(devices.memory_peaks(device), {})
        self.assertEqual(len(devices.random_states(device)), 1)
        self.assertIsNone(devices.Marks(device).take())

    def test_peaks_of_memory_are_read_where_the_allocator_keeps_them(self):
        with xpu() as intel:
            entry = memory.Peaks(torch.device("xpu", 0)).read("steady", None)
            self.assertEqual((entry["device_peak_bytes"], entry["device_reserved_bytes"]), (7_000, 9_000))
            self.assertEqual(intel.calls[0], ("reset_peak_memory_stats", "xpu:0"))
        with mps() as apple:
            entry = memory.Peaks(torch.device("mps")).read("steady", None)
            self.assertNotIn("device_peak_bytes", entry)
            self.assertEqual(apple.calls, [])

    def test_random_numbers_are_set_back_on_the_device_too(self):
        for stand_in, name, value in ((xpu(), "xpu:0", 3), (mps(), "mps", 5)):
            with stand_in:
                device = torch.device(name)
                states = devices.random_states(device)
                self.assertEqual(states[1].item(), value)
                devices.set_random_states(states, device)
                self.assertEqual(stand_in.names(), ["get_rng_state", "set_rng_state"])

    def test_threads_have_streams_where_there_are_some(self):
        with xpu() as intel:
            with own_stream(torch.device("xpu", 0)):
                self.assertIn("stream", intel.names())
        with mps() as apple:
            with own_stream(torch.device("mps")) as wait:
                wait()
            self.assertEqual(apple.names(), ["synchronize"])

    def test_graphs_are_inductors_for_cuda_and_hip_alone(self):
        kinds = {name: devices.records_graphs(torch.device(name)) for name in ("cpu", "cuda:0", "xpu:0", "mps")}
        self.assertEqual(kinds, {"cpu": False, "cuda:0": True, "xpu:0": False, "mps": False})

    def test_what_is_not_collected_has_a_sentence(self):
        self.assertEqual(devices.why_no_kernels(torch.device("cuda", 0)), "")
        self.assertEqual(devices.why_no_kernels(torch.device("cpu")), "the calls ran on the CPU")
        self.assertIn("torch.profiler", devices.why_no_kernels(torch.device("xpu", 0)))
        self.assertIn("Metal", devices.why_no_kernels(torch.device("mps")))

    def test_facts_name_the_device(self):
        with xpu():
            found = environment._device(torch.device("xpu", 0))
            self.assertEqual(found["device_name"], "Intel(R) Data Center GPU Max 1550")
            self.assertEqual(found["driver"], "1.3.29735")
            self.assertNotIn("compute_capability", found)
        with rocm():
            found = environment._device(torch.device("cuda", 0))
            self.assertEqual((found["architecture"], found["hip"]), ("gfx942", "6.4.43482"))
            self.assertNotIn("compute_capability", found)
        self.assertTrue(environment._device(torch.device("cpu"))["device_name"])


class AStandIn(unittest.TestCase):
    """Without this the tests above would prove nothing."""

    def test_refuses_what_the_real_functions_refuse(self):
        with xpu(), self.assertRaises(TypeError):
            torch.xpu.synchronize(1, 2)
        with mps(), self.assertRaises(TypeError):
            torch.mps.synchronize(torch.device("mps"))
        with mps(), self.assertRaises(AttributeError):
            torch.mps.max_memory_allocated()


if __name__ == "__main__":
    unittest.main()
