// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/clock_events.h"
#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/device/monitor_series.h"
#include "profiler/evidence/trace/trace_figures.h"
#include "profiler/model/comparison_replay.h"
#include "profiler/model/reason.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct CaseResult;
struct ComparisonData;
enum class MonitorSource;
struct VariantResult;

/// The readings of a device in one repetition.
struct RepetitionCounters {
    int repetition = 0;
    std::vector<CounterSeries> series;
};

/// What a call of one variant and case took from the device: power integrated over its timed
/// blocks. The interval is over repetitions.
struct EnergyPerCall {
    Interval joules; ///< low and high equal the estimate where there is one repetition
    int repetitions = 0;
    double meanWatts = 0; ///< while it was timed
};

[[nodiscard]] Measured<EnergyPerCall> energyPerCall(const ComparisonData& data,
    const std::vector<RepetitionCounters>& counters, int variant, int caseIndex);

/// The device in a call of one variant and case.
struct VariantDevice {
    int variant = 0;
    Measured<DeviceUse> use = missing(ReasonKind::CallsNotTraced);
    std::optional<LaunchDelay> launchDelay; ///< over all traced calls
    std::optional<double> overheadRatio; ///< of a traced call to an untraced one
    Measured<EnergyPerCall> energy = missing(ReasonKind::DeviceNotWatched);
};

/// Of an import, and without a steady call, there is no call but the traced ones; nullopt.
[[nodiscard]] std::optional<double> untracedNs(
    const ComparisonData& data, const VariantResult& result);

/// Everything about one case that the device can tell. Reads the rows of traces and monitors.
[[nodiscard]] std::vector<VariantDevice> variantDevices(const ComparisonData& data,
    const CaseResult& result, const TraceRowsOf& rowsOf,
    const std::vector<RepetitionCounters>& counters);

/// Of one source in every repetition whose readings can be had.
[[nodiscard]] std::vector<RepetitionCounters> countersOfRepetitions(
    const ComparisonData& data, MonitorSource source, const MonitorRowsOf& countersOf);

/// Median in the timed blocks of a variant and case over all repetitions; nullopt: not read.
[[nodiscard]] std::optional<double> timedMedian(const ComparisonData& data,
    const std::vector<RepetitionCounters>& counters, const std::string& series, int variant,
    int caseIndex);

/// Why a series is not there, as the monitors told it; empty: nobody said.
[[nodiscard]] std::string missingReason(
    const ComparisonData& data, MonitorSource source, const std::string& series);

} // namespace profiler
