# SPDX-License-Identifier: Apache-2.0
"""The acceptance's PM sampling as far as it goes without a GPU: CUPTI's own headers and library, from pip."""

import glob
import importlib.util
import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import unittest

_SITE = sysconfig.get_paths()["purelib"]
_HEADERS = [
    path
    for path in (*glob.glob(f"{_SITE}/nvidia/cu*/include"), f"{_SITE}/triton/backends/nvidia/include")
    if (pathlib.Path(path) / "cupti_pmsampling.h").exists()
]
_LIBRARIES = glob.glob(f"{_SITE}/nvidia/cu*/lib/libcupti.so.*")


def module():
    path = pathlib.Path(__file__).resolve().parents[2] / "gpu/acceptance/pm_sampling.py"
    spec = importlib.util.spec_from_file_location("pm_sampling", path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def layouts_in(include, functions):
    """As a compiler sees the headers: {function: [size, offset of each field]}."""
    lines = []
    for name, fields in functions.items():
        params = f"CUpti_{name}_Params"
        offsets = "".join(f", offsetof({params}, {field})" for field, _ in fields)
        lines.append(f'show("{name}", {{{params}_STRUCT_SIZE{offsets}}});')
    source = _PROGRAM.replace("@", "\n".join(lines))
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/layouts"
        subprocess.run(["g++", "-xc++", "-", "-I", include, "-o", program], input=source, text=True, check=True)
        shown = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    return {name: [int(number) for number in rest] for name, *rest in map(str.split, shown.splitlines())}


_PROGRAM = """
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
static void show(const char* name, std::initializer_list<std::size_t> values)
{
    std::printf("%s", name);
    for (const std::size_t value : values)
        std::printf(" %zu", value);
    std::printf("\\n");
}
int main()
{
@
}
"""


class PmSampling(unittest.TestCase):
    @unittest.skipUnless(_HEADERS, "this torch brought no headers of CUPTI")
    def test_its_structures_are_those_of_the_headers(self):
        sampling = module()
        ours = {}
        for name, fields in sampling.FUNCTIONS.items():
            structure, size = sampling.params_of(name)
            ours[name] = [size, *(getattr(structure, field).offset for field, _ in fields)]
        for include in _HEADERS:
            self.assertEqual(layouts_in(include, sampling.FUNCTIONS), ours, include)

    @unittest.skipUnless(_LIBRARIES, "this torch brought no CUPTI")
    @unittest.skipIf(pathlib.Path("/dev/nvidia0").exists(), "there is a GPU")
    def test_without_a_gpu_it_is_refused_with_a_name(self):
        code = (
            "import sys; sys.path.insert(0, sys.argv[1])\n"
            "from acceptance import pm_sampling\n"
            "try:\n"
            "    pm_sampling.PmSampler(sys.argv[2])\n"
            "except pm_sampling.Refused as error:\n"
            "    print(error)\n"
        )
        folder = pathlib.Path(__file__).resolve().parents[2] / "gpu"
        command = [sys.executable, "-c", code, str(folder), _LIBRARIES[0]]
        answer = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertRegex(answer.stdout, r"^cupti\w+: error \d+ CUPTI_ERROR_", answer.stderr)

    def test_the_median_is_of_the_time_in_which_anything_ran(self):
        self.assertEqual(module().median_active([0.0, 0.0, 0.0, 0.9, 0.8, 1.0]), 0.9)
        self.assertIsNone(module().median_active([0.0, 0.0]))


if __name__ == "__main__":
    unittest.main()
