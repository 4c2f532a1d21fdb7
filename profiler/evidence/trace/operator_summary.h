// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/time_by_call.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profiler {

struct KernelColumns;
struct OperatorColumns;

/// By the id of a TraceName.
using NameTexts = std::unordered_map<std::int32_t, std::string>;

/// Adds up the spans of a trace by name and kind. Rows come in the order of their starts, in pieces
/// of any size; spans of one thread nest.
class OperatorSummary {
public:
    explicit OperatorSummary(std::vector<TraceCall> calls);

    void add(const OperatorColumns& rows);

    /// By total time, longest first; of equal times by name.
    [[nodiscard]] std::vector<OperatorStat> stats(const NameTexts& names) const;

private:
    struct Sum {
        OperatorStat stat;
        TimeByCall self;
    };

    /// A span in which a later one of its thread may lie.
    struct Open {
        std::int64_t endNs = 0;
        Sum* sum = nullptr;
    };

    static void addSelf(Sum& sum, std::optional<int> call, std::int64_t ns);

    CallCursor m_calls;
    std::map<std::pair<std::int32_t, std::uint8_t>, Sum> m_sums;
    std::unordered_map<std::int32_t, std::vector<Open>> m_open; ///< by thread, innermost last
};

/// Of each span, in their order, what it took without the spans inside it; ns, never below 0.
[[nodiscard]] std::vector<std::int64_t> ownTimes(const OperatorColumns& rows);

/// Kernels by name, longest total first; of equal times by name. A kernel belongs to the call in
/// which it starts: a call ends when the device has nothing left to do.
class KernelSummary {
public:
    explicit KernelSummary(std::vector<TraceCall> calls);

    void add(const KernelColumns& rows);

    [[nodiscard]] std::vector<KernelStat> stats(const NameTexts& names) const;

private:
    struct Sum {
        KernelStat stat;
        TimeByCall time;
    };

    CallCursor m_calls;
    std::map<std::int32_t, Sum> m_sums;
};

} // namespace profiler
