// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/plan/plan_setting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace profiler;

namespace {

constexpr auto folder = FUSESCOPE_SOURCE_DIR "/docs/";

using Cells = std::vector<std::string>;

std::string rowOf(const Cells& cells)
{
    std::string row = "|";
    for (const auto& cell : cells)
        row += (cell.empty() ? "" : " ") + cell + " |";
    return row + "\n";
}

std::string tableOf(Cells headings, const std::vector<Cells>& rows)
{
    auto text = rowOf(headings);
    std::ranges::fill(headings, "---");
    text += rowOf(headings);
    for (const auto& row : rows)
        text += rowOf(row);
    return text;
}

std::string plainTable(const std::string& group, const std::string& heading)
{
    std::vector<Cells> rows;
    for (const auto& setting : planSettings())
        if (setting.group() == group)
            rows.push_back({"`" + setting.key() + "`", setting.text.meaning, setting.defaultText});
    return tableOf({heading, "Value", "Default"}, rows);
}

/// What the three efforts set, then the rest of the protocol.
std::vector<std::string> protocolTables()
{
    std::vector<Cells> byEffort;
    std::vector<Cells> rest;
    for (const auto& setting : planSettings()) {
        if (setting.group() != "protocol")
            continue;
        const auto key = "`" + setting.key() + "`";
        rest.push_back({key, setting.text.meaning, setting.defaultText});
        byEffort.push_back({key, setting.text.meaning});
        for (const auto& [effort, name] : enumKeys<Effort>()) {
            auto cell = setting.defaultText;
            if (setting.text.byEffort)
                cell = std::to_string(setting.text.byEffort->at(static_cast<std::size_t>(effort)));
            else if (setting.type == SettingType::Choice)
                cell = "`" + std::string(name) + "`"
                    + (effort == Protocol {}.effort ? " (default)" : "");
            byEffort.back().push_back(cell);
        }
        if (setting.text.byEffort)
            rest.clear();
    }
    byEffort.resize(byEffort.size() - rest.size());
    // What stands between numbers of the effort stays among them.
    return {tableOf({"Key", "Value", "quick", "normal", "thorough"}, byEffort),
        tableOf({"Key", "Value", "Default"}, rest)};
}

std::vector<std::string> tables()
{
    std::vector<std::string> all;
    for (const auto* group : {"", "workload", "workload.parts[]", "cases[]", "cases[].inputs[]",
             "variants[]", "variants[].compile", "numeric", "goal"})
        all.push_back(plainTable(
            group, std::string_view(group).ends_with(".compile") ? "Key of `compile`" : "Key"));
    std::ranges::copy(protocolTables(), std::back_inserter(all));
    return all;
}

/// The page with ours in the place of its tables.
std::string withTables(const std::string& page)
{
    const auto ours = tables();
    std::istringstream text(page);
    std::string made;
    std::size_t table = 0;
    bool inside = false;
    for (std::string line; std::getline(text, line);) {
        const bool row = line.starts_with("|");
        if (row && !inside && table < ours.size())
            made += ours.at(table++);
        inside = row;
        if (!row)
            made += line + "\n";
    }
    return made;
}

/// The page with a row for each option of one setting that it does not name.
std::string withOptions(std::string text)
{
    for (const auto& setting : planSettings()) {
        const auto* option = setting.text.option;
        if (option != nullptr && text.find("`" + std::string(option)) == std::string::npos)
            text.insert(text.find("| `-o FILE`"),
                rowOf({"`" + std::string(option) + "`", setting.text.help}));
    }
    return text;
}

/// FUSESCOPE_ACCEPT_DOCS=1 writes the tables of the pages anew.
template <typename Change>
void expectUnchanged(const std::string& name, Change change)
{
    std::stringstream text;
    text << std::ifstream(folder + name).rdbuf();
    const auto made = change(text.str());
    if (std::getenv("FUSESCOPE_ACCEPT_DOCS") != nullptr)
        std::ofstream(folder + name) << made;
    EXPECT_EQ(made, text.str());
}

} // namespace

TEST(PlanDocument, HasEverySettingOfTheTable)
{
    expectUnchanged("plan.md", withTables);
}

TEST(CommandLineDocument, NamesTheOptionOfEverySetting)
{
    expectUnchanged("cli.md", withOptions);
}
