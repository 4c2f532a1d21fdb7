// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/compile/compile_caches.h"
#include "profiler/evidence/engines/programs.h"
#include "profiler/report/sentences/compile_text.h"
#include "ui/comparison/comparison_view.h"
#include "ui/pages/compile/flame_layout.h"

#include <memory>
#include <vector>

namespace ui {

struct JudgedComparison;

/// What torch told while a process compiled; no boxes where it told nothing.
struct ProcessSteps {
    FlameDrawing drawing;
    std::vector<profiler::CacheAnswers> caches;
    std::vector<profiler::MissedKey> missed;
    std::vector<profiler::AutotuneRun> autotunes;
};

/// Of one variant.
struct CompileSteps {
    ProcessSteps cold;
    ProcessSteps warm;
    std::vector<profiler::GraphGuards> guards;
};

/// Everything the Compile time page draws of one case, prepared on a pool thread.
struct CompileEvidence {
    std::vector<profiler::FirstStartCosts> starts; ///< by variant
    std::vector<profiler::PaybackLine> lines;
    std::vector<std::vector<profiler::CompileFact>> graphs; ///< by variant
    std::vector<CompileSteps> steps; ///< by variant
    std::vector<profiler::ProgramFacts> programs; ///< of variants that are one
};

[[nodiscard]] CompileEvidence compileEvidenceOf(const JudgedComparison& comparison, int caseIndex);

} // namespace ui
