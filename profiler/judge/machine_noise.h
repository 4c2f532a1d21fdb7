// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/verdict.h"
#include "profiler/model/thresholds.h"

#include <optional>

/// What a noisy machine can decide, and what it cannot.
namespace profiler {

struct CaseResult;
struct ComparisonData;
struct MeasurementQuality;
struct SpeedUp;
struct VariantResult;
enum class Verdict;

/// Other work disturbed so many blocks that the interval alone is not enough for a verdict.
[[nodiscard]] bool isDisturbed(const MeasurementQuality& quality);

/// Disturbed, and nothing tells what that does to times: no "eager again" lane, or calls on a
/// device, of which no experiment has told that such a lane bounds it.
[[nodiscard]] bool isTooBusy(const MeasurementQuality& quality);

/// Share of all timed blocks beside which other programs, or what a worker started, kept it from
/// its cores; 0 without any.
[[nodiscard]] double contendedRatioOf(const ComparisonData& data);

/// Contention of the host, or what a device tells, too; of a share of blocks.
[[nodiscard]] ReasonKind whyNotQuiet(const MeasurementQuality& quality);

/// Half-width of the interval after the most repetitions, from the deviation between those that
/// were recorded: 0.12 = ±12 %. Nothing below three repetitions.
[[nodiscard]] std::optional<double> bestPrecisionRatio(const SpeedUp& speedUp);

/// What cannot be told apart here; none where the precision is not known.
[[nodiscard]] Reason notSeenBelow(const SpeedUp& speedUp);

/// How many repetitions an undecided speed-up needs in all; nothing where the most would decide
/// nothing either. `thresholds` are those that hold for the most repetitions.
[[nodiscard]] std::optional<int> repetitionsThatDecide(
    const SpeedUp& speedUp, const VerdictThresholds& thresholds);

/// What is left of a verdict that was made on a machine too busy for one.
[[nodiscard]] Verdict withheldVerdict(Verdict verdict);

/// The same for all of a variant that follows from times. `doubt` says why CPU time does not decide
/// either; empty on a machine that is too busy for any time.
void withholdVerdict(
    VariantResult& variant, const Reason& doubt, const MeasurementQuality& quality);

/// What eager against eager shows, the largest of all cases; of CPU time where that decides.
[[nodiscard]] Measured<LogRatio> noiseOf(const std::vector<CaseResult>& cases);

/// How far the measurement of already judged cases can be trusted.
[[nodiscard]] MeasurementQuality qualityOf(
    const ComparisonData& data, const std::vector<CaseResult>& cases);

} // namespace profiler
