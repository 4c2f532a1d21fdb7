// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace profiler::collect {

/// Readings of counters as a trace stores them: series by id, from 1.
class CounterLog {
public:
    void add(std::string_view series, std::int64_t timeNs, double value);
    /// Why a series is not there; the first reason stays.
    void addMissing(std::string_view series, const std::string& sentence);

    void append(const CounterLog& later);

    [[nodiscard]] const CounterColumns& rows() const { return m_rows; }

    [[nodiscard]] const TraceNames& names() const { return m_names; }

    [[nodiscard]] const std::map<std::string, std::string, std::less<>>& missing() const
    {
        return m_missing;
    }

private:
    std::map<std::string, std::int32_t, std::less<>> m_ids;
    TraceNames m_names;
    CounterColumns m_rows;
    std::map<std::string, std::string, std::less<>> m_missing; ///< by series
};

} // namespace profiler::collect
