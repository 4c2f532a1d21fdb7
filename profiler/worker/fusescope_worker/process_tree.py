# SPDX-License-Identifier: Apache-2.0
"""What Linux tells of this process and its descendants: pids, CPU time, memory."""

import os
import resource
import time

_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def descendants():
    """Pids of all living descendants of this process."""
    children = {}
    for name in _listdir("/proc"):
        if name.isdigit():
            fields = _stat(name)
            if fields:
                children.setdefault(int(fields[1]), []).append(int(name))
    found, pending = [], [os.getpid()]
    while pending:
        for pid in children.get(pending.pop(), []):
            found.append(pid)
            pending.append(pid)
    return found


def cpu_time_ns():
    """CPU time of this process and of its children, living ones included."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time_ns() + int((ended.ru_utime + ended.ru_stime) * 1e9)
    for pid in descendants():
        fields = _stat(pid)
        if fields:  # utime, stime, cutime, cstime
            total += sum(int(ticks) for ticks in fields[11:15]) * _TICK_NS
    return total


def reset_host_peak():
    """Starts a new VmHWM; False where the kernel does not allow it."""
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
        return True
    except OSError:
        return False


def host_peak_bytes():
    return _kilobytes("/proc/self/status", "VmHWM:")


def children_bytes():
    """Sum of the proportional set sizes of all descendants; None when none could be read."""
    sizes = [_kilobytes(f"/proc/{pid}/smaps_rollup", "Pss:") for pid in descendants()]
    known = [size for size in sizes if size is not None]
    return sum(known) if known else None


def _kilobytes(path, key):
    try:
        with open(path) as file:
            for line in file:
                if line.startswith(key):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return None


def _listdir(path):
    try:
        return os.listdir(path)
    except OSError:
        return []


def _stat(pid):
    """Fields from the state on; the name before them may hold blanks and parentheses."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return None
