# SPDX-License-Identifier: Apache-2.0
"""Calls whose service times are known: they sleep."""

import random
import time

import torch


def _callable(call):
    return {"call": call, "inputs": (torch.zeros(1),)}


def fixed(ms=4.0):
    def call(x):
        time.sleep(ms / 1e3)
        return x

    return _callable(call)


def exponential(ms=4.0):
    chance = random.Random(7)

    def call(x):
        time.sleep(chance.expovariate(1e3 / ms))
        return x

    return _callable(call)


class Idle:
    """Counts calls that come a while after the one before: requests of a low rate do, a loop's do not."""

    def __init__(self):
        self.calls, self._ended = 0, time.perf_counter()

    def begin(self):
        self.calls += time.perf_counter() - self._ended > 0.01
        return self.calls

    def end(self):
        self._ended = time.perf_counter()


def _at_idle_call(at, happen):
    idle = Idle()

    def call(x):
        if idle.begin() == at:
            idle.calls += 1
            happen()
        time.sleep(0.002)
        idle.end()
        return x

    return _callable(call)


def stalling(at=80, seconds=1.0):
    return _at_idle_call(at, lambda: time.sleep(seconds))


def hanging(at=80):
    return _at_idle_call(at, lambda: time.sleep(1e6))


def failing(at=80):
    def fail():
        raise ValueError("out of tickets")

    return _at_idle_call(at, fail)


def resetting():
    def call(x):
        time.sleep(0.002)
        return x

    return {**_callable(call), "reset": lambda: None}
