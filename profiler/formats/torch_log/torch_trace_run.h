// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/torch_log/torch_trace_events.h"
#include "profiler/formats/torch_log/torch_trace_log.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace profiler {

/// One record of a log, its payload included.
struct LogRecord {
    std::string type; ///< "compilation_metrics", "artifact:recompile_reasons"
    std::string_view value; ///< JSON under that key
    std::string compileId; ///< empty: of none
    int attempt = 0; ///< from 0
    std::optional<int> rank;
    std::string_view payload; ///< as much of it as was asked for
    std::int64_t payloadBytes = 0;
};

/// How many bytes of the payload of such a record are read; 0: nothing needs it.
[[nodiscard]] std::size_t payloadNeeded(std::string_view type);

/// Puts the records of one run together.
class TorchTraceRun {
public:
    explicit TorchTraceRun(std::string file);

    /// Does `record` begin another run? Compile ids begin anew.
    [[nodiscard]] bool begunAnewBy(const LogRecord& record) const;

    /// false: the record's content is not what its type says.
    [[nodiscard]] bool add(const LogRecord& record);

    /// Bytes that what was kept takes, about.
    [[nodiscard]] std::size_t size() const { return m_size; }

    /// torch writes down that the compile begins before it says which: that belongs here.
    void takeBeginning(TorchTraceRun& before, std::string_view compileId)
    {
        m_pairs.takeFrom(before.m_pairs, compileId);
    }

    /// Ends of phases whose beginning is not in the log.
    [[nodiscard]] std::int64_t endsAlone() const { return m_pairs.endsAlone(); }

    [[nodiscard]] CompileRun end();

private:
    struct StateOfId {
        int attempts = 1;
        bool started = false;
        CacheUse graphCache;
        CacheUse autogradCache;
    };

    StateOfId& stateOf(const LogRecord& record);
    bool addEvent(const LogRecord& record);
    bool addMetrics(const LogRecord& record);
    void addBreak(const LogRecord& record);
    void addRecompile(const LogRecord& record);
    void countCache(const LogRecord& record, std::string_view artifact);
    void placeRecompiles();
    void fillDurations();

    void grow(std::size_t bytes) { m_size += bytes; }

    CompileRun m_run;
    std::map<std::string, StateOfId> m_ids;
    std::set<std::pair<std::string, int>> m_places; ///< whose source is kept
    EventPairs m_pairs;
    std::size_t m_size = 0;
};

} // namespace profiler
