// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/variant.h"
#include "tests/profiler/model/random_plan.h"
#include "tests/support/german_locale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {

std::string refusal(std::string_view text)
{
    const auto plan = planFromJson(text);
    EXPECT_FALSE(plan.has_value()) << text;
    if (plan)
        return {};
    EXPECT_EQ(plan.error().kind, ErrorKind::BadInput);
    return plan.error().message;
}

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

/// What the efforts set, then the rest of the protocol.
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
            else if (setting.path == "protocol.effort")
                cell = "`" + std::string(name) + "`"
                    + (effort == Protocol {}.effort ? " (default)" : "");
            byEffort.back().push_back(cell);
        }
        if (setting.text.byEffort)
            rest.clear();
    }
    byEffort.resize(byEffort.size() - rest.size());
    // What stands between numbers of the effort stays among them.
    return {tableOf({"Key", "Value", "quick", "normal", "thorough", "look"}, byEffort),
        tableOf({"Key", "Value", "Default"}, rest)};
}

std::vector<std::string> tables()
{
    std::vector<std::string> all;
    for (const auto* group :
        {"", "workload", "workload.parts[]", "cases[]", "cases[].inputs[]", "variants[]",
            "variants[].compile", "variants[].torch", "numeric", "goal", "load", "suite"}) {
        const std::string_view name(group);
        const auto of = name.starts_with("variants[].") ? name.substr(name.rfind('.') + 1) : "";
        all.push_back(plainTable(group, of.empty() ? "Key" : "Key of `" + std::string(of) + "`"));
    }
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

/// What is given is "yes".
std::string given(std::string_view otherwise)
{
    return otherwise.empty() ? "yes" : std::string(otherwise);
}

std::string deviceTable()
{
    std::vector<Cells> rows;
    for (const auto& traits : knownDevices())
        rows.push_back({"`" + std::string(traits.word) + "`", std::string(traits.whose),
            std::string(traits.times), given(traits.noKernels), given(traits.noMemoryPeaks),
            given(traits.noGraphs), given(traits.noClocks), given(traits.noCounters)});
    return tableOf({"Device", "Whose", "Waited for and timed by", "Kernels", "Memory peaks",
                       "CUDA graphs", "Clocks and power", "`ncu` command"},
        rows);
}

/// The page with ours in the place of its table.
std::string withDevices(std::string text)
{
    const auto begin = text.find("| Device |");
    auto end = begin;
    while (end < text.size() && text[end] == '|')
        end = text.find('\n', end) + 1;
    return text.replace(begin, end - begin, deviceTable());
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

TEST(PlanJson, ReadsBackWhateverItWrote)
{
    std::mt19937_64 random(20260501);
    for (int i = 0; i < 500; ++i) {
        const auto plan = randomPlan(random);
        const auto text = planToJson(plan);
        const auto again = planFromJson(text);
        ASSERT_TRUE(again.has_value()) << again.error().message << "\n" << text;
        ASSERT_EQ(*again, plan) << text;
    }
}

TEST(PlanJson, WritesTheSameTextUnderAnyLocale)
{
    std::mt19937_64 random(7);
    const auto plan = randomPlan(random);
    const auto text = planToJson(plan);
    const tests::GermanLocale german;
    EXPECT_EQ(planToJson(plan), text);
    EXPECT_EQ(planFromJson(text).value(), plan);
}

TEST(PlanJson, WritesEveryFieldOfAnEmptyPlan)
{
    const auto json = nlohmann::json::parse(planToJson(Plan {}));
    EXPECT_EQ(json["schema"], 1);
    for (const auto* key :
        {"name", "workload", "cases", "variants", "numeric", "goal", "protocol", "python"})
        EXPECT_TRUE(json.contains(key)) << key;
    EXPECT_TRUE(json["protocol"]["calls_per_block"].is_null());
    EXPECT_EQ(json["protocol"]["rounds"], 20);
    EXPECT_EQ(json["protocol"]["start_time_limit_ns"], 600'000'000'000);
}

TEST(PlanJson, WritesTorchOfAVariantWhereItSetsAnything)
{
    const Plan plan {.variants = {{.name = "eager"}, {.name = "c", .torch = {.evalMode = true}}}};
    const auto text = planToJson(plan);
    const auto variants = nlohmann::json::parse(text)["variants"];
    EXPECT_FALSE(variants[0].contains("torch"));
    EXPECT_EQ(variants[1]["torch"]["eval_mode"], true);
    EXPECT_EQ(variants[1]["torch"]["fences"], nlohmann::json::array());
    EXPECT_EQ(planFromJson(text).value(), plan);
}

TEST(PlanJson, AbsentKeysTakeTheirDefaults)
{
    EXPECT_EQ(planFromJson("{}").value(), Plan {});
    const auto plan = planFromJson(R"({"variants":[{"name":"eager"}]})").value();
    ASSERT_EQ(plan.variants.size(), 1U);
    EXPECT_EQ(plan.variants[0], Variant {.name = "eager"});
}

TEST(PlanJson, TheEffortSetsTheNumbersThatAreNotGiven)
{
    const auto plan
        = planFromJson(R"({"protocol":{"rounds":4,"effort":"quick"}})").value().protocol;
    auto expected = protocolFor(Effort::Quick);
    expected.rounds = 4;
    EXPECT_EQ(plan, expected);
}

TEST(PlanJson, KeepsValuesOfAnyJsonTypeAsText)
{
    const auto plan = planFromJson(
        R"({"workload":{"arguments":{"layers":2,"pool":"mean","sizes":[1, 2],"x":null}}})")
                          .value();
    EXPECT_EQ(plan.workload.arguments,
        (JsonTextByName {
            {"layers", "2"}, {"pool", "\"mean\""}, {"sizes", "[1,2]"}, {"x", "null"}}));
}

TEST(PlanJson, NamesAnUnknownKeyByItsPath)
{
    EXPECT_THAT(refusal(R"({"variants":[{"name":"eager"},{"name":"c","compil":{}}]})"),
        StartsWith("variants[1].compil: unknown key; expected one of name, kind, engine, native, "
                   "compile"));
    EXPECT_THAT(refusal(R"({"Name":"x"})"), StartsWith("Name: unknown key"));
    EXPECT_THAT(refusal(R"({"goal":{"case_limits":{"s32":{"p99":1}}}})"),
        StartsWith("goal.case_limits.s32.p99: unknown key; expected one of p99_ns"));
}

TEST(PlanJson, NamesAWrongTypeByItsPath)
{
    EXPECT_EQ(refusal(R"({"cases":[{"inputs":[{"shape":[8,"x"]}]}]})"),
        "cases[0].inputs[0].shape[1]: expected a whole number within its range, found \"x\"");
    EXPECT_THAT(refusal(R"({"protocol":{"rounds":2.5}})"), HasSubstr("protocol.rounds: expected"));
    EXPECT_THAT(refusal(R"({"protocol":{"rounds":3000000000}})"), HasSubstr("protocol.rounds"));
    EXPECT_THAT(refusal(R"({"numeric":{"tf32":1}})"), HasSubstr("numeric.tf32: expected true or"));
    EXPECT_THAT(refusal(R"({"cases":{}})"), HasSubstr("cases: expected a list, found an object"));
    EXPECT_THAT(refusal(R"({"variants":[1]})"), HasSubstr("variants[0]: expected an object"));
    EXPECT_THAT(refusal(R"({"cases":[{"inputs":[{"range":[1]}]}]})"), HasSubstr("[low, high]"));
    EXPECT_THAT(refusal(R"({"goal":{"minimum_effect":"3%"}})"), HasSubstr("expected a number"));
    EXPECT_THAT(refusal("[]"), HasSubstr("the plan: expected an object, found a list"));
}

TEST(PlanJson, NamesAnUnknownWordAndTheKnownOnes)
{
    EXPECT_EQ(refusal(R"({"protocol":{"effort":"hard"}})"),
        "protocol.effort: expected one of quick, normal, thorough, look, found \"hard\"");
    EXPECT_THAT(refusal(R"({"variants":[{"kind":"lazy"}]})"), HasSubstr("eager, compiled"));
}

TEST(PlanJson, RefusesTextThatIsNotJsonWithItsPlace)
{
    EXPECT_THAT(refusal("{\n \"name\": }"), HasSubstr("line 2"));
    EXPECT_THAT(refusal(""), HasSubstr("not valid JSON"));
    EXPECT_THAT(refusal(R"({"name":"a","name":"b"})"), HasSubstr("\"name\" is given twice"));
    EXPECT_THAT(refusal("{\"name\":\"\xff\"}"), HasSubstr("not valid JSON"));
}

TEST(PlanJson, RefusesNestingWithoutEnd)
{
    constexpr std::size_t deep = 200'000;
    EXPECT_THAT(refusal(R"({"workload":{"arguments":{"a":)" + std::string(deep, '[')
                    + std::string(deep, ']') + "}}}"),
        HasSubstr("nested too deeply"));
}

TEST(PlanJson, RefusesAPlanOfANewerSchema)
{
    EXPECT_THAT(refusal(R"({"schema":2})"), HasSubstr("schema 1, found 2"));
}

/// The first fenced JSON block of docs/plan.md is a whole plan.
TEST(PlanJson, ReadsTheExampleOfItsDocumentation)
{
    std::ifstream file(FUSESCOPE_SOURCE_DIR "/docs/plan.md");
    std::stringstream page;
    page << file.rdbuf();
    const auto text = page.str();
    const auto start = text.find("```json\n") + 8;
    const auto plan = planFromJson(text.substr(start, text.find("```", start) - start));
    ASSERT_TRUE(plan.has_value()) << plan.error().message;
    EXPECT_TRUE(validatePlan(*plan).has_value());
    EXPECT_EQ(plan->variants.size(), 3U);
}

TEST(PlanDocument, HasEverySettingOfTheTable)
{
    expectUnchanged("plan.md", withTables);
}

TEST(CommandLineDocument, NamesTheOptionOfEverySetting)
{
    expectUnchanged("cli.md", withOptions);
    expectUnchanged("devices.md", withDevices);
}
