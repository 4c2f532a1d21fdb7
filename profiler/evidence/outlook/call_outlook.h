// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/outlook/ceiling.h"

/// What eager calls alone tell: what binds them, how far compiling can go, what to try first.
namespace profiler {

enum class BoundBy;
struct BoundEvidence;
struct CallOutlook;
struct CaseResult;
struct ComparisonData;
struct TrialBreaks;

[[nodiscard]] BoundEvidence boundEvidence(const EagerCall& call);

[[nodiscard]] BoundBy boundBy(const BoundEvidence& evidence, const EagerCall& call);

/// Of the first eager variant of the plan. Missing with the reason: there is none, it was not
/// traced or has no steady calls, or what was traced is too far from what was timed.
[[nodiscard]] Measured<CallOutlook> callOutlook(
    const ComparisonData& data, const CaseResult& inCase);

/// Where graphs of the eager variant would break. Missing with the reason: no trial was made.
[[nodiscard]] Measured<TrialBreaks> trialBreaks(const ComparisonData& data, int caseIndex);

} // namespace profiler
