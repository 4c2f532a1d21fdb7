// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/files/scratch_folder.h"
#include "profiler/model/result.h"

namespace profiler {

/// Named after this process; those of processes of this machine that were killed are removed first.
[[nodiscard]] Result<ScratchFolder> makeTemporaryFolder();

/// Is it named as such a folder, whoever made it?
[[nodiscard]] bool isTemporaryFolder(const std::filesystem::path& path);

} // namespace profiler
