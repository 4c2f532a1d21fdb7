// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility> // brings <compare>, which moc 6.4 cannot read where it comes first

/// What names a part of a recording.
namespace profiler {

struct ComparisonId {
    std::int64_t value = 0;

    auto operator<=>(const ComparisonId&) const = default;
};

/// Numbered from 0 within its comparison, in the order started.
struct ProcessIndex {
    int value = 0;

    auto operator<=>(const ProcessIndex&) const = default; // NOLINT(modernize-use-nullptr)
};

/// Numbered from 0 within its process, in the order begun.
struct TraceIndex {
    ProcessIndex process;
    int value = 0;

    auto operator<=>(const TraceIndex&) const = default; // NOLINT(modernize-use-nullptr)
};

/// Numbered from 0 within a comparison, in the order begun.
struct MonitorIndex {
    int value = 0;

    auto operator<=>(const MonitorIndex&) const = default;
};

} // namespace profiler
