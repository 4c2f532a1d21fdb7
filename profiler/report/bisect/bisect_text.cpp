// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/bisect/bisect_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace profiler {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t mostNames = 12; ///< of a screen; JSON has all
constexpr std::size_t mostChecks = 12;

/// "median time", "number of graph breaks"
std::string figureWords(BisectMetric metric)
{
    return textOf(metric,
        {{BisectMetric::Median, "median"}, {BisectMetric::P99, "p99"},
            {BisectMetric::Memory, "peak memory"}, {BisectMetric::Compile, "compile time"},
            {BisectMetric::Breaks, "number of graph breaks"},
            {BisectMetric::Recompiles, "number of recompiles"},
            {BisectMetric::Graphs, "number of graphs"},
            {BisectMetric::Kernels, "number of kernels of a call"}});
}

std::string valueText(BisectMetric metric, double value)
{
    if (metric == BisectMetric::Memory)
        return formatBytes(static_cast<std::int64_t>(value));
    if (isCount(metric))
        return formatCount(static_cast<std::int64_t>(value));
    return formatDuration(value);
}

std::string valueText(BisectMetric metric, const BisectCandidate& candidate)
{
    return candidate.seen && candidate.reading.value ? valueText(metric, *candidate.reading.value)
                                                     : std::string("–");
}

/// "1.18× (1.15–1.21)"
std::string changeText(const Interval& change)
{
    return fmt::format("{}× ({}–{})", formatNumber(change.estimate, 3), formatNumber(change.low, 3),
        formatNumber(change.high, 3));
}

std::string fromTo(const BisectResult& result)
{
    const auto& before = result.candidates[result.low];
    const auto& after = result.candidates[result.high];
    return fmt::format("{}: {}, {}: {}", before.name, valueText(result.metric, before), after.name,
        valueText(result.metric, after));
}

/// "the median of default in case s32"
std::string subjectText(const BisectResult& result)
{
    auto text = "the " + figureWords(result.metric) + " of " + result.variant;
    if (!result.caseName.empty() && result.caseName != "default")
        text += " in case " + result.caseName;
    return text;
}

std::string answerWord(const BisectResult& result, std::size_t index)
{
    const auto& candidate = result.candidates[index];
    if (index == 0)
        return "oldest";
    if (index + 1 == result.candidates.size())
        return "newest";
    if (!candidate.seen)
        return "not looked at";
    return textOf(candidate.answer,
        {{BisectAnswer::AsFirst, "as the oldest"}, {BisectAnswer::AsLast, "as the newest"},
            {BisectAnswer::Unclear, "cannot tell"}});
}

std::string candidatesText(const BisectResult& result)
{
    const bool changes = std::ranges::any_of(
        result.candidates, [](const auto& each) { return each.reading.change.has_value(); });
    std::vector<TextColumn> columns {
        {"candidate"}, {"what it is"}, {figureWords(result.metric), Align::Right}};
    if (changes)
        columns.push_back({"to the oldest", Align::Right});
    columns.push_back({""});
    TextTable table(columns);
    for (std::size_t i = 0; i < result.candidates.size(); ++i) {
        const auto& each = result.candidates[i];
        // A range of a thousand commits shows those that were looked at.
        const bool edge = i == result.low || i == result.high;
        if (!each.seen && !edge && result.candidates.size() > 24)
            continue;
        std::vector<std::string> row {each.name, each.says, valueText(result.metric, each)};
        if (changes)
            row.push_back(each.reading.change ? changeText(*each.reading.change) : "–");
        row.push_back(answerWord(result, i));
        table.addRow(row);
    }
    return table.text();
}

std::string structureText(const BisectResult& result)
{
    std::string text;
    std::size_t shown = 0;
    for (const auto& check : result.structure) {
        if (check.outcome == GateOutcome::Holds || shown++ >= mostChecks)
            continue;
        text += "  " + checkSentence(check) + "\n";
        for (const auto& place : check.places)
            if (place.state != GatePlaceState::Known)
                text += "    " + linkText(place) + " " + placeSentence(check.subject, place) + "\n";
    }
    return text;
}

std::string namesText(
    const std::vector<NameChange>& changes, std::string_view where, std::string_view others)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(changes.size(), mostNames); ++i)
        text += fmt::format("  {} {}: {} before, {} after\n", changes[i].name, where,
            changes[i].before, changes[i].after);
    if (changes.size() > mostNames)
        text += fmt::format("  and {} {} more\n", changes.size() - mostNames, others);
    return text;
}

/// Graphs, kernels and lines as they were generated.
std::string codeText(const CodeChanges& code)
{
    if (!code.known)
        return "  what Inductor generated is not known of both\n";
    auto text = namesText(code.operators, "in the compiled graphs", "operators")
        + namesText(code.kernels, "in the generated code", "kernels");
    const auto& lines = code.lines;
    if (lines.alike == lines.before && lines.alike == lines.after)
        return text;
    return text
        + fmt::format("  generated code: {} lines with {} before, {} with {} after; {} lines stand "
                      "in both\n",
            lines.before, countText(code.kernelsBefore, "kernel", "kernels"), lines.after,
            countText(code.kernelsAfter, "kernel", "kernels"), lines.alike);
}

std::string fieldsText(const BisectResult& result)
{
    std::string text;
    for (const auto& each : result.fields)
        text += fmt::format("  {}: {} → {}\n", each.words, each.before.empty() ? "–" : each.before,
            each.after.empty() ? "–" : each.after);
    return text;
}

