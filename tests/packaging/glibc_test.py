# SPDX-License-Identifier: Apache-2.0
"""What we hand out runs where glibc is 2.34: no program of ours asks for a newer one.

Packages check it on what they hold (packaging/check_glibc.sh), but nobody builds them for each change.
"""

import os
import re
import subprocess
import unittest

NEWEST = (2, 34)  # as packaging/check_glibc.sh
SYMBOL = re.compile(r"\(GLIBC_(\d+)\.(\d+)[.\d]*\)\s+(\S+)")


class Glibc(unittest.TestCase):
    def test_no_program_needs_a_newer_one(self):
        for program in os.environ["FUSESCOPE_HANDED_OUT"].split(":"):
            with self.subTest(program):
                told = subprocess.run(["objdump", "-T", program], check=True, capture_output=True, text=True).stdout
                symbols = [(int(major), int(minor), name) for major, minor, name in SYMBOL.findall(told)]
                self.assertTrue(symbols, "objdump tells of no symbol of glibc")
                newer = [name for major, minor, name in symbols if (major, minor) > NEWEST]
                self.assertEqual(newer, [], f"of a glibc newer than {NEWEST[0]}.{NEWEST[1]}")


if __name__ == "__main__":
    unittest.main()
