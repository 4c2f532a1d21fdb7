// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_events.h"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace profiler {

namespace {

constexpr std::size_t bufferBytes = std::size_t {1} << 16U;
constexpr std::uint64_t nsPerUs = 1000;

/// Decimal microseconds: a double would not hold them.
std::string microseconds(std::uint64_t ns)
{
    return fmt::format("{}.{:03}", ns / nsPerUs, ns % nsPerUs);
}

} // namespace

std::string chromeText(const std::string& text)
{
    using Json = nlohmann::json;
    const auto quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    return quoted.substr(1, quoted.size() - 2);
}

ChromeEvents::ChromeEvents(const TextSink& sink, std::int64_t baseNs)
    : m_sink(sink)
    , m_baseNs(baseNs)
{
}

void ChromeEvents::begin(std::string_view members)
{
    fmt::format_to(
        std::back_inserter(m_buffer), "{{\n{},\n\"baseTimeNanoseconds\": {},\n", members, m_baseNs);
    m_buffer += "\"traceEvents\": [";
}

void ChromeEvents::startEvent()
{
    if (m_buffer.size() >= bufferBytes)
        flush();
    m_buffer += m_first ? "\n" : ",\n";
    m_first = false;
}

/// Subtracted without a sign: a file may hold any times.
void ChromeEvents::addTime(std::string_view key, std::int64_t timeNs)
{
    const auto since = static_cast<std::uint64_t>(timeNs) - static_cast<std::uint64_t>(m_baseNs);
    fmt::format_to(std::back_inserter(m_buffer), ",\"{}\":{}", key, microseconds(since));
}

void ChromeEvents::complete(std::string_view category, std::string_view name, ChromePlace place,
    std::int64_t startNs, std::int64_t durationNs, std::string_view arguments)
{
    startEvent();
    fmt::format_to(std::back_inserter(m_buffer),
        R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{})", category, name, place.process,
        place.thread);
    addTime("ts", startNs);
    fmt::format_to(std::back_inserter(m_buffer), R"(,"dur":{})",
        microseconds(static_cast<std::uint64_t>(durationNs)));
    if (!arguments.empty())
        fmt::format_to(std::back_inserter(m_buffer), R"(,"args":{{{}}})", arguments);
    m_buffer += '}';
}

void ChromeEvents::arrow(ChromePlace from, std::int64_t fromNs, ChromePlace to, std::int64_t toNs)
{
    ++m_arrows;
    const auto addEnd = [&](std::string_view phase, ChromePlace place, std::int64_t timeNs) {
        startEvent();
        fmt::format_to(std::back_inserter(m_buffer),
            R"({{"ph":{},"cat":"ac2g","name":"ac2g","id":{},"pid":{},"tid":{})", phase, m_arrows,
            place.process, place.thread);
        addTime("ts", timeNs);
        m_buffer += '}';
    };
    addEnd(R"("s")", from, fromNs);
    addEnd(R"("f","bp":"e")", to, toNs);
}

void ChromeEvents::reading(
    std::string_view name, std::int64_t process, std::int64_t timeNs, std::string_view value)
{
    startEvent();
    fmt::format_to(
        std::back_inserter(m_buffer), R"({{"ph":"C","name":"{}","pid":{})", name, process);
    addTime("ts", timeNs);
    fmt::format_to(std::back_inserter(m_buffer), R"(,"args":{{"value":{}}}}})", value);
}

void ChromeEvents::describe(std::string_view what, ChromePlace place, std::string_view arguments)
{
    startEvent();
    fmt::format_to(std::back_inserter(m_buffer),
        R"({{"ph":"M","name":"{}","pid":{},"tid":{},"ts":0,"args":{{{}}}}})", what, place.process,
        place.thread, arguments);
}

bool ChromeEvents::end()
{
    m_buffer += "\n]\n}\n";
    flush();
    return m_written;
}

void ChromeEvents::flush()
{
    m_written = m_written && m_sink(m_buffer);
    m_buffer.clear();
}

} // namespace profiler
