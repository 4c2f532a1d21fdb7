// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/memory/block_owners.h"
#include "profiler/evidence/trace/operator_summary.h"
#include "profiler/record/session/recording.h"
#include "profiler/spool/trace_spool_reader.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace profiler {

/// Takes what a worker spooled of one trace into the recording, and makes its summary. The files
/// belong to foreign code: what in them cannot be is left out and told among the losses.
class TraceIntake {
public:
    TraceIntake(Recording& recording, ProcessIndex process, const TraceStart& start);

    /// Rows wait for their order; names, places and shapes go on at once. Each file has ids of its
    /// own; the calls are those of the first file that tells any.
    void read(const std::filesystem::path& file);

    /// What a worker told without a file.
    void add(TraceChunk chunk) { take(std::move(chunk)); }

    void add(const std::vector<TraceCall>& calls) { take(calls); }

    /// Whatever the worker told besides.
    [[nodiscard]] TraceSummary& summary() { return m_summary; }

    void addReason(std::string reason);

    /// Names what made its blocks, and records it: after the files are read, before the end.
    void add(MemoryHistoryFact history);

    /// Hands on the rows in the order of their starts, and the summary.
    void end();

private:
    void take(TraceChunk chunk);
    void take(const spool::TraceCalls& calls);
    void take(const TraceLosses& losses);
    void takeNames(TraceNames names);
    void takePlaces(TracePlaces places);
    void takeShapes(LaunchShapes shapes);
    [[nodiscard]] std::int32_t ownId(std::int32_t id) const;
    void takeOwnIds(std::vector<std::int32_t>& ids) const;
    template <typename Row>
    [[nodiscard]] std::vector<Row> newOnes(std::vector<Row> rows, std::set<std::int32_t>& known);
    template <typename Columns>
    void takeRows(Columns& table, Columns rows);
    template <typename Columns, typename See>
    void handOn(Columns& table, See&& see);

    Recording& m_recording;
    TraceIndex m_trace;
    TraceSummary m_summary;
    TraceRows m_tables; ///< until the end; texts go on at once and are not kept here
    std::int64_t m_rows = 0;
    std::int32_t m_firstId = 0; ///< what is added to the ids of the file that is read
    std::int32_t m_lastId = 0; ///< the largest handed on
    bool m_callsKnown = false; ///< before this file
    std::set<std::int32_t> m_nameIds;
    std::set<std::int32_t> m_placeIds;
    std::set<std::int32_t> m_shapeIds;
    NameTexts m_names;
    PlacesById m_placesById;
};

} // namespace profiler
