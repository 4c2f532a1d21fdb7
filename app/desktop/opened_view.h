// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/command_line.h"
#include "profiler/model/result.h"

class QSettings;

namespace desktop {

/// What is opened: a comparison of a file, and the place in it.
struct Place {
    std::filesystem::path file;
    std::string selector;
    profiler::FigurePlace figure;
};

/// From FILE, id and options. An id is looked for in FILE, else in the library and the files opened
/// lately; a case or variant that the comparison does not have is refused, and the known ones are
/// named. Nothing when no file was asked for.
[[nodiscard]] profiler::Result<std::optional<Place>> placeOf(
    const Options& options, QSettings* settings);

} // namespace desktop
