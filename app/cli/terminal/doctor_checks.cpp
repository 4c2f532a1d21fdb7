// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/doctor_checks.h"

#include "app/cli/terminal/console.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/goal.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

template <>
std::span<const profiler::EnumKey<profiler::CheckState>> profiler::enumKeys()
{
    static constexpr std::array keys {EnumKey {CheckState::Ok, "ok"},
        EnumKey {CheckState::Limits, "limits"}, EnumKey {CheckState::Stops, "stops"}};
    return keys;
}

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::Check;
using profiler::CheckState;

Json checksJson(const std::vector<Check>& checks)
{
    Json rows = Json::array();
    for (const auto& check : checks) {
        Json row {
            {"name", check.name}, {"state", keyOf(check.state)}, {"sentence", check.sentence}};
        putText(row, "remedy", check.remedy, "nothing to do");
        rows.push_back(std::move(row));
    }
    return {{"schema", 1}, {"checks", std::move(rows)}};
}

std::string sign(CheckState state)
{
    return profiler::textOf(
        state, {{CheckState::Ok, "✓"}, {CheckState::Limits, "!"}, {CheckState::Stops, "✗"}});
}

std::string checksText(const std::vector<Check>& checks)
{
    std::size_t widest = 0;
    for (const auto& check : checks)
        widest = std::max(widest, check.name.size());
    const auto indent = std::string(widest + 4, ' ');
    const auto columns = static_cast<std::size_t>(std::max(terminalColumns(), 40));
    const auto room = columns - std::min(columns - 20, indent.size());
    std::string text;
    for (const auto& check : checks) {
        auto head = sign(check.state) + " " + check.name
            + std::string(widest - check.name.size() + 2, ' ');
        for (const auto& line : profiler::wrapped(profiler::printable(check.sentence), room)) {
            text += head + line + "\n";
            head = indent;
        }
        // A command stays on one line, to be copied.
        if (!check.remedy.empty())
            text += indent + "→ " + profiler::printable(check.remedy) + "\n";
    }
    return text;
}

} // namespace

ExitCode endDoctor(const std::vector<Check>& checks, bool json, const std::string& where)
{
    json ? printDocument(checksJson(checks)) : print(checksText(checks));
    const auto stop = std::find_if(checks.begin(), checks.end(),
        [](const Check& check) { return check.state == CheckState::Stops; });
    if (stop == checks.end())
        return ExitCode::Done;
    return refuse(
        ExitCode::CommandFailed, "nothing can be recorded " + where + ": " + stop->sentence);
}

} // namespace cli
