# SPDX-License-Identifier: Apache-2.0
"""The agent inside a real torch, loaded as the worker loads it. FUSESCOPE_AGENT names the file."""

import ctypes
import json
import os
import unittest

import torch

INT64 = ctypes.c_int64


def load_agent():
    agent = ctypes.PyDLL(os.environ["FUSESCOPE_AGENT"])
    agent.agent_torch_version.restype = ctypes.c_char_p
    agent.agent_last_error.restype = ctypes.c_char_p
    agent.agent_observe_stop.restype = INT64
    agent.agent_memory_read.restype = INT64
    agent.agent_measure.argtypes = [
        ctypes.py_object,
        ctypes.c_void_p,
        INT64,
        ctypes.POINTER(INT64),
        ctypes.POINTER(INT64),
        ctypes.POINTER(ctypes.c_int32),
        ctypes.POINTER(INT64),
    ]
    agent.agent_measure_pipelined.argtypes = [
        ctypes.py_object,
        INT64,
        ctypes.POINTER(INT64),
        ctypes.POINTER(INT64),
    ]
    return agent


AGENT = load_agent()


class Columns:
    def __init__(self, n):
        self.wall = (INT64 * n)()
        self.cpu = (INT64 * n)()
        self.switches = (ctypes.c_int32 * n)()
        self.done = INT64(-1)


def measure(call, n, reset=None):
    columns = Columns(n)
    status = AGENT.agent_measure(
        call,
        None if reset is None else id(reset),
        n,
        columns.wall,
        columns.cpu,
        columns.switches,
        ctypes.byref(columns.done),
    )
    return status, columns


def read_json(function):
    buffer = ctypes.create_string_buffer(4096)
    length = function(buffer, INT64(len(buffer)))
    if length < 0:
        raise AssertionError(AGENT.agent_last_error().decode())
    assert len(buffer.value) == length
    return json.loads(buffer.value)


class Version(unittest.TestCase):
    def test_the_agent_names_the_torch_it_was_built_for(self):
        minor = ".".join(torch.__version__.split("+")[0].split(".")[:2])
        self.assertEqual(AGENT.agent_torch_version().decode(), minor)
        self.assertEqual(AGENT.agent_abi(), 4)


