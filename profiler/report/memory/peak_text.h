// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/memory/peak_of_call.h"
#include "profiler/report/text/emphasis.h"

#include <string>

namespace profiler {

struct ComparisonData;

/// "optimizer state"
[[nodiscard]] std::string memoryPartName(MemoryPart part);

/// "model.py:41 in layers.0", "aten::mm in layers.0", "before the call", "many small ones".
[[nodiscard]] std::string peakPlaceText(const PeakPlace& place);

/// "At its peak a call of default has 12.0 MiB in use, 3.10 MiB less than eager (15.1 MiB): …"; why
/// it is not known where it is not.
[[nodiscard]] std::string peakSentence(
    const ComparisonData& data, int variant, int caseIndex, Emphasis emphasis = Emphasis::None);

/// How the peak was told and what it leaves out.
[[nodiscard]] std::string peakNote(const MemoryHistoryFact& history);

} // namespace profiler
