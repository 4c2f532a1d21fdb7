# SPDX-License-Identifier: Apache-2.0
"""A copy of the working directory for one lane, so that lanes do not write to each other's files."""

import subprocess

from fusescope_worker.errors import bad_input
from fusescope_worker.pristine import os

_MOST_BYTES, _MOST_FILES = 2 << 30, 100_000
_MOST_AT_ONCE = 1000  # entries that one command line takes


def own_folder(folder, spool):
    """Shares its blocks with the original where the file system can; it lies beside the spool, and ends with it."""
    _check_size(folder)
    copy = f"{spool}.folder"
    entries = [path for path in _entries(folder) if not _is_of_the_recording(path, spool)]
    os.mkdir(copy)
    for first in range(0, len(entries), _MOST_AT_ONCE):
        command = ["cp", "-a", "--reflink=auto", "-t", copy, "--", *entries[first : first + _MOST_AT_ONCE]]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["cp failed"])[-1]
            raise bad_input(f"The working directory {folder} cannot be copied for a lane: {last}.")
    return copy


def _entries(folder):
    return [os.path.join(folder, name) for name in os.listdir(folder)]


def _is_of_the_recording(path, spool):
    """Where the working directory is also that of temporary files."""
    return path.startswith(spool) or spool.startswith(path + "/")


def _check_size(folder):
    size = files = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                size += os.lstat(os.path.join(parent, name)).st_size
            except OSError:
                continue
            files += 1
        if size > _MOST_BYTES or files > _MOST_FILES:
            raise bad_input(
                f"The working directory {folder} is too large to be copied for each lane (over 2 GiB or 100 000 "
                "files): run in a folder that holds only what the script writes."
            )
