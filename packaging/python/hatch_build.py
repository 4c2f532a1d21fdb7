# SPDX-License-Identifier: Apache-2.0
"""Puts what packaging/wheel.sh staged into the wheel: FUSESCOPE_STAGE is a prefix with bin, lib and share."""

import os
import pathlib

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where pip installs them, shells and man find them.
FOUND_BY_OTHERS = ("share/man", "share/bash-completion", "share/zsh", "share/fish")


def files_below(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        stage = pathlib.Path(os.environ["FUSESCOPE_STAGE"]).resolve()
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ["FUSESCOPE_PLATFORM"]
        for file in files_below(stage):
            place = file.relative_to(stage).as_posix()
            if place.startswith(FOUND_BY_OTHERS):
                build_data["shared_data"][str(file)] = place
            else:
                build_data["force_include"][str(file)] = "fusescope/native/" + place
