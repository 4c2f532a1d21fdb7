// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/time_estimate.h"

namespace profiler {

struct Session;

/// Sorts of work that stand for all variants.
inline constexpr TimeEstimate::Sort lookSort {.kind = ProcessKind::Look, .variant = -1};
inline constexpr TimeEstimate::Sort repetitionSort {.kind = ProcessKind::Paired, .variant = -1};
inline constexpr TimeEstimate::Sort checkSort {.kind = ProcessKind::Check, .variant = -1};
inline constexpr TimeEstimate::Sort loadSort {.kind = ProcessKind::Load, .variant = -1};
inline constexpr TimeEstimate::Sort traceSort {.kind = ProcessKind::Trace, .variant = -1};

/// Tells the session's estimate what its plan makes, and how busy the machine is.
void planWork(Session& session);
/// The same of repetitions that are added to a recording.
void planRepetitions(Session& session, int count);

/// A call of a case took so long, once compiled. Corrects what is left; where that is far more than
/// was said, says so once, and what to do.
void noteCallTime(Session& session, int variant, int caseIndex, nanoseconds call);

} // namespace profiler
