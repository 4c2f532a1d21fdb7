// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/nsys/nsys_database.h"
#include "profiler/model/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace profiler {

/// Texts of the export, read when a row names them: what no row of a trace names is never seen.
class NsysNames {
public:
    NsysNames(NsysDatabase& database, TraceNames& names);

    /// Of the StringIds table; empty where it has none.
    [[nodiscard]] const std::string& text(std::int64_t stringId);

    /// The id in the trace.
    [[nodiscard]] std::int32_t idOf(const std::string& text);

private:
    std::optional<SQLite::Statement> m_lookup;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::unordered_map<std::string, std::int32_t> m_ids;
    TraceNames& m_names;
};

/// Correlation is unique within a process; a trace has one space of 32 bits for all of them.
class NsysCorrelations {
public:
    /// The ids are kept as long as one process names them and they fit.
    [[nodiscard]] std::int32_t idOf(std::int64_t globalPid, std::int64_t correlation);

private:
    std::optional<std::int64_t> m_firstProcess;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> m_others;
};

/// "cudaLaunchKernel_v7000" → "cudaLaunchKernel".
[[nodiscard]] std::string withoutVersion(const std::string& name);

/// "ProfilerStep#3", "iteration 12", "train_step": a name of a step of the user's loop.
[[nodiscard]] bool isStepName(const std::string& name);

} // namespace profiler
