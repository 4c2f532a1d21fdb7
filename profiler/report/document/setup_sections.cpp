// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/configuration_fields.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/provenance.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/sentences/method_text.h"
#include "profiler/report/text/text_table.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace profiler::report_parts {
namespace {

std::string roleText(FieldRole role)
{
    return textOf(role,
        {{FieldRole::Blocking, "✗ not comparable"}, {FieldRole::Warning, "▲ unintended"},
            {FieldRole::OnPurpose, "intended"}, {FieldRole::NotCompared, "differs, not compared"},
            {FieldRole::Unknown, "not known of all"}, {FieldRole::Same, "same"}});
}

/// A row for each value, the variants that have it beside it.
void addField(TableBlock& table, const ConfigurationField& field, const Plan& plan)
{
    std::vector<std::pair<std::string, std::string>> values; // in the order of the variants
    for (std::size_t i = 0; i < field.values.size(); ++i) {
        const auto& value = field.values[i];
        auto found = std::ranges::find(values, value, [](const auto& each) { return each.first; });
        if (found == values.end())
            found = values.insert(values.end(), {value, {}});
        const auto& name = plan.variants.at(i).name;
        found->second += (found->second.empty() ? "" : ", ") + name;
    }
    const bool differs = values.size() > 1;
    for (const auto& [value, who] : values) {
        const bool first = &value == &values.front().first;
        table.rows.push_back(
            {.cells = {first ? field.words : "", first ? roleText(field.role) : "",
                 value.empty() ? std::string(absent) : value, differs ? who : "all"},
                .strong = field.role == FieldRole::Blocking || field.role == FieldRole::Warning});
    }
}

/// What fits into a line stands in one.
std::string briefly(const Json& value, std::size_t indent)
{
    constexpr std::size_t longest = 92;
    auto line = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (!value.is_structured() || indent + line.size() <= longest || value.empty())
        return line;
    const std::string margin(indent + 2, ' ');
    std::string text;
    for (const auto& [key, each] : value.items()) {
        text += (text.empty() ? "\n" : ",\n") + margin;
        if (value.is_object())
            text += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        text += briefly(each, indent + 2);
    }
    const bool object = value.is_object();
    return (object ? "{" : "[") + text + "\n" + std::string(indent, ' ') + (object ? "}" : "]");
}

std::string planText(const Plan& plan)
{
    const auto json = Json::parse(planToJson(plan), nullptr, false);
    return json.is_discarded() ? planToJson(plan) : briefly(json, 0);
}

Blocks howItWasMade(const Context& context, const char* caption)
{
    const auto& command = context.result.info.command;
    Blocks blocks;
    if (!command.empty())
        blocks.emplace_back(CodeTextBlock {caption, command});
    if (!context.options.file.empty())
        blocks.emplace_back(CodeTextBlock {
            "Open it again", reopenCommand(provenanceOf(context.data, context.options.file))});
    return blocks;
}

} // namespace

Blocks methodBlocks(const Context& context)
{
    Blocks blocks;
    blocks.emplace_back(ParagraphBlock {.text = methodLine(context.result, context.data) + "."});
    if (context.onePage())
        return blocks;
    blocks.emplace_back(ParagraphBlock {.text = methodText(context.result)});
    ListBlock list;
    for (const auto& row : qualityRows(context.result))
        list.items.push_back({row.mark, {}, row.name + ": " + row.value, row.reason});
    blocks.emplace_back(std::move(list));
    return blocks;
}

namespace {

/// What tells one machine and one build from another; shown though it is the same.
bool isIdentifying(const ConfigurationField& field)
{
    constexpr std::array<std::string_view, 9> names {
        "device_name", "dtype", "task", "torch", "torch_build", "cuda", "driver", "os", "threads"};
    return std::ranges::find(names, field.field) != names.end();
}

std::string briefValue(const std::string& value)
{
    constexpr double widest = 60; // letters, about
    return value.empty() ? std::string(absent) : shortened(printable(value), 2, widest);
}

} // namespace

Blocks configurationBlocks(const Context& context)
{
    auto fields = configurationFields(context.data);
    std::ranges::stable_sort(fields, std::ranges::greater {},
        [](const ConfigurationField& field) { return field.role; });
    TableBlock table {
        .columns = {{"Field"}, {"Difference"}, {"Value", Align::Left, true}, {"Variants"}}};
    std::int64_t same = 0;
    std::string list;
    for (const auto& field : fields) {
        if (field.role != FieldRole::Same || isIdentifying(field)) {
            addField(table, field, context.result.plan);
            continue;
        }
        ++same;
        list += (list.empty() ? "" : " · ") + field.words + " "
            + briefValue(field.values.empty() ? std::string() : field.values.front());
    }
    const auto count = countText(same, "setting is the same", "settings are the same");
    Blocks blocks;
    if (!table.rows.empty())
        blocks.emplace_back(std::move(table));
    if (same > 0)
        blocks.emplace_back(ParagraphBlock {.text = context.options.kind == ReportTemplate::Full
                ? count + " in all variants: " + list + "."
                : count + " in all variants; the full report lists them.",
            .role = TextRole::Muted});
    if (blocks.empty())
        blocks.emplace_back(
            ParagraphBlock {.text = "No process told its configuration.", .role = TextRole::Muted});
    return blocks;
}

Blocks importCommandBlocks(const Context& context)
{
    return howItWasMade(context, "Imported with");
}

Blocks commandBlocks(const Context& context)
{
    auto blocks = howItWasMade(context, "Recorded with");
    if (context.options.kind == ReportTemplate::Full)
        blocks.emplace_back(CodeTextBlock {"Plan", planText(context.result.plan)});
    return blocks;
}

} // namespace profiler::report_parts
