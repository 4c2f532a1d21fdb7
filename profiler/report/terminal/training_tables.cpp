// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/training_tables.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/text/text_table.h"
#include "profiler/report/training/training_text.h"

#include <algorithm>

namespace profiler {

namespace {

constexpr std::size_t shownLosses = 12; ///< of a curve

std::string durationCell(const Json& row, const std::string& key)
{
    return row[key].is_null() ? "–" : formatDuration(row[key].get<double>());
}

std::string stepsTable(const Json& steps)
{
    TextTable table({{"variant"}, {"case"}, {"step", Align::Right}, {"data wait", Align::Right},
        {"forward", Align::Right}, {"backward", Align::Right}, {"optimizer", Align::Right},
        {"other", Align::Right}, {"steps", Align::Right}});
    for (const auto& row : steps) {
        std::vector<std::string> cells {row["variant"], row["case"]};
        if (row["step"].is_null()) {
            cells.push_back(row["step_reason"]);
            cells.resize(9, "–");
        } else {
            const auto& step = row["step"];
            cells.push_back(durationCell(step, "whole_ns"));
            for (const auto part : stepParts)
                cells.push_back(durationCell(step, keyOf(part) + "_ns"));
            cells.push_back(step["steps"].dump());
        }
        table.addRow(std::move(cells));
    }
    return table.text();
}

/// A step in each line, a curve in each column; of many steps some.
std::string lossesTable(const Json& losses)
{
    std::vector<TextColumn> columns {{"step", Align::Right}};
    std::size_t steps = 0;
    for (const auto& row : losses) {
        auto name = row["variant"].get<std::string>();
        if (row["precision"] != "as_run")
            name += " in fp64";
        columns.push_back({printable(name), Align::Right});
        steps = std::max(steps, row["losses"].size());
    }
    TextTable table(std::move(columns));
    const auto stride = std::max<std::size_t>(1, (steps + shownLosses - 1) / shownLosses);
    for (std::size_t i = 0; i < steps; ++i) {
        if (i % stride != 0 && i + 1 != steps)
            continue;
        std::vector<std::string> cells {std::to_string(i + 1)};
        for (const auto& row : losses) {
            const auto& all = row["losses"];
            cells.push_back(i >= all.size() ? "–"
                    : all[i].is_null()      ? "not finite"
                                            : formatNumber(all[i].get<double>(), 6));
        }
        table.addRow(std::move(cells));
    }
    return table.text();
}

} // namespace

TextTable stepPartsTable(const CaseResult& caseResult)
{
    std::vector<TextColumn> columns {{"a clocked step of"}, {"whole", Align::Right}};
    for (const auto part : stepParts)
        columns.push_back({stepPartName(part), Align::Right});
    TextTable table(std::move(columns));
    for (const auto& variant : caseResult.variants) {
        if (!variant.step)
            continue;
        std::vector<std::string> cells {
            printable(variant.name), formatDuration(variant.step->wholeNs)};
        for (const auto part : stepParts) {
            const bool known = part != StepPart::DataWait || variant.step->dataWaitKnown;
            cells.push_back(known ? formatDuration(variant.step->at(part)) : missingMark);
        }
        table.addRow(std::move(cells));
    }
    return table;
}

std::string trainingTables(const Json& document)
{
    auto text = stepsTable(document["steps"]);
    if (!document["losses"].empty())
        text += "\n" + lossesTable(document["losses"]);
    text += "\n";
    for (const auto& sentence : document["sentences"])
        text += printable(sentence.get<std::string>()) + "\n";
    return text;
}

} // namespace profiler
