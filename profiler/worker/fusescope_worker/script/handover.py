# SPDX-License-Identifier: Apache-2.0
"""Two threads, one of which runs: the script's and the one that answers commands.

The script's thread parks at places that the lane chooses. While it is parked it runs what it is given, so that
all that belongs to a thread (grad mode, dispatch modes, profilers, signals) is set where the calls are made.
"""

from fusescope_worker import process_tree
from fusescope_worker.pristine import os, queue, signal, threading

START, ENTRY, AFTER, ENOUGH, ENDED = "start", "entry", "after", "enough", "ended"
_GO = object()


class Handover:
    def __init__(self):
        self.thread = threading.get_ident()
        self.process = os.getpid()
        self.program = None  # what runs when the script first goes on
        self.place = START
        self._jobs, self._places = queue.SimpleQueue(), queue.SimpleQueue()
        self._stopped = []  # children that rest with the script
        self.going = False
        self.free = False  # it runs on by itself, and nothing of it rests

    def here(self):
        """Is this the script's thread, and no process that it forked?"""
        return threading.get_ident() == self.thread and os.getpid() == self.process

    # The script's thread

    def park(self, place):
        """Returns when the script may go on."""
        self._places.put(place)
        self.serve()

    def serve(self):
        while True:
            job = self._jobs.get()
            if job is _GO:
                return
            job()

    # The thread of the commands

    def run(self, function):
        """What `function` gives on the script's thread, where that waits."""
        if self.free or threading.get_ident() == self.thread:
            return function()
        answer = queue.SimpleQueue()
        self._jobs.put(lambda: answer.put(_outcome(function)))
        value, error = answer.get()
        if error is not None:
            raise error
        return value

    def go(self, seconds=None):
        """Lets the script go on until it parks; where, or None where it does not within so many seconds."""
        self.start()
        return self.wait(seconds)

    def start(self):
        self.wake()
        self.going = True
        self._jobs.put(_GO)

    def set_free(self):
        """It is never parked any more, but at its end."""
        self.free = True
        self.start()

    def wait(self, seconds=None):
        try:
            self.place = self._places.get(timeout=seconds)
        except queue.Empty:
            return None
        self.going = False
        return self.place

    def rest(self):
        """Children of the script (loaders of data) would work on while other lanes are measured."""
        if self.free:
            return
        for pid in process_tree.descendants():
            if _told(pid, signal.SIGSTOP):
                self._stopped.append(pid)

    def wake(self):
        for pid in self._stopped:
            _told(pid, signal.SIGCONT)
        self._stopped.clear()


def _outcome(function):
    try:
        return function(), None
    except BaseException as error:
        return None, error


def _told(pid, number):
    try:
        os.kill(pid, number)
    except OSError:
        return False
    return True
