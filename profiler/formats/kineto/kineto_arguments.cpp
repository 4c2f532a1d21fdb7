// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_arguments.h"

namespace profiler {
namespace {

struct Key {
    std::string_view text;
    KinetoArgument argument;
};

using enum KinetoArgument;

constexpr std::array keys {Key {"bytes", Bytes}, Key {"device", Device}, Key {"stream", Stream},
    Key {"context", Context}, Key {"graph id", Graph}, Key {"Device Id", DeviceId},
    Key {"correlation", Correlation}, Key {"External id", ExternalId},
    Key {"external id", ExternalId}, Key {"Device Type", DeviceType},
    Key {"graph node id", GraphNode}, Key {"shared memory", SharedMemory},
    Key {"Total Reserved", TotalReserved}, Key {"Total Allocated", TotalAllocated},
    Key {"Sequence number", SequenceNumber}, Key {"registers per thread", Registers},
    Key {"linked correlation", Correlation}};

/// nullopt: no row is made of it.
std::optional<KinetoArgument> argumentOf(std::string_view text)
{
    for (const auto& key : keys)
        if (key.text.size() == text.size() && key.text == text)
            return key.argument;
    return std::nullopt;
}

/// Whether the list holds three integers.
bool takeTriple(std::array<std::int64_t, 3>& triple, const JsonValue& list)
{
    if (list.kind != JsonKind::Container)
        return false;
    JsonElements elements(list.raw);
    JsonValue element;
    for (auto& value : triple) {
        if (!elements.next(element))
            return false;
        const auto number = jsonInteger(element.raw);
        if (!number)
            return false;
        value = *number;
    }
    return true;
}

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

KinetoArguments::KinetoArguments(std::string_view object)
{
    JsonMembers members(object);
    JsonMember member;
    while (members.next(member))
        take(member);
}

void KinetoArguments::take(const JsonMember& member)
{
    if (member.key == "grid")
        m_hasGrid = takeTriple(m_grid, member.value);
    else if (member.key == "block")
        m_hasBlock = takeTriple(m_block, member.value);
    else if (const auto argument = argumentOf(member.key))
        if (const auto value = jsonInteger(member.value.raw)) {
            const auto at = static_cast<std::size_t>(*argument);
            m_values.at(at) = *value;
            m_known |= 1U << at;
        }
}

std::optional<std::int64_t> KinetoArguments::operator[](KinetoArgument argument) const
{
    const auto at = static_cast<std::size_t>(argument);
    return (m_known >> at & 1U) != 0 ? std::optional(m_values.at(at)) : std::nullopt;
}

} // namespace profiler
