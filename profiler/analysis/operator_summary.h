// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profiler {

/// Adds up the spans of a trace by name and kind. Rows come in the order of their starts, in pieces
/// of any size; spans of one thread nest.
class OperatorSummary {
public:
    void add(const TraceNames& names);
    void add(const OperatorColumns& rows);

    /// By total time, longest first; of equal times by name.
    [[nodiscard]] std::vector<OperatorStat> stats() const;

    [[nodiscard]] std::int64_t rows() const { return m_rows; }

private:
    /// A span in which a later one of its thread may lie.
    struct Open {
        std::int64_t endNs = 0;
        OperatorStat* stat = nullptr;
    };

    [[nodiscard]] OperatorStat& statOf(std::int32_t name, std::uint8_t kind);

    std::unordered_map<std::int32_t, std::string> m_names;
    std::map<std::pair<std::int32_t, std::uint8_t>, OperatorStat> m_stats;
    std::unordered_map<std::int32_t, std::vector<Open>> m_open; ///< by thread, innermost last
    std::int64_t m_rows = 0;
};

/// Kernels by name, longest total first; of equal times by name.
class KernelSummary {
public:
    void add(const TraceNames& names);
    void add(const KernelColumns& rows);

    [[nodiscard]] std::vector<KernelStat> stats() const;

    [[nodiscard]] std::int64_t rows() const { return m_rows; }

private:
    std::unordered_map<std::int32_t, std::string> m_names;
    std::map<std::int32_t, KernelStat> m_stats;
    std::int64_t m_rows = 0;
};

} // namespace profiler
