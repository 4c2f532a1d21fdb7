# SPDX-License-Identifier: Apache-2.0
"""Something that a script calls again and again: how often, how long, and where."""


class Tally:
    def __init__(self):
        self.calls = self.total_ns = self.first_ns = 0
        self.forward_calls = self.forward_ns = 0  # of a step: what the module's own call took

    def add(self, ns):
        self.first_ns = self.first_ns or ns
        self.calls += 1
        self.total_ns += ns

    def add_forward(self, ns):
        self.forward_calls += 1
        self.forward_ns += ns

    def without_steps(self):
        """In training mode, but no optimizer ever steps: it infers."""
        self.calls = self.forward_calls
        self.total_ns = self.first_ns = self.forward_ns


class Candidate:
    def __init__(self, name, kind, task, class_name, place):
        self.name, self.kind, self.task = name, kind, task
        self.class_name, self.place = class_name, place
        self.here, self.elsewhere = Tally(), Tally()  # on the script's own thread; in threads and processes
        self.module = None
        self.in_event_loop = False
        self.in_threads = self.in_processes = 0  # calls elsewhere

    @property
    def tally(self):
        """Calls elsewhere count where it is called nowhere else."""
        return self.here if self.here.calls or self.here.forward_calls else self.elsewhere

    @property
    def apart(self):
        """Its calls cannot be held, so that lanes can be recorded one after the other alone."""
        return self.in_event_loop or self.tally is self.elsewhere

    def settle(self):
        if self.kind == "module" and self.task == "training" and not self.tally.calls:
            self.task = "inference"
            self.tally.without_steps()

    def as_json(self, elapsed_ns):
        file, line, function = self.place
        tally = self.tally
        return {
            "name": self.name,
            "kind": self.kind,
            "task": self.task,
            "class": self.class_name,
            "file": file,
            "line": line,
            "function": function,
            "calls": tally.calls,
            "total_ns": tally.total_ns,
            "first_ns": tally.first_ns,
            "share": tally.total_ns / elapsed_ns if elapsed_ns > 0 else None,
            "in_event_loop": self.in_event_loop,
            "in_threads": self.in_threads,
            "in_processes": self.in_processes,
            "apart": self.apart,
        }
