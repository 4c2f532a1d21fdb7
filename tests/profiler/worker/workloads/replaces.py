# SPDX-License-Identifier: Apache-2.0
"""A model that replaces the standard library under everybody's feet, as frozen clocks, gevent and faster JSON do."""

import json
import os
import queue
import socket
import struct
import threading
import time
import traceback

import torch
from torch import nn


def replace(owner, result, *names):
    for name in names:
        setattr(owner, name, lambda *_, **__: result)


def replace_all():
    replace(time, 0, "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns")
    replace(time, 0, "process_time", "process_time_ns", "thread_time", "thread_time_ns", "sleep")
    replace(json, "{}", "dumps", "dump")
    replace(json, {}, "loads", "load")
    replace(json.JSONEncoder, "{}", "default", "encode", "iterencode")
    replace(json.JSONDecoder, {}, "decode", "raw_decode")
    replace(socket.socket, b"", "send", "sendall", "recv", "close")
    replace(struct, b"", "pack", "unpack")
    replace(os, 1, "getpid", "getpgrp", "getcwd", "kill", "killpg", "_exit", "write", "read")
    replace(os, [], "listdir")
    replace(os.path, False, "exists", "isfile", "isdir")
    replace(queue, None, "SimpleQueue", "Queue")
    replace(threading, None, "Lock", "get_ident")
    replace(traceback, [], "format_exception", "extract_tb")


class Double(nn.Module):
    def forward(self, x):
        return x * 2


class Fails(nn.Module):
    def forward(self, x):
        raise ValueError("the second line is missing")


def make():
    replace_all()
    return Double(), (torch.ones(2, 3),)


def make_failing():
    replace_all()
    return Fails(), (torch.ones(2, 3),)
