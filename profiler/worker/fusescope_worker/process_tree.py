# SPDX-License-Identifier: Apache-2.0
"""What Linux tells of this process and its descendants: pids, CPU time, memory."""

from fusescope_worker.pristine import open, os, resource, time


_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def descendants(of=None):
    """Pids of all living descendants of this process, or of another."""
    children = _children if os.path.exists(f"/proc/self/task/{os.getpid()}/children") else _children_by_search()
    found, pending = [], [os.getpid() if of is None else of]
    while pending:
        for pid in children(pending.pop()):
            found.append(pid)
            pending.append(pid)
    return found


def _children(pid):
    """As the kernel lists them for each thread: cheap, but not in every kernel."""
    for task in _listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/children") as file:
                yield from (int(child) for child in file.read().split())
        except OSError:
            pass


def _children_by_search():
    children = {}
    for name in _listdir("/proc"):
        fields = _stat(name) if name.isdigit() else None
        if fields:
            children.setdefault(int(fields[1]), []).append(int(name))
    return lambda pid: children.get(pid, [])


def cpu_pressure_us():
    """Time for which some task of the machine waited for a core, since boot; None where the kernel does not count."""
    try:
        with open("/proc/pressure/cpu") as file:
            some = file.readline()
    except OSError:
        return None
    return int(some.rpartition("total=")[2]) if some.startswith("some") and "total=" in some else None


def cpu_time_ns():
    """CPU time of this process and of its children, living ones included."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time_ns() + int((ended.ru_utime + ended.ru_stime) * 1e9)
    for pid in descendants():
        fields = _stat(pid)
        if fields:  # utime, stime, cutime, cstime
            total += sum(int(ticks) for ticks in fields[11:15]) * _TICK_NS
    return total


def reset_host_peak(process="self"):
    """Starts a new VmHWM; False where the kernel does not allow it."""
    try:
        with open(f"/proc/{process}/clear_refs", "w") as file:
            file.write("5")
        return True
    except OSError:
        return False


def host_peak_bytes(process="self"):
    return _kilobytes(f"/proc/{process}/status", "VmHWM:")


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
