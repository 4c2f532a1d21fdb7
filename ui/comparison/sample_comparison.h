// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"

#include <filesystem>

namespace ui {

/// A real small recording that comes with the program, put beside the library so that it can be
/// opened like any other, with notes and tags of its own. What is there already stays.
[[nodiscard]] profiler::Result<std::filesystem::path> placeSample();
/// The same in `folder`.
[[nodiscard]] profiler::Result<std::filesystem::path> placeSample(
    const std::filesystem::path& folder);

} // namespace ui
