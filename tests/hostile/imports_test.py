# SPDX-License-Identifier: Apache-2.0
"""Files of other tools that hold secrets, are none of theirs, or keep the import waiting."""

import gzip
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from hostile_file import PROGRAM, fusescope

SECRET = "s3cr3t-of-somebody"
EVENT = {"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 2, "args": {"stream": 7}}
TRACE = json.dumps({"traceEvents": [EVENT]})


def glog(record, payload=""):
    line = f"V1121 06:46:54.372000 22339 torch/_dynamo/utils.py:2126] {json.dumps(record)}\n"
    return line + (f"\t{payload}\n" if payload else "")


def log_with_secrets():
    metrics = {
        "compile_id": "0/0",
        "co_name": "f",
        "co_filename": "/app/model.py",
        "guard_count": 3,
        "duration_us": 5,
        "hostname": SECRET,
        "HOSTNAME": SECRET,
        "username": SECRET,
        "job_name": SECRET,
        "environ": {"HF_TOKEN": SECRET},
        "cache_size": {"AWS_SECRET_ACCESS_KEY": SECRET},
        "restart_reasons": [{"HF_TOKEN": SECRET}],
        "dynamo_config": json.dumps({"token": SECRET}),
        "stack_trace": [SECRET],
    }
    place = {"frame_id": 0, "frame_compile_id": 0, "attempt": 0}
    runnable = {"artifact": {"name": "fx_graph_runnable", "encoding": "string"}, **place}
    return (
        glog({"dynamo_start": {"stack": []}, **place})
        + glog(runnable, f"os.environ['HF_TOKEN'] = '{SECRET}'")
        + glog({"compilation_metrics": metrics, "process": {"HOSTNAME": SECRET}, **place})
        + glog({"environment": {"HF_TOKEN": SECRET}, **place})
    )


class Imports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.stored = self.folder / "stored.fscope"

    def write(self, name, data):
        file = self.folder / name
        file.write_bytes(data if isinstance(data, bytes) else data.encode())
        return file

    def refusal(self, file):
        ended = fusescope("import", file, "-o", self.stored)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertFalse(self.stored.exists())
        return ended.stderr.decode().splitlines()[-1]

    def imported(self, file):
        ended = fusescope("import", file, "-o", self.stored)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended.stderr.decode()

    def test_nothing_secret_of_a_log_is_in_the_file(self):
        self.imported(self.write("dedicated_log_torch_trace_x.log", log_with_secrets()))
        self.assertNotIn(SECRET.encode(), self.stored.read_bytes())
        [row] = json.loads(fusescope("show", self.stored, "compiles", "--json").stdout)["compiles"]
        self.assertEqual((row["function"], row["guards"]), ("f", 3))

    def test_text_in_utf_16_is_called_by_its_name(self):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
            for text in (TRACE, log_with_secrets()):
                self.assertIn("UTF-16", self.refusal(self.write("x.json", text.encode(encoding))))

    def test_an_object_a_line_is_called_by_its_name(self):
        lines = "".join(json.dumps(EVENT) + "\n" for _ in range(3))
        self.assertIn("NDJSON", self.refusal(self.write("x.json", lines)))

    def test_bytes_behind_packed_data_are_said(self):
        for name, text in (("x.json.gz", TRACE), ("x.log.gz", log_with_secrets())):
            self.stored.unlink(missing_ok=True)
            said = self.imported(self.write(name, gzip.compress(text.encode()) + b"something else"))
            self.assertIn("other bytes", said)
            self.stored.unlink()
            self.assertNotIn("other bytes", self.imported(self.write(name, gzip.compress(text.encode()) + bytes(512))))

    def test_a_file_of_zeros_is_refused_before_it_is_read(self):
        for head in (b"", b"{", b"[", b'{"traceEvents": ['):
            file = self.write("zeros.json", head)
            with file.open("r+b") as opened:
                opened.truncate(1 << 40)
            with self.subTest(head=head):
                self.refusal(file)

    def with_nsys(self, script):
        """An environment whose nsys is this."""
        program = self.write("nsys", "#!/bin/sh\n" + script)
        program.chmod(0o755)
        return {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}

    def test_ctrl_c_ends_an_import_that_waits_for_nsys_and_nsys_with_it(self):
        number = self.folder / "number"
        environment = self.with_nsys(f"echo $$ > {number}.part; mv {number}.part {number}; exec sleep 1000\n")
        report = self.write("x.nsys-rep", "binary")
        words = [PROGRAM, "import", str(report), "-o", str(self.stored), "--progress"]
        with subprocess.Popen(words, env=environment, stderr=subprocess.PIPE) as program:
            first = json.loads(program.stderr.readline())
            while not number.exists():
                time.sleep(0.01)
            program.send_signal(signal.SIGINT)
            said = program.communicate(timeout=60)[1].decode()
        self.assertEqual(first["file"], "x.nsys-rep")
        self.assertEqual(program.returncode, 130)
        self.assertIn("cancelled", said)
        self.assertFalse(self.stored.exists())
        self.assertFalse(pathlib.Path(f"/proc/{number.read_text().strip()}").exists())


if __name__ == "__main__":
    unittest.main()
