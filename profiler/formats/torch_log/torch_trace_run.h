// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/torch_log/torch_trace_log.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Begins and ends of torch's chromium_event records → phases with both.

struct EventMark {
    char phase = 'B'; ///< B begins, E ends, i is a moment
    std::string name;
    std::string compileId;
    std::string lane; ///< process and thread, as written
    std::int64_t timeNs = 0; ///< UTC
};

/// nullopt: the payload is no such event, in valid JSON or not. `compileId`: the record's own, for
/// events that name none.
[[nodiscard]] std::optional<EventMark> eventMarkIn(
    std::string_view payload, const std::string& compileId);

class EventPairs {
public:
    /// What `mark` completes; nullopt where it only begins something or ends nothing.
    [[nodiscard]] std::optional<CompileEvent> add(EventMark mark);

    /// The last begun and not ended ones of a compile: in `from` no longer.
    void takeFrom(EventPairs& from, std::string_view compileId);

    /// What has begun and not ended, emptied.
    [[nodiscard]] std::vector<CompileEvent> takeOpen();

    [[nodiscard]] std::int64_t endsAlone() const { return m_endsAlone; }

private:
    std::map<std::string, std::vector<CompileEvent>> m_open; ///< by lane, compile and name
    std::int64_t m_endsAlone = 0;
};

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
    void addCacheAnswer(const LogRecord& record, std::string_view artifact);
    void addAutotune(const LogRecord& record, const EventMark& mark);
    void addCode(const LogRecord& record);
    void placeRecompiles();
    void fillDurations();

    void grow(std::size_t bytes) { m_size += bytes; }

    CompileRun m_run;
    std::map<std::string, StateOfId> m_ids;
    std::set<std::pair<std::string, int>> m_places; ///< whose source is kept
    EventPairs m_pairs;
    UtcTime m_now; ///< of the last event: other records tell no time that can be read
    std::size_t m_codeBytes = 0;
    std::size_t m_size = 0;
};

} // namespace profiler
