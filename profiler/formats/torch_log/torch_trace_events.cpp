// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_events.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/json/json_time.h"
#include "profiler/model/text/utf8_symbol.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace profiler {

namespace {

constexpr std::size_t longestName = 1000; // characters

std::string shortText(std::string_view value)
{
    const auto text = json_text::textOf(value).value_or("");
    return std::string(firstSymbols(text, longestName));
}

std::string keyOf(const EventMark& mark)
{
    return mark.lane + '\n' + mark.compileId + '\n' + mark.name;
}

} // namespace

std::optional<EventMark> eventMarkIn(std::string_view payload, const std::string& compileId)
{
    const auto members = json_text::membersOf(payload);
    if (!members)
        return std::nullopt;
    const auto get = [&](std::string_view key) { return json_text::valueOf(*members, key); };
    const auto time = nanosecondsOfMicroseconds(get("ts"));
    const auto phase = json_text::textOf(get("ph")).value_or("");
    auto name = shortText(get("name"));
    if (!time || phase.size() != 1 || name.empty())
        return std::nullopt;
    std::string own;
    if (const auto arguments = json_text::membersOf(get("args")))
        own = shortText(json_text::valueOf(*arguments, "compile_id"));
    const auto lane
        = std::string(get("pid").substr(0, 50)) + ' ' + std::string(get("tid").substr(0, 50));
    return EventMark {.phase = phase.front(),
        .name = std::move(name),
        .compileId = own.empty() || own == "None" ? compileId : own,
        .lane = lane,
        .timeNs = *time};
}

std::optional<CompileEvent> EventPairs::add(EventMark mark)
{
    const auto key = keyOf(mark);
    CompileEvent event {.name = std::move(mark.name),
        .compileId = std::move(mark.compileId),
        .startNs = mark.timeNs,
        .endNs = std::nullopt,
        .instant = mark.phase == 'i' || mark.phase == 'I'};
    if (event.instant) {
        event.endNs = event.startNs;
        return event;
    }
    if (mark.phase == 'B') {
        m_open[key].push_back(std::move(event));
        return std::nullopt;
    }
    const auto begun = m_open.find(key);
    if (mark.phase != 'E' || begun == m_open.end()) {
        m_endsAlone += mark.phase == 'E' ? 1 : 0;
        return std::nullopt;
    }
    event = std::move(begun->second.back());
    event.endNs = std::max(event.startNs, mark.timeNs); // clocks can be set back
    begun->second.pop_back();
    if (begun->second.empty())
        m_open.erase(begun);
    return event;
}

void EventPairs::takeFrom(EventPairs& from, std::string_view compileId)
{
    for (auto entry = from.m_open.begin(); entry != from.m_open.end();) {
        auto& open = entry->second;
        if (open.back().compileId == compileId) {
            m_open[entry->first].push_back(std::move(open.back()));
            open.pop_back();
        }
        entry = open.empty() ? from.m_open.erase(entry) : std::next(entry);
    }
}

std::vector<CompileEvent> EventPairs::takeOpen()
{
    std::vector<CompileEvent> events;
    for (auto& [key, open] : m_open)
        std::ranges::move(open, std::back_inserter(events));
    m_open.clear();
    return events;
}

} // namespace profiler
