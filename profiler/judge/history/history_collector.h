// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/history/history_point.h"
#include "profiler/model/history/history.h"
#include "profiler/model/result.h"

#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;

/// Collects recordings for one history, from several threads at once.
class HistoryCollector {
public:
    explicit HistoryCollector(HistoryQuery query)
        : m_query(std::move(query))
    {
    }

    /// A recording, with the values of the query's metric.
    void add(const std::string& file, HistoryRecording recording);
    /// What another tool's file tells; points of other cases than the asked one are passed over.
    void add(std::vector<HistoryPoint> points);
    /// A file that cannot be read, and why, in a sentence; said once.
    void leaveOut(const std::string& file, const std::string& sentence);

    /// The history of the newest recording's workload, case and variant where the query names
    /// none, whatever the order in which they were added. Refused in a sentence where nothing is
    /// left of what was read.
    [[nodiscard]] Result<History> finish();

private:
    struct Read {
        std::string file;
        HistoryRecording recording;
    };

    HistoryQuery m_query;
    std::mutex m_mutex;
    std::vector<Read> m_recordings;
    std::vector<HistoryPoint> m_others; ///< of other tools
    std::vector<LeftOut> m_unreadable;
};

/// Reads what a recording compiled: its cold and trace processes are enough.
using LoadRecording = std::function<Result<ComparisonData>(const HistoryPoint&)>;

/// Adds to each change what the recordings on its two sides compiled.
void addCompiledDifferences(History& history, const LoadRecording& load);

} // namespace profiler
