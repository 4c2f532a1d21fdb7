// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/outlook.h"
#include "profiler/report/text/emphasis.h"

#include <string>
#include <vector>

/// How far compiling can go, told from eager calls: the same words in the window, on the terminal
/// and in reports.
namespace profiler {

struct CaseResult;
struct ComparisonResult;
struct Plan;

/// Is there one variant alone, so that its outlook is all there is to say?
[[nodiscard]] bool isAlone(const ComparisonResult& result);

/// "launches and the host"; "mixed".
[[nodiscard]] std::string boundWord(BoundBy bound);

/// "Bound by launches and the host: 62 % of a call is Python and dispatch, …".
[[nodiscard]] std::string boundSentence(const CallOutlook& outlook);

/// "At most 2.4× faster when compiled, 1.7× is likely (at least 1.2×): …".
[[nodiscard]] std::string ceilingSentence(
    const CallOutlook& outlook, Emphasis emphasis = Emphasis::None);

/// "2.4×": the end of the interval that nothing can pass.
[[nodiscard]] std::string ceilingFigure(const Ceiling& ceiling);

/// What to try and why.
[[nodiscard]] std::string trySentence(const CallOutlook& outlook);

/// What a trial compile met, or why none was made.
[[nodiscard]] std::string trialSentence(const CaseResult& inCase);

/// "Ceiling of compiling, told from eager alone: at most 2.4×, 1.6× likely; default
/// reached 1.54×.": each compiled variant whose ratio is decided. Empty: none was timed, or the
/// sizes of operators are not known.
[[nodiscard]] std::string reachedSentence(const Plan& plan, const CaseResult& inCase);

struct CeilingRow {
    CeilingPart part = CeilingPart::Library;
    std::string name; ///< "Python and dispatch"
    double nowNs = 0;
    double likelyNs = 0;
    std::string becomes; ///< what compiling makes of it
};

/// The parts of the call, what can be won first.
[[nodiscard]] std::vector<CeilingRow> ceilingRows(const CallOutlook& outlook);

/// Verdict of a comparison of one: what binds the call, the ceiling, what to try.
[[nodiscard]] std::string outlookSentence(
    const CaseResult& inCase, Emphasis emphasis = Emphasis::None);

} // namespace profiler
