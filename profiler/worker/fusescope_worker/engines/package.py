# SPDX-License-Identifier: Apache-2.0
"""The file that an engine runs, beside the compile cache: made by the first process with that cache, opened by all."""

import hashlib
import shutil
import tempfile

import torch

from fusescope_worker.pristine import json, os

_FILES = {"aoti": "model.pt2", "torchscript": "model.pt", "export": "model.pt2", "onnx": "model.onnx"}
_FACTS = "package.json"


class Package:
    """`path` is the program, `facts` what was told when it was made: inputs, out_spec, outputs."""

    def __init__(self, folder, engine):
        self.folder = folder
        self.path = os.path.join(folder, _FILES[engine])

    def is_there(self):
        return os.path.isfile(os.path.join(self.folder, _FACTS))

    def facts(self):
        with open(os.path.join(self.folder, _FACTS), encoding="utf-8") as file:
            return json.loads(file.read())

    def bytes(self):
        """Of all its files: ONNX keeps large weights apart."""
        names = [name for name in os.listdir(self.folder) if name != _FACTS]
        return sum(os.path.getsize(os.path.join(self.folder, name)) for name in names)


def package_of(session, inputs):
    """Where the package of this variant lies or will lie: what it is made of names it."""
    variant, numeric = session.variant, session.plan.numeric
    made_of = [
        variant.engine,
        vars(variant.settings),
        {name: value for name, value in vars(variant.torch).items() if value},
        [numeric.dtype, numeric.autocast, numeric.channels_last, str(session.device)],
        session.plan.workload.spec,
        session.plan.workload.call,
        session.weights_hash,
        [each.as_json() for each in inputs],
        torch.__version__,
    ]
    key = hashlib.sha256(json.dumps(made_of, sort_keys=True, default=str).encode()).hexdigest()[:24]
    root = os.environ.get("TORCHINDUCTOR_CACHE_DIR") or os.path.join(tempfile.gettempdir(), "fusescope-packages")
    return Package(os.path.join(root, "packages", key), variant.engine)


class Making:
    """A folder that becomes the package's when all of it was written: a killed process leaves no half of one."""

    def __init__(self, package, engine):
        self._package = package
        self._engine = engine

    def __enter__(self):
        parent = os.path.dirname(self._package.folder)
        os.makedirs(parent, exist_ok=True)
        self._folder = tempfile.mkdtemp(prefix="making-", dir=parent)
        self.path = os.path.join(self._folder, _FILES[self._engine])
        self.facts = {}
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                with open(os.path.join(self._folder, _FACTS), "w", encoding="utf-8") as file:
                    file.write(json.dumps(self.facts))
                if not self._package.is_there():
                    os.rename(self._folder, self._package.folder)
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)
