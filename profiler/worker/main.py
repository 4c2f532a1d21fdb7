# SPDX-License-Identifier: Apache-2.0
"""Entry of a worker process, started by the recorder as `PYTHON main.py` (PROTOCOL.md).

Loads the package beside this file and then hides itself: user code finds neither this folder on
sys.path nor this file as `__main__`.
"""

import faulthandler
import importlib.util
import os
import sys
import types

HERE = os.path.dirname(os.path.abspath(__file__))


def library_first():
    """sys.path with the standard library before folders that the environment puts in front of it."""
    library = os.path.dirname(os.__file__)
    ours = [path for path in sys.path if path.startswith(library) and "-packages" not in path]
    return ours + [path for path in sys.path if path not in ours]


def load_package():
    folder = os.path.join(HERE, "fusescope_worker")
    spec = importlib.util.spec_from_file_location(
        "fusescope_worker", os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    package = importlib.util.module_from_spec(spec)
    sys.modules["fusescope_worker"] = package
    spec.loader.exec_module(package)


def hide_this_script():
    """An empty `__main__` without a file also keeps spawned children from importing this one."""
    if sys.path and os.path.realpath(sys.path[0] or ".") == os.path.realpath(HERE):
        del sys.path[0]
    hidden = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    return hidden


if __name__ == "__main__":
    faulthandler.enable(all_threads=False)  # a crash in compiled code says where, in the log
    found, sys.path[:] = list(sys.path), library_first()
    load_package()
    from fusescope_worker.commands import serve
    from fusescope_worker.lifetime import leave

    sys.path[:] = found
    this_script = hide_this_script()
    leave(serve())
