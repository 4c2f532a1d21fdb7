// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/history/history_point.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace profiler {

/// Collects recordings for one history, from several threads at once.
class HistoryCollector {
public:
    explicit HistoryCollector(HistoryQuery query)
        : m_query(std::move(query))
    {
    }

    /// A recording, or that part of it that needsOf() names.
    void add(const std::string& file, const ComparisonData& data);
    /// What another tool's file tells; points of other cases than the asked one are passed over.
    void add(std::vector<HistoryPoint> points);
    /// A file that cannot be read, and why, in a sentence; said once.
    void leaveOut(const std::string& file, const std::string& sentence);

    /// The history of the newest recording's workload, case and variant where the query names
    /// none. Refused in a sentence where nothing is left of what was read.
    [[nodiscard]] Result<History> finish();

private:
    [[nodiscard]] HistoryNames knownNames() const;
    void chooseNames();
    void dropOthers();

    HistoryQuery m_query;
    std::mutex m_mutex;
    std::vector<HistoryPoint> m_points;
    std::vector<LeftOut> m_leftOut;
    std::map<std::string, HistoryNames> m_names; ///< by workload
};

/// Reads what a recording compiled: its cold and trace processes are enough.
using LoadRecording = std::function<Result<ComparisonData>(const HistoryPoint&)>;

/// Adds to each change what the recordings on its two sides compiled.
void addCompiledDifferences(History& history, const LoadRecording& load);

} // namespace profiler
