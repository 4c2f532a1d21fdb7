// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/log_excerpt.h"

#include <iterator>
#include <string>
#include <utility>

namespace profiler {

namespace {

std::size_t sizeOf(const LogLine& line)
{
    return sizeof(LogLine) + line.text.size();
}

/// Not inside a character of UTF-8.
std::size_t cutAt(const std::string& text, std::size_t most)
{
    constexpr unsigned continuation = 0x80;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == continuation)
        --most;
    return most;
}

LogLine gapOf(std::int64_t leftOut, UtcTime time)
{
    LogLine line {.process = std::nullopt, .stream = LogStream::Recorder, .time = time};
    line.text = "(" + std::to_string(leftOut) + (leftOut == 1 ? " line is" : " lines are")
        + " left out here, to fit this page; \"fusescope show FILE log\" prints all of them)";
    return line;
}

} // namespace

void LogExcerpt::shorten(LogLine& line) const
{
    if (line.text.size() <= m_bounds.lineBytes)
        return;
    const auto kept = cutAt(line.text, m_bounds.lineBytes);
    line.text = line.text.substr(0, kept) + " … (" + std::to_string(line.text.size() - kept)
        + " bytes more are in the file)";
}

void LogExcerpt::add(LogLine&& line)
{
    shorten(line);
    const auto size = sizeOf(line);
    if (!m_firstIsFull && m_firstBytes + size <= m_bounds.firstBytes) {
        m_firstBytes += size;
        m_first.push_back(std::move(line));
        return;
    }
    m_firstIsFull = true; // a shorter line that follows is not out of its turn
    m_lastBytes += size;
    m_last.push_back(std::move(line));
    while (m_lastBytes > m_bounds.lastBytes && m_last.size() > 1) {
        m_lastBytes -= sizeOf(m_last.front());
        m_last.pop_front();
        ++m_leftOut;
    }
}

std::vector<LogLine> LogExcerpt::take()
{
    auto lines = std::move(m_first);
    if (m_leftOut > 0)
        lines.push_back(gapOf(m_leftOut, m_last.front().time));
    lines.insert(lines.end(), std::make_move_iterator(m_last.begin()),
        std::make_move_iterator(m_last.end()));
    *this = LogExcerpt(m_bounds);
    return lines;
}

} // namespace profiler
