// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/suite/suite.h"
#include "ui/comparison/comparison_view.h"

#include <string>
#include <vector>

namespace ui {

struct JudgedComparison;

/// What other models of the comparison's family gain in its file (family_peers.h); empty: nothing
/// is known. It judges some recordings, so not on the GUI thread; as long as the file stays as it
/// is, what was found is kept.
[[nodiscard]] std::vector<profiler::FamilyRange> peersOf(
    const std::string& file, const JudgedComparison& comparison);

} // namespace ui
