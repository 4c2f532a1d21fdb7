# SPDX-License-Identifier: Apache-2.0
"""The agent's user frames in an interpreter that need not have torch: LibTorch alone is loaded.

Arguments: folder of LibTorch's libraries, agent, spool file. Run by frames_test.py.
"""

import ctypes
import sys
import threading

LIBRARIES, AGENT, SPOOL = sys.argv[1:4]
for name in ("libc10.so", "libtorch_cpu.so"):
    ctypes.CDLL(f"{LIBRARIES}/{name}", ctypes.RTLD_GLOBAL)
RELEASED = ctypes.CDLL(f"{LIBRARIES}/libtorch_cpu.so")  # calls give up the GIL, as torch's do
HELD = ctypes.PyDLL(f"{LIBRARIES}/libtorch_cpu.so")
LONG = ctypes.c_int64


def new_tensor():
    handle = ctypes.c_void_p()
    float32 = ctypes.c_int32(RELEASED.aoti_torch_dtype_float32())
    zero = ctypes.c_int32(0)
    one = (LONG * 1)(1)
    assert RELEASED.aoti_torch_empty_strided(LONG(1), one, one, float32, zero, zero, ctypes.byref(handle)) == 0
    return handle


TENSOR = new_tensor()


class Module:
    def _wrapped_call_impl(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    __call__ = _wrapped_call_impl


class Leaf(Module):
    def forward(self):
        RELEASED.aoti_torch_zero_(TENSOR)  # line: released
        helper()


class Raising(Module):
    def forward(self):
        raise ValueError


class Root(Module):
    def __init__(self):
        self.first, self.second, self.raising = Leaf(), Leaf(), Raising()

    def forward(self):
        self.first()
        self.second()
        try:
            self.raising()
        except ValueError:
            pass
        list(self.first() for _ in range(2))
        helper()


def helper():
    HELD.aoti_torch_zero_(TENSOR)  # line: held


def main():
    agent = ctypes.PyDLL(AGENT)
    agent.agent_trace_call.argtypes = [ctypes.py_object, ctypes.c_int32, *[ctypes.c_void_p] * 4]
    root = Root()
    assert agent.agent_trace_start(SPOOL.encode(), 1, LONG(1000)) == 0
    call_code = Module._wrapped_call_impl.__code__
    assert agent.agent_trace_sources(b"/nowhere/", b"<nowhere", ctypes.c_void_p(id(call_code))) == 0
    for name, module in (("", root), ("first", root.first), ("second", root.second), ("raising", root.raising)):
        path = name.encode()
        assert agent.agent_trace_module(ctypes.c_void_p(id(module)), path, path or b"Root") == 0
    figures = (LONG * 4)()
    places = [ctypes.addressof(figures) + 8 * index for index in range(4)]
    done = threading.Event()
    other = threading.Thread(target=lambda: [sum(range(500)) for _ in iter(done.is_set, True)])
    other.start()  # wants the GIL all the time
    for _ in range(50):
        assert agent.agent_trace_call(root, 1, *places) == 0
    done.set()
    other.join()
    assert agent.agent_trace_stop() == 0
    assert sys.getprofile() is None


if __name__ == "__main__":
    main()
