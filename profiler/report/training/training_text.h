// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/training/loss_curves.h"
#include "profiler/report/text/emphasis.h"

#include <string>

/// Words of training: the parts of a step, and the losses of several.
namespace profiler {

struct CaseResult;
struct Plan;
enum class StepPart;
struct StepSplit;

/// "data wait"
[[nodiscard]] std::string stepPartName(StepPart part);

/// "The step became 12 ms faster: backward −9 ms, forward −3 ms, the optimizer unchanged." Whether
/// it did is the verdict's to say; its parts say no more than their intervals. Of the baseline,
/// which part takes most of it. Empty where nothing is trained. Show it beside the parts' times.
[[nodiscard]] std::string stepSentence(const Plan& plan, const CaseResult& caseResult, int variant,
    Emphasis emphasis = Emphasis::None);
/// How the parts were clocked, and what each holds.
[[nodiscard]] std::string stepNote(const StepSplit& split);

/// "Losses of default and eager differ by at most 1.2e-4 over 20 steps, as much as eager differs
/// from fp64 (1.1e-4)." Empty where nothing is trained.
[[nodiscard]] std::string lossSentence(
    const Plan& plan, const LossCurves& curves, int variant, Emphasis emphasis = Emphasis::None);

} // namespace profiler
