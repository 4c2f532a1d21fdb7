# SPDX-License-Identifier: Apache-2.0
"""`fusescope …` and `python -m fusescope …`: this process becomes the program.

`python -m fusescope run train.py ARGS` is `fusescope record --script train.py -- ARGS`; options of `record`
stand before the script.
"""

import os
import sys

from fusescope.program import FusescopeError, environment, program, script_words


def main(words=None):
    words = sys.argv[1:] if words is None else words
    try:
        if words[:1] == ["run"]:
            words = script_words(words[1:])
        path = program()
    except FusescopeError as error:
        sys.exit(f"fusescope: {error}")
    os.execve(path, ["fusescope", *words], environment())


if __name__ == "__main__":
    main()
