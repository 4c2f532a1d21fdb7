# SPDX-License-Identifier: Apache-2.0
"""The standard library as it was before user code was loaded.

A model may replace functions of these modules in its interpreter: frozen clocks, faster JSON, gevent's
sockets. What this package measures and tells must not go through them, so it takes these modules from
here: copies, made while the package is loaded.
"""

import ctypes
import gc
import importlib.util
import io
import linecache
import math
import os
import platform
import queue
import re
import resource
import signal
import socket
import threading
import time
import traceback
import types
from array import array  # noqa: F401  a type that cannot be changed


def _copy(module, **others):
    copy = types.ModuleType(module.__name__, module.__doc__)
    copy.__dict__.update({**vars(module), **others})
    return copy


def _loaded_again(name):
    """From its file, so that its functions find each other here and not in the module that all share."""
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _private_json():
    encoder, decode = _loaded_again("json.encoder").JSONEncoder, _loaded_again("json.decoder").JSONDecoder().decode

    def dumps(value, **options):
        return encoder(**options).encode(value)

    def loads(text):
        return decode(text if isinstance(text, str) else bytes(text).decode())

    return types.SimpleNamespace(dumps=dumps, loads=loads)


json = _private_json()
open = io.open
ctypes, gc, linecache, math, platform, queue = map(_copy, (ctypes, gc, linecache, math, platform, queue))
re, resource, signal, socket, threading = map(_copy, (re, resource, signal, socket, threading))
time, traceback = map(_copy, (time, traceback))
os = _copy(os, path=_copy(os.path))
