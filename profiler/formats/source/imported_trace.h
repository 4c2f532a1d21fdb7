// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"
#include "profiler/model/trace_rows.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A trace that another tool recorded.
namespace profiler {

/// A step that the file marks: "ProfilerStep#3".
struct TraceStep {
    std::string name;
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;

    bool operator==(const TraceStep&) const = default;
};

struct ImportedDevice {
    std::int64_t id = 0; ///< as rows of the trace name it
    std::string name; ///< empty: the file tells none
    std::optional<int> multiprocessors;
    std::optional<int> computeMajor;
    std::optional<int> computeMinor;
    std::optional<std::int64_t> memoryBytes;
    std::optional<int> warpSize;

    bool operator==(const ImportedDevice&) const = default;
};

/// Something that the file held, or was to hold, and that is not in the rows.
struct ReadLoss {
    std::string what; ///< one sentence: what was lost, what is still valid
    std::int64_t byte = 0; ///< where in the text; in what it unpacks to, if it is compressed

    bool operator==(const ReadLoss&) const = default;
};

struct ImportedTrace {
    TraceRows rows; ///< by start; of those that start together, the longest first
    std::vector<TraceStep> steps; ///< by start
    std::vector<ImportedDevice> devices;
    std::string name; ///< as the file calls itself; empty: it does not
    EnvironmentFields environment; ///< versions alone, never names of hosts or users
    std::int64_t events = 0; ///< all in the file, also those of no interest
    std::map<std::string, std::int64_t> categories; ///< how many of each; "" = without
    std::int64_t negativeDurations = 0; ///< events that end before they start; their duration is 0
    std::vector<ReadLoss> losses; ///< empty: the file is whole
};

} // namespace profiler
