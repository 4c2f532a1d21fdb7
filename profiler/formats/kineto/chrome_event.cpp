// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/chrome_event.h"

namespace profiler {

namespace {

std::string_view* fieldOf(ChromeEvent& event, std::string_view key)
{
    switch (key.size()) {
    case 2:
        return key == "ts" ? &event.time : nullptr;
    case 3:
        if (key == "cat")
            return &event.category;
        if (key == "dur")
            return &event.duration;
        if (key == "pid")
            return &event.process;
        return key == "tid" ? &event.thread : nullptr;
    case 4:
        if (key == "args")
            return &event.arguments;
        return key == "name" ? &event.name : nullptr;
    default:
        return nullptr;
    }
}

} // namespace

std::optional<ChromeEvent> readChromeEvent(std::string_view object, JsonExtent nested)
{
    ChromeEvent event;
    JsonMembers members(object, nested);
    JsonMember member;
    while (members.next(member)) {
        if (auto* const field = fieldOf(event, member.key))
            *field = member.value.raw;
        else if (member.key == "ph")
            event.phase = member.value.raw.size() == 1 ? member.value.raw.front() : '\0';
    }
    if (members.broken())
        return std::nullopt;
    if (!event.arguments.starts_with('{'))
        event.arguments = {};
    return event;
}

} // namespace profiler
