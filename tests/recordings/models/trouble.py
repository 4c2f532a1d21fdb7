# SPDX-License-Identifier: Apache-2.0
"""Models that fail each in one way of the error catalogue."""

import os
import signal
import time

import torch
from torch import nn


class Calls(nn.Module):
    """Does something at its n-th call, outside what is compiled."""

    def __init__(self, action, at=10, only_compiled=False):
        super().__init__()
        self.action, self.at, self.only_compiled = action, at, only_compiled
        self.inner = nn.Linear(8, 8)
        self.count = 0

    @torch.compiler.disable
    def tick(self):
        self.count += 1
        if self.count == self.at:
            self.action()

    def forward(self, x):
        self.tick()
        return torch.relu(self.inner(x))


def example():
    return (torch.randn(4, 8),)


def killed():
    """At a call inside a timed block: warm-up is some hundred calls at least."""
    return Calls(lambda: os.kill(os.getpid(), signal.SIGSEGV), at=20_000), example()


def raises():
    def action():
        raise ValueError("the tokenizer is not loaded")

    return Calls(action, at=1), example()


class RaisesCompiled(nn.Module):
    def forward(self, x):
        if torch.compiler.is_compiling():
            return torch.mm(x, x.new_zeros(3, 3))
        return x + 1


def raises_compiled():
    return RaisesCompiled(), example()


class Breaks(nn.Module):
    def forward(self, x):
        x = x + 1
        print("a break")
        return x * 2


def breaks():
    return Breaks(), example()


class Greedy(nn.Module):
    def forward(self, x):
        return torch.ones(1 << 52, dtype=torch.uint8)[0] + x


def greedy():
    return Greedy(), example()


class Matrices(nn.Module):
    def forward(self, x):
        return torch.mm(x, torch.ones(3, 3))


def mismatch():
    return Matrices(), example()


def no_module():
    import surely_not_installed

    return surely_not_installed


class Differs(nn.Module):
    def forward(self, x):
        return x * 2 if torch.compiler.is_compiling() else x


def differs():
    return Differs(), example()


class DiffersInside(nn.Module):
    """One module of several gives other results when it is compiled."""

    def __init__(self):
        super().__init__()
        self.before, self.wrong, self.after = nn.Linear(4, 4), Differs(), nn.Linear(4, 4)

    def forward(self, x):
        return self.after(self.wrong(self.before(x)))


def differs_inside():
    return DiffersInside(), (torch.randn(8, 4),)


def failing_backend(graph, inputs):
    raise NotImplementedError("this backend knows no operator")


def bad_backend():
    import torch._dynamo

    torch._dynamo.register_backend(failing_backend, name="fusescope_bad")
    return Breaks(), example()


@torch.library.custom_op("fusescope_test::no_fake", mutates_args=())
def no_fake(x: torch.Tensor) -> torch.Tensor:
    return x + 1


class CustomOperator(nn.Module):
    def forward(self, x):
        return no_fake(x) * 2


def missing_fake():
    return CustomOperator(), example()


class Limited(nn.Module):
    def forward(self, x):
        return x * 2


def past_the_limit():
    import torch._dynamo

    torch._dynamo.config.automatic_dynamic_shapes = False
    torch._dynamo.config.recompile_limit = 2
    sizes = (2, 3, 4, 5)
    return {"module": Limited(), "inputs": {f"n{size}": (torch.ones(size, 2),) for size in sizes}}


class Outer(nn.Module):
    """Compiled without an operator of its own; what it calls is compiled for itself."""

    def __init__(self):
        super().__init__()
        self.inner = Limited()

    def forward(self, x):
        torch._dynamo.graph_break()
        return self.inner(x)


def past_the_limit_inside():
    return {**past_the_limit(), "module": Outer()}


class AtOneShape(nn.Module):
    """Does something for inputs of 24 rows alone."""

    def __init__(self, action):
        super().__init__()
        self.inner, self.action = nn.Linear(8, 8), action

    def forward(self, x):
        if x.shape[0] == 24:
            self.action(x)
        return torch.relu(self.inner(x))


def sizes():
    return {f"n{rows}": (torch.randn(rows, 8),) for rows in (8, 24, 32)}


def refuses_one_shape():
    def action(_x):
        raise ValueError("24 rows are not supported")

    return {"module": AtOneShape(action), "inputs": sizes()}


def refuses_one_shape_compiled():
    """Eager runs it."""

    def action(x):
        if torch.compiler.is_compiling():
            torch.mm(x, x.new_zeros(3, 3))

    return {"module": AtOneShape(action), "inputs": sizes()}


def no_memory_at_one_shape():
    return {"module": AtOneShape(lambda x: x.new_empty(1 << 46)), "inputs": sizes()}


def crashes_at_one_shape():
    @torch.compiler.disable
    def action(_x):
        os.kill(os.getpid(), signal.SIGSEGV)

    return {"module": AtOneShape(action), "inputs": sizes()}


class Slow(nn.Module):
    def forward(self, x):
        time.sleep(3600)
        return x


def slow():
    return Slow(), example()


class Children(nn.Module):
    """Starts a process with a session of its own, as a compile pool or a daemon may."""

    def __init__(self):
        super().__init__()
        import subprocess
        import sys

        script = "import time; time.sleep(3600)  # " + os.environ["FUSESCOPE_TEST_MARK"]
        subprocess.Popen([sys.executable, "-c", script])
        subprocess.Popen([sys.executable, "-c", script], start_new_session=True)

    def forward(self, x):
        return x + 1


def children():
    return Children(), example()