std::string defaultsText(const DefaultsChange& defaults)
{
    std::string text;
    for (const auto& each : defaults.changed)
        text += fmt::format("  default of {}: {} → {}\n", each.words, each.before, each.after);
    if (defaults.added + defaults.removed > 0)
        text += fmt::format("  {} of torch.compile new, {} gone\n",
            countText(defaults.added, "setting", "settings"), defaults.removed);
    return text;
}

std::string changedText(const BisectResult& result)
{
    const auto structure = structureText(result);
    const auto code = codeText(result.code);
    auto text = "\nWhat changed between " + result.candidates[result.low].name + " and "
        + result.candidates[result.high].name + ":\n" + structure + code;
    if (structure.empty() && code.empty())
        text += "  graph breaks, recompiles, graphs, kernels and generated code are the same\n";
    text += fieldsText(result);
    return result.defaults ? text + defaultsText(*result.defaults) : text;
}

Json candidateJson(const BisectResult& result, std::size_t index)
{
    const auto& each = result.candidates[index];
    Json row {{"name", each.name}, {"says", each.says}, {"seen", each.seen}};
    row["value"] = each.seen && each.reading.value ? Json(*each.reading.value) : Json();
    if (row["value"].is_null())
        row["value_reason"]
            = each.seen ? reasonText(each.reading.value.error()) : "it was not looked at";
    row["change"] = Json();
    if (const auto& change = each.reading.change)
        row["change"]
            = {{"estimate", change->estimate}, {"low", change->low}, {"high", change->high}};
    row["answer"] = answerWord(result, index);
    return row;
}

Json fieldsJson(const std::vector<FieldChange>& changes)
{
    Json fields = Json::array();
    for (const auto& each : changes)
        fields.push_back({{"field", each.field}, {"before", each.before}, {"after", each.after}});
    return fields;
}

Json defaultsJson(const std::optional<DefaultsChange>& defaults)
{
    if (!defaults)
        return {};
    return {{"changed", fieldsJson(defaults->changed)}, {"added", defaults->added},
        {"removed", defaults->removed}};
}

Json namesJson(const std::vector<NameChange>& changes)
{
    Json names = Json::array();
    for (const auto& each : changes)
        names.push_back({{"name", each.name}, {"before", each.before}, {"after", each.after}});
    return names;
}

Json codeJson(const CodeChanges& code)
{
    if (!code.known)
        return {};
    const auto& lines = code.lines;
    return {{"operators", namesJson(code.operators)}, {"kernels", namesJson(code.kernels)},
        {"kernel_calls", {{"before", code.kernelsBefore}, {"after", code.kernelsAfter}}},
        {"lines", {{"before", lines.before}, {"after", lines.after}, {"alike", lines.alike}}}};
}

} // namespace

std::string bisectSentence(const BisectResult& result)
{
    const auto subject = subjectText(result);
    const auto why = result.why.empty() ? std::string() : ": " + reasonText(result.why);
    switch (result.outcome) {
    case BisectOutcome::Found:
        return capitalized(subject) + " changed between " + fromTo(result) + ".";
    case BisectOutcome::Narrowed:
        return capitalized(subject) + " changed between " + fromTo(result)
            + "; what lies between cannot be told" + why + ".";
    case BisectOutcome::Alike:
        return capitalized(subject) + " is the same from " + fromTo(result)
            + ": there is no change to search for.";
    case BisectOutcome::Unclear:
        break;
    }
    return "Whether " + subject + " changed cannot be told, " + fromTo(result) + why + ".";
}

std::string bisectText(const BisectResult& result, int columns)
{
    auto text = candidatesText(result) + "\n";
    for (const auto& line :
        wrapped(printable(bisectSentence(result)), static_cast<std::size_t>(std::max(columns, 40))))
        text += line + "\n";
    if (result.outcome == BisectOutcome::Found)
        text += changedText(result);
    return text
        + fmt::format("\n{} of at most {}.\n",
            countText(result.recordings, "recording", "recordings"), result.recordingsAtMost);
}

std::string bisectJson(const BisectResult& result)
{
    Json candidates = Json::array();
    for (std::size_t i = 0; i < result.candidates.size(); ++i)
        candidates.push_back(candidateJson(result, i));
    Json structure = Json::array();
    for (const auto& check : result.structure)
        if (check.outcome != GateOutcome::Holds)
            structure.push_back(checkSentence(check));
    const Json document {{"schema", 1}, {"metric", keyOf(result.metric)},
        {"variant", result.variant}, {"case", result.caseName},
        {"outcome",
            textOf(result.outcome,
                {{BisectOutcome::Found, "found"}, {BisectOutcome::Narrowed, "narrowed"},
                    {BisectOutcome::Alike, "alike"}, {BisectOutcome::Unclear, "unclear"}})},
        {"sentence", bisectSentence(result)}, {"before", result.candidates[result.low].name},
        {"after", result.candidates[result.high].name}, {"recordings", result.recordings},
        {"recordings_at_most", result.recordingsAtMost}, {"candidates", std::move(candidates)},
        {"changed",
            {{"structure", std::move(structure)}, {"code", codeJson(result.code)},
                {"fields", fieldsJson(result.fields)},
                {"defaults", defaultsJson(result.defaults)}}}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace profiler