class Roofs(unittest.TestCase):
    """Never how fast: that a machine does something, and that more of it takes longer."""

    def roof(self, kind, size):
        rate = ctypes.c_double(0)
        AGENT.agent_roof.argtypes = [ctypes.c_int32, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        return AGENT.agent_roof(kind, size, 1_000_000, ctypes.addressof(rate)), rate.value

    def test_a_machine_copies_and_multiplies(self):
        for kind, size in ((0, 1 << 20), (1, 256), (2, 64)):
            status, rate = self.roof(kind, size)
            self.assertEqual(status, 0)
            self.assertGreater(rate, 0)

    def test_what_is_not_known_is_an_error_with_a_reason(self):
        self.assertEqual(self.roof(99, 64)[0], -1)
        self.assertIn("no such measurement", AGENT.agent_last_error().decode())


class Device(unittest.TestCase):
    def test_the_cpu_is_always_there(self):
        self.assertEqual(AGENT.agent_set_device(b"cpu"), 0)

    def test_a_device_that_is_not_there_is_refused_with_a_sentence(self):
        missing = f"cuda:{torch.cuda.device_count()}"
        self.assertEqual(AGENT.agent_set_device(missing.encode()), -1)
        self.assertIn(missing, AGENT.agent_last_error().decode())

    def test_a_name_that_is_no_device_is_refused(self):
        self.assertEqual(AGENT.agent_set_device(b"toaster"), -1)
        self.assertIn("toaster", AGENT.agent_last_error().decode())


class Measure(unittest.TestCase):
    def test_every_call_is_made_and_timed(self):
        calls = []
        status, columns = measure(lambda: calls.append(1), 7)
        self.assertEqual(status, 0)
        self.assertEqual(columns.done.value, 7)
        self.assertEqual(len(calls), 7)
        self.assertTrue(all(ns > 0 for ns in columns.wall))
        self.assertTrue(all(ns > 0 for ns in columns.cpu))
        self.assertTrue(all(count >= 0 for count in columns.switches))

    def test_reset_runs_before_every_call(self):
        order = []
        measure(lambda: order.append("call"), 3, reset=lambda: order.append("reset"))
        self.assertEqual(order, ["reset", "call"] * 3)

    def test_reset_is_not_timed(self):
        import time

        _, columns = measure(lambda: None, 2, reset=lambda: time.sleep(0.02))
        self.assertLess(min(columns.wall), 10_000_000)

    def test_an_exception_passes_unchanged_and_ends_the_loop(self):
        class OwnError(Exception):
            pass

        raised = OwnError("third call")
        calls = []

        def call():
            calls.append(1)
            if len(calls) == 3:
                raise raised

        columns = Columns(5)
        with self.assertRaises(OwnError) as caught:
            AGENT.agent_measure(
                call, None, 5, columns.wall, columns.cpu, columns.switches, ctypes.byref(columns.done)
            )
        self.assertIs(caught.exception, raised)
        self.assertEqual(columns.done.value, 2)
        self.assertEqual(len(calls), 3)

    def test_an_exception_of_reset_passes_too(self):
        with self.assertRaises(ZeroDivisionError):
            measure(lambda: None, 1, reset=lambda: 1 / 0)

    def test_the_result_is_dropped(self):
        import weakref

        class Result:
            pass

        references = []

        def call():
            result = Result()
            references.append(weakref.ref(result))
            return result

        measure(call, 3)
        self.assertEqual([reference() for reference in references], [None] * 3)

    def test_pipelined_calls_give_one_total(self):
        calls = []
        total, cpu = INT64(-1), INT64(-1)
        status = AGENT.agent_measure_pipelined(
            lambda: calls.append(1), 11, ctypes.byref(total), ctypes.byref(cpu)
        )
        self.assertEqual(status, 0)
        self.assertEqual(len(calls), 11)
        self.assertGreater(total.value, 0)
        self.assertGreater(cpu.value, 0)

    def test_an_exception_passes_out_of_pipelined_calls(self):
        with self.assertRaises(ZeroDivisionError):
            AGENT.agent_measure_pipelined(
                lambda: 1 / 0, 3, ctypes.byref(INT64()), ctypes.byref(INT64())
            )


def observe(call):
    if AGENT.agent_observe_start() != 0:
        raise AssertionError(AGENT.agent_last_error().decode())
    try:
        call()
    finally:
        counts = read_json(AGENT.agent_observe_stop)
    return counts


class Observe(unittest.TestCase):
    def setUp(self):
        torch._dynamo.reset()

    def test_an_eager_call_shows_operators_and_no_region(self):
        x = torch.ones(3)
        one = observe(x.relu)
        self.assertGreaterEqual(one["operators"], 1)
        counts = observe(lambda: (x.relu(), x.relu(), x.relu()))
        self.assertEqual(counts["operators"], 3 * one["operators"])
        self.assertEqual(counts["regions"], {})
        self.assertEqual(counts["lookups"], 0)

    def test_a_compiled_call_shows_its_region_by_compile_id(self):
        compiled = torch.compile(lambda x: (x + 1).relu(), backend="eager")
        x = torch.ones(3)
        compiled(x)
        counts = observe(lambda: (compiled(x), compiled(x)))
        self.assertEqual(list(counts["regions"].values()), [2])
        self.assertRegex(next(iter(counts["regions"])), r"^\d+/\d+$")
        self.assertEqual(counts["lookups"], 2)

    def test_a_graph_break_shows_two_regions(self):
        def broken(x):
            x = x + 1
            torch._dynamo.graph_break()
            return x * 2

        compiled = torch.compile(broken, backend="eager")
        x = torch.ones(3)
        compiled(x)
        self.assertEqual(len(observe(lambda: compiled(x))["regions"]), 2)

    def test_a_silently_eager_call_shows_the_lookup_alone(self):
        compiled = torch.compile(lambda x: x + 1, backend="eager")
        compiled(torch.ones(3))
        with torch.compiler.set_stance("eager_on_recompile"):
            counts = observe(lambda: compiled(torch.ones(3, dtype=torch.float64)))
        self.assertEqual(counts["regions"], {})
        self.assertGreaterEqual(counts["lookups"], 1)

    def test_operators_of_a_backward_pass_are_seen(self):
        x = torch.ones(3, requires_grad=True)
        forward = observe(lambda: (x * 2).sum())
        both = observe(lambda: (x * 2).sum().backward())
        self.assertGreater(both["operators"], forward["operators"])

    def test_nothing_is_counted_after_the_stop(self):
        x = torch.ones(3)
        observe(lambda: x + 1)
        x + 1
        self.assertEqual(observe(lambda: None)["operators"], 0)

    def test_a_second_start_and_a_stop_too_many_are_refused(self):
        self.assertEqual(AGENT.agent_observe_start(), 0)
        self.assertEqual(AGENT.agent_observe_start(), -1)
        read_json(AGENT.agent_observe_stop)
        self.assertEqual(AGENT.agent_observe_stop(ctypes.create_string_buffer(64), INT64(64)), -1)

    def test_a_buffer_too_small_is_refused(self):
        AGENT.agent_observe_start()
        self.assertEqual(AGENT.agent_observe_stop(ctypes.create_string_buffer(4), INT64(4)), -1)


class Memory(unittest.TestCase):
    MIB = 1024 * 1024

    def setUp(self):
        AGENT.agent_set_device(b"cpu")
        self.assertEqual(AGENT.agent_memory_start(), 0)
        self.addCleanup(AGENT.agent_memory_stop)

    def host(self):
        return read_json(AGENT.agent_memory_read)["host"]

    def test_the_peak_stays_when_a_tensor_is_freed(self):
        tensor = torch.empty(self.MIB, dtype=torch.float32)
        self.assertEqual(self.host()["current"], 4 * self.MIB)
        del tensor
        self.assertEqual(self.host(), {"current": 0, "peak": 4 * self.MIB})

    def test_a_reset_starts_a_new_peak_from_what_is_held(self):
        held = torch.empty(self.MIB, dtype=torch.float32)
        torch.empty(8 * self.MIB, dtype=torch.float32)
        AGENT.agent_memory_reset()
        self.assertEqual(self.host()["peak"], 4 * self.MIB)
        del held

    def test_memory_of_a_compiled_call_is_seen(self):
        compiled = torch.compile(lambda x: (x + 1) * 2, backend="eager")
        x = torch.zeros(self.MIB)
        compiled(x)
        AGENT.agent_memory_reset()
        before = self.host()["peak"]
        compiled(x)
        self.assertGreaterEqual(self.host()["peak"], before + 4 * self.MIB)

    def test_torch_finds_a_profiler_state_in_its_slot(self):
        """It casts what lies there to one, whenever a backward pass or an autograd.Function runs."""

        class Double(torch.autograd.Function):
            @staticmethod
            def forward(context, x):
                return 2 * x

            @staticmethod
            def backward(context, gradient):
                return 2 * gradient

        def call(x):
            return Double.apply(x).sum()

        x = torch.ones(8, requires_grad=True)
        for function in (call, torch.compile(call, backend="aot_eager")):
            function(x).backward()
        self.assertEqual(x.grad.tolist(), [4.0] * 8)
        self.assertFalse(torch.autograd._profiler_enabled())

    def test_the_cpu_has_no_device_part(self):
        self.assertIsNone(read_json(AGENT.agent_memory_read)["device"])

    def test_a_second_start_is_refused(self):
        self.assertEqual(AGENT.agent_memory_start(), -1)


class MemoryOff(unittest.TestCase):
    def test_without_a_start_there_is_no_host_part(self):
        self.assertIsNone(read_json(AGENT.agent_memory_read)["host"])
        self.assertEqual(AGENT.agent_memory_stop(), -1)


@unittest.skipUnless(torch.cuda.is_available(), "needs a CUDA device")
class Cuda(unittest.TestCase):
    def setUp(self):
        self.assertEqual(AGENT.agent_set_device(b"cuda:0"), 0)
        self.addCleanup(AGENT.agent_set_device, b"cpu")

    def test_a_call_is_timed_to_the_end_of_its_kernels(self):
        x = torch.randn(8192, 8192, device="cuda")
        measure(lambda: x @ x, 2)
        _, columns = measure(lambda: x @ x, 5)
        self.assertGreater(min(columns.wall), 1_000_000)  # the launch alone takes some 20 us

    def test_pipelined_calls_wait_once_for_the_device(self):
        x = torch.randn(8192, 8192, device="cuda")
        total, cpu = INT64(-1), INT64(-1)
        AGENT.agent_measure_pipelined(lambda: x @ x, 5, ctypes.byref(total), ctypes.byref(cpu))
        self.assertGreater(total.value, 5_000_000)

    def test_device_memory_peaks(self):
        mib = 1024 * 1024
        torch.cuda.empty_cache()
        AGENT.agent_memory_reset()
        before = read_json(AGENT.agent_memory_read)["device"]
        tensor = torch.empty(64 * mib, device="cuda")
        del tensor
        after = read_json(AGENT.agent_memory_read)["device"]
        self.assertEqual(after["allocated_peak"] - before["allocated"], 256 * mib)
        self.assertEqual(after["allocated"], before["allocated"])
        self.assertGreaterEqual(after["reserved_peak"], 256 * mib)
        AGENT.agent_memory_reset()
        reset = read_json(AGENT.agent_memory_read)["device"]
        self.assertEqual(reset["allocated_peak"], reset["allocated"])


if __name__ == "__main__":
    unittest.main()
