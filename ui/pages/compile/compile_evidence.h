// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/sentences/compile_text.h"
#include "ui/comparison/comparison_view.h"

#include <memory>
#include <vector>

namespace ui {

/// Everything the Compile time page draws of one case, prepared on a pool thread.
struct CompileEvidence {
    std::vector<profiler::FirstStartCosts> starts; ///< by variant
    std::vector<profiler::PaybackLine> lines;
    std::vector<std::vector<profiler::CompileFact>> graphs; ///< by variant
};

[[nodiscard]] CompileEvidence compileEvidenceOf(const JudgedComparison& comparison, int caseIndex);

} // namespace ui
