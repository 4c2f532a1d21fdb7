// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_groups.h"

#include "profiler/formats/json/json_members.h"

namespace profiler {

namespace {

constexpr std::size_t longestPart = 200; // of thousands of ranks the first ones tell it apart

std::string partOf(const JsonValue& value)
{
    auto text = value.kind == JsonKind::Container ? std::string(value.raw) : jsonText(value.raw);
    return text.substr(0, longestPart);
}

} // namespace

std::string kinetoGroup(std::string_view arguments)
{
    std::string name;
    std::string ranks;
    JsonMembers members(arguments);
    JsonMember member;
    while (members.next(member))
        if (member.key == "Process Group Name")
            name = partOf(member.value);
        else if (member.key == "Process Group Ranks")
            ranks = partOf(member.value);
    return name.empty() || ranks.empty() ? name + ranks : name + " " + ranks;
}

} // namespace profiler
