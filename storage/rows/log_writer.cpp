// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/log_writer.h"

#include <span>
#include <utility>

namespace storage {

using profiler::LogLine;
using profiler::LogStream;
using profiler::TakeLogLine;
using profiler::UtcTime;

namespace {

constexpr std::size_t enoughForAChunk = std::size_t {1} << 20U;

} // namespace

void LogWriter::add(const LogLine& line)
{
    m_open.push_back(line);
    if (auto& text = m_open.back().text; text.size() > longestLine) {
        text.resize(longestLine);
        text += " … (cut)";
    }
    m_openSize += packedSize(m_open.back());
}

void LogWriter::flush(Statements& statements)
{
    if (m_openSize >= enoughForAChunk) {
        close(statements);
    } else if (m_stored < m_open.size()) {
        write(statements, m_stored);
        m_stored = m_open.size();
        ++m_smallChunks;
    }
}

void LogWriter::close(Statements& statements)
{
    if (m_smallChunks > 1 || m_stored < m_open.size())
        replaceSmallChunks(statements);
    m_openFirst += static_cast<std::int64_t>(m_open.size());
    m_open.clear();
    m_openSize = 0;
    m_stored = 0;
    m_smallChunks = 0;
}

void LogWriter::write(Statements& statements, std::size_t from)
{
    while (from < m_open.size()) {
        auto end = from;
        // One line more than enough at most: far below largestLogChunk.
        for (std::size_t size = 0; end < m_open.size() && size < enoughForAChunk; ++end)
            size += packedSize(m_open[end]);
        const auto lines = std::span<const LogLine>(m_open).subspan(from, end - from);
        const auto data = encodeLog(lines);
        statements.run("INSERT INTO log_chunk (comparison_id, first, count, data) "
                       "VALUES (?, ?, ?, ?)",
            m_comparison, m_openFirst + static_cast<std::int64_t>(from), lines.size(),
            ByteSpan(data));
        from = end;
    }
}

void LogWriter::replaceSmallChunks(Statements& statements)
{
    statements.run(
        "DELETE FROM log_chunk WHERE comparison_id = ? AND first >= ?", m_comparison, m_openFirst);
    write(statements, 0);
}

void readLogLines(SQLite::Database& database, RowId comparison, const TakeLogLine& take)
{
    SQLite::Statement chunks(
        database, "SELECT count, data FROM log_chunk WHERE comparison_id = ? ORDER BY first");
    bindAll(chunks, comparison);
    UtcTime last;
    TextBudget budget(database);
    while (chunks.executeStep()) {
        Row row(chunks, &budget);
        const auto count = row.take<std::int64_t>();
        auto chunk = decodeLog(row.takeBytes(), static_cast<std::size_t>(count));
        if (!chunk) {
            LogLine gap {.process = std::nullopt, .stream = LogStream::Recorder, .time = last};
            gap.text = "(log lines are missing here: the chunk is damaged, " + chunk.error() + ")";
            chunk = std::vector<LogLine> {std::move(gap)};
        }
        for (auto& line : *chunk) {
            last = line.time;
            if (!take(std::move(line)))
                return;
        }
    }
}

} // namespace storage
