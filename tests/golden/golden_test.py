# SPDX-License-Identifier: Apache-2.0
"""What the command line writes about these files stays as it was, byte for byte.

For each file in FILES every document is made: `compare`, reports, CSV, and each part of `show` as
text and as JSON. expected/<file>/ holds the report in Markdown and the terminal's table whole, to
be read in a review, and the SHA-256 of all documents. After a change that is meant, run
`golden_test.py --accept` (with the variables that CMake sets) and review the difference in git.
Where one is not meant, `--keep FOLDER` leaves the new documents to compare with those of an older build.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
EXPECTED = HERE / "expected"
TRACES = SOURCE / "tests/data/traces"
PARTS = ("environment calls compiles breaks recompiles numerics memory trace kernels operators lines gpu slow ledger training findings log").split()
WHOLE = ("compare.txt", "report.md")

# name: a state of write_example, a stored file, or traces to import
FILES = {
    "schema_4": SOURCE / "tests/data/run_schema_4.fscope",
    "sample": SOURCE / "resources/samples/sample.fscope",
    "cpu": "traced",
    "gpu": "gpu",
    "two_cases": "traced_gpu",
    "eight": "eight",
    "undecided": "undecided",
    "training": "training",
    "ran_eager": "ran_eager",
    "results_differ": "results_differ",
    **{f"h100_{model}": SOURCE / f"tests/data/h100/{model}.fscope" for model in ("bert", "breaks", "gpt2", "resnet50")},
    "one_trace": [TRACES / "tl_h100_vit.json.gz"],
    "two_traces": [TRACES / "tl_h100_bert_small.json.gz", TRACES / "tl_vllm_decode_full_graph.json.gz"],
}


def ran(program, *words, folder):
    """Standard output. The program is called by its name and finds files by theirs: documents quote the command line."""
    name = [pathlib.Path(program).name, *map(str, words)]
    done = subprocess.run(name, executable=program, cwd=folder, capture_output=True, timeout=300, check=False)
    if done.returncode != 0:
        return b"code %d: " % done.returncode + done.stderr
    return done.stdout


def fusescope(*words, folder):
    return ran(os.environ["FUSESCOPE"], *words, folder=folder)


def make(name, folder):
    source = FILES[name]
    if isinstance(source, str):
        ran(os.environ["WRITE_EXAMPLE"], "run.fscope", source, folder=folder)
    elif isinstance(source, list):
        for path in source:
            shutil.copy(path, folder)
        fusescope("import", *(path.name for path in source), "-o", "run.fscope", folder=folder)
    else:
        (folder / "run.fscope").write_bytes(source.read_bytes())


def documents(folder):
    """Name -> bytes of everything that the command line writes about run.fscope there."""
    made = {
        "compare.txt": fusescope("compare", "run.fscope", folder=folder),
        "compare.json": fusescope("compare", "run.fscope", "--json", folder=folder),
        "compare.csv": fusescope("export", "run.fscope", "--as", "csv", folder=folder),
        "calls.csv": fusescope("export", "run.fscope", "--as", "csv", "--part", "calls", folder=folder),
        "kernels.csv": fusescope("export", "run.fscope", "--as", "csv", "--part", "kernels", folder=folder),
        "trace.csv": fusescope("export", "run.fscope", "--as", "csv", "--part", "trace", folder=folder),
        "trace.json": fusescope("export", "run.fscope", "--as", "chrome", folder=folder),
        "report.html": fusescope("export", "run.fscope", "--as", "report", folder=folder),
    }
    fusescope("export", "run.fscope", "--as", "report", "-o", "report.md", folder=folder)
    made["report.md"] = (folder / "report.md").read_bytes()
    for picture in sorted(folder.glob("report_files/*")):
        made[f"report_files/{picture.name}"] = picture.read_bytes()
    for part in PARTS:
        made[f"show_{part}.txt"] = fusescope("show", "run.fscope", part, folder=folder)
        made[f"show_{part}.json"] = fusescope("show", "run.fscope", part, "--json", folder=folder)
    return made


def sums(made):
    lines = [f"{hashlib.sha256(contents).hexdigest()[:16]} {name}\n" for name, contents in sorted(made.items())]
    return "".join(lines).encode()


class GoldenOutput(unittest.TestCase):
    maxDiff = None

    def test_every_document_is_as_it_was(self):
        for name in FILES:
            with self.subTest(name), tempfile.TemporaryDirectory() as temporary:
                folder = pathlib.Path(temporary)
                make(name, folder)
                made = documents(folder)
                for whole in WHOLE:
                    expected = (EXPECTED / name / whole).read_text(encoding="utf-8")
                    self.assertEqual(made[whole].decode(), expected, whole)
                self.assertEqual(sums(made).decode(), (EXPECTED / name / "sha256.txt").read_text())


def write(target, whole_documents):
    for name in FILES:
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            make(name, folder)
            made = documents(folder)
        kept = made if whole_documents else {each: made[each] for each in WHOLE} | {"sha256.txt": sums(made)}
        for document, contents in kept.items():
            path = target / name / document
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)


if __name__ == "__main__":
    if "--accept" in sys.argv:
        write(EXPECTED, whole_documents=False)
    elif "--keep" in sys.argv:
        write(pathlib.Path(sys.argv[sys.argv.index("--keep") + 1]), whole_documents=True)
    else:
        unittest.main()
