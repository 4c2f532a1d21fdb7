// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <optional>
#include <vector>

namespace profiler {

struct ComparisonData;
struct ComparisonResult;
struct Finding;
enum class RemedyState;

/// Where the plan holds a variant that is a finding's own with its remedy, both were timed in lock
/// step, which tells what the remedy won of a call and whether that proves it. What is paid once is
/// told from the cold processes, results that differ from their check.
void proveRemedies(
    const ComparisonData& data, const ComparisonResult& judged, std::vector<Finding>& findings);

/// Confirmed: a call became shorter, by the whole interval. Refuted: it became longer, or by the
/// whole interval shorter by less than `leastRatio` of it. Else undecided.
[[nodiscard]] RemedyState stateOfRemedy(const Interval& speedUp, double leastRatio);

/// Of what is paid once, which a cold process shows: a share of what was predicted decides.
[[nodiscard]] RemedyState stateOfSaving(double savedNs, double predictedNs);

} // namespace profiler
