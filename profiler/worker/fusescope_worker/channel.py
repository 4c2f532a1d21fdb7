# SPDX-License-Identifier: Apache-2.0
"""The control socket: newline-delimited JSON, read by a thread that also watches for its end."""

from fusescope_worker import lifetime
from fusescope_worker.pristine import json, math, os, queue, socket, threading

SOCKET_VARIABLE = "FUSESCOPE_SOCKET"


def without_nan(value):
    """JSON knows no NaN: a number that is none is null."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(key): without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [without_nan(item) for item in value]
    return value


class Channel:
    """Commands in, answers and events out. End of file ends this process and its children."""

    def __init__(self, connection):
        # Bound now: a model may replace the methods of the class.
        self._sendall, self._recv = connection.sendall, connection.recv
        self._connection = connection  # kept: its end would close it
        self._process = os.getpid()
        self._commands = queue.SimpleQueue()
        self._sending = threading.Lock()
        reader = threading.Thread(target=self._read, name="fusescope-control", daemon=True)
        reader.start()

    @classmethod
    def inherited(cls):
        """Takes over the descriptor that the recorder named, so that user code never sees it."""
        descriptor = int(os.environ.pop(SOCKET_VARIABLE))
        os.set_inheritable(descriptor, False)
        connection = socket.socket(fileno=descriptor)
        os.register_at_fork(after_in_child=connection.close)
        return cls(connection)

    def receive(self):
        """Blocks until the next command."""
        return self._commands.get()

    def send(self, message):
        """A process that the workload forked has no recorder: what is compiled there, say, is not told."""
        if os.getpid() != self._process:
            return
        line = json.dumps(without_nan(message), ensure_ascii=False, default=str) + "\n"
        data = line.encode("utf-8", "replace")
        with self._sending:
            try:
                self._sendall(data)
            except OSError:
                lifetime.end_with_children()

    def event(self, name, **fields):
        self.send({"event": name, **fields})

    def _read(self):
        pending = b""
        while True:
            try:
                data = self._recv(1 << 16)
            except OSError:
                data = b""
            if not data:
                lifetime.end_with_children()
            *lines, pending = (pending + data).split(b"\n")
            for line in lines:
                if line.strip():
                    self._commands.put(self._parsed(line))

    @staticmethod
    def _parsed(line):
        """What is no JSON is a command that nobody knows, and so is answered by an error."""
        try:
            command = json.loads(line)
        except ValueError:
            command = None
        return command if isinstance(command, dict) else {"do": "a line that is no JSON object"}
