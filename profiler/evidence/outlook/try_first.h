// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/call_split.h"

namespace profiler {

struct CallOutlook;
struct Plan;
struct TraceSummary;
struct TryFirst;
enum class TryKind;
struct Variant;

/// What the choice of a mode follows from, beside the outlook.
struct TryGrounds {
    bool onDevice = false;
    bool inference = true;
    double convolutionRatio = 0; ///< of the call
};

/// Of an untraced call; convolutions by their operators' names.
[[nodiscard]] double convolutionRatio(const TraceSummary& trace, const CallSplit& split);

/// The mode or option that wins most by what binds the call.
[[nodiscard]] TryFirst tryFirst(const CallOutlook& outlook, const TryGrounds& grounds);

/// As a variant of a plan; eager where nothing is to be tried.
[[nodiscard]] Variant variantToTry(TryKind kind);

/// The same plan with the eager variant that the outlook is of, and what is to be tried.
[[nodiscard]] Plan planToTry(const Plan& plan, const CallOutlook& outlook);

} // namespace profiler
