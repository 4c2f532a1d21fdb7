// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/enum_text.h"
#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

/// One metric of one case over recordings: what each has, where it changed, and what else did.
namespace profiler {

enum class HistoryMetric { Median, P99, Throughput, Compile, Memory, Breaks, SpeedUp };

/// What the recordings are lined up by; of equals the older one stands first.
enum class HistoryOrder { Date, Commit, Torch, Machine };

struct HistoryQuery {
    HistoryMetric metric = HistoryMetric::Median;
    HistoryOrder order = HistoryOrder::Date;
    std::string workload; ///< spec; empty: that of the newest recording
    std::string caseName; ///< empty: the newest recording's first
    std::string variant; ///< empty: the newest recording's first that is compiled

    bool operator==(const HistoryQuery&) const = default;
};

/// A 95 % interval; of compile times the range of the cold processes. Times in ns, sizes in bytes.
struct HistoryValue {
    double value = 0;
    std::optional<double> low;
    std::optional<double> high;

    bool operator==(const HistoryValue&) const = default;
};

/// What one recording has of the metric.
struct HistoryPoint {
    std::string file;
    ComparisonId id; ///< 0: of another tool's file
    std::string name;
    UtcTime started;
    int utcOffsetMinutes = 0;
    std::string tool; ///< with its version: "Fusescope 0.3.0", "pytest-benchmark 4.0.0"
    std::string workload; ///< spec
    std::string task;
    std::string caseName;
    std::string variant;
    std::string unit; ///< of a throughput: "images"
    EnvironmentFields environment; ///< of its first process of the variant
    EnvironmentFields settings; ///< of the variant
    Measured<HistoryValue> value = missing(ReasonKind::NotRecorded);

    bool operator==(const HistoryPoint&) const = default;
};

enum class LeftOutKind {
    Unreadable, ///< `why` is a sentence
    OtherWorkload, ///< `why` is its SPEC
    OtherTask,
    OtherInputs,
    NoSuchCase,
    NoSuchVariant,
    Imported, ///< a trace of another tool
};

/// A file or a recording that the history goes without.
struct LeftOut {
    LeftOutKind kind = LeftOutKind::Unreadable;
    std::string file;
    ComparisonId id; ///< 0: the whole file
    std::string why;

    bool operator==(const LeftOut&) const = default;
};

enum class SideKind {
    Commit,
    Dirty, ///< changes beside the commit
    Version,
    Hardware, ///< and its driver
    Setting,
    Environment,
    Graphs,
    Breaks,
    Recompiles,
    Kernels, ///< of a call
};

/// What the recording after a change has otherwise than the one before it; empty = none, not told.
struct SideDifference {
    SideKind kind = SideKind::Environment;
    std::string field; ///< as in docs/fields.md; empty for what is counted
    std::string before;
    std::string after;

    bool operator==(const SideDifference&) const = default;
};

/// The metric's level is another one from a recording on.
struct HistoryChange {
    std::size_t before = 0; ///< the last point of the old level
    std::size_t after = 0; ///< the first of the new one
    double from = 0; ///< the levels
    double to = 0;
    std::optional<Interval> ratio; ///< to / from; nothing for counts
    bool worse = false;
    std::vector<SideDifference> differences;

    bool operator==(const HistoryChange&) const = default;
};

/// What `compare` refuses to compare across, or another driver: the two sides are not joined.
struct HistoryBorder {
    std::size_t at = 0; ///< the first point behind it
    std::vector<SideDifference> differences; ///< from the point before

    bool operator==(const HistoryBorder&) const = default;
};

/// What may be said of the points of a level.
enum class LevelKind {
    TooFew, ///< for a level: the recordings are listed
    Scattered, ///< no lasting change was found, but the values differ by more than matters
    Steady, ///< every value is within what matters by default of the level
};

/// Points around one level.
struct HistoryLevel {
    std::vector<std::size_t> points;
    double value = 0;
    LevelKind kind = LevelKind::TooFew;

    bool operator==(const HistoryLevel&) const = default;
};

/// The points whose values may be compared, in order; only these are joined.
struct HistoryTrack {
    std::vector<HistoryLevel> levels;

    bool operator==(const HistoryTrack&) const = default;
};

/// The newest point lies beside its level, and nothing tells yet whether it stays there.
struct HistoryApart {
    std::size_t at = 0;
    double level = 0; ///< of the points before it
    bool worse = false;

    bool operator==(const HistoryApart&) const = default;
};

/// What a history could be asked for: in the recordings that were read.
struct HistoryNames {
    std::set<std::string> workloads;
    std::set<std::string> cases;
    std::set<std::string> variants;

    bool operator==(const HistoryNames&) const = default;
};

struct History {
    HistoryQuery query; ///< with the names that were chosen
    std::string unit; ///< of a throughput
    std::vector<HistoryPoint> points; ///< in the query's order
    std::vector<HistoryTrack> tracks; ///< in the order of their first points
    std::vector<HistoryChange> changes; ///< by `after`
    std::vector<HistoryBorder> borders; ///< by `at`
    std::optional<HistoryApart> apart;
    std::vector<LeftOut> leftOut;
    HistoryNames names;

    bool operator==(const History&) const = default;
};

template <>
[[nodiscard]] std::span<const EnumKey<HistoryMetric>> enumKeys();
template <>
[[nodiscard]] std::span<const EnumKey<HistoryOrder>> enumKeys();
template <>
[[nodiscard]] std::span<const EnumKey<LeftOutKind>> enumKeys();
template <>
[[nodiscard]] std::span<const EnumKey<SideKind>> enumKeys();

/// Those that are made of the same facts of a recording as this one, itself among them: they are
/// read together.
[[nodiscard]] std::span<const HistoryMetric> readTogether(HistoryMetric metric);

/// Is more of it worse?
[[nodiscard]] constexpr bool lessIsBetter(HistoryMetric metric)
{
    return metric != HistoryMetric::Throughput && metric != HistoryMetric::SpeedUp;
}

} // namespace profiler
