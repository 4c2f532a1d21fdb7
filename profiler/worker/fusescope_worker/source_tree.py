# SPDX-License-Identifier: Apache-2.0
"""Which copy of the user's code a variant runs: the workload's, or one in a folder of its own."""

import sys

from fusescope_worker.errors import bad_input
from fusescope_worker.pristine import os


def folder_of(work, variant):
    return variant.working_directory or work.working_directory


def sys_path_of(work, variant):
    return variant.sys_path if variant.working_directory else work.sys_path


def refuse_code_of_another(work, variant):
    """An editable install, for one, would time the workload's own code in place of the other copy's."""
    if not variant.working_directory:
        return
    own, other = _root_of(variant.working_directory), _root_of(work.working_directory)
    if own == other:
        return
    for name, file in _loaded_files():
        if _is_in(file, other) and not _is_in(file, own) and not _is_in(file, os.path.realpath(sys.prefix)):
            raise bad_input(
                f"The module {name} came from {file}, which is not the copy of the code in {own}: "
                "name the folder that holds it in the plan's sys_path, or remove its editable install."
            )


def _loaded_files():
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and name != "__main__" and not name.startswith("fusescope_"):
            yield name, os.path.realpath(file)


def _is_in(file, folder):
    return file.startswith(folder.rstrip("/") + "/")


def _root_of(folder):
    """The folder of the checkout that holds it; itself where there is none."""
    start = folder = os.path.realpath(folder)
    while folder != os.path.dirname(folder):
        if os.path.exists(os.path.join(folder, ".git")):
            return folder
        folder = os.path.dirname(folder)
    return start
