// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/waterfall.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/span_kind.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/work_text.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace profiler {

namespace {

constexpr auto absentCell = "–";
constexpr auto notInFile = "not in this file";

struct Column {
    std::string heading;
    std::function<ImportedCell(const ImportedVariantFacts&)> cell;
};

ImportedCell missingImportedCell(const std::string& reason)
{
    return {.text = absentCell, .reason = reason};
}

template <typename Value, typename Format>
ImportedCell cellOf(const std::optional<Value>& value, const std::string& reason, Format format)
{
    return value ? ImportedCell {.text = format(*value), .reason = {}}
                 : missingImportedCell(reason);
}

std::string whyNoTrace(const TraceFacts& trace, const std::string& otherwise)
{
    return trace.hasTrace ? otherwise : "no trace of it was imported";
}

std::vector<Column> traceColumns(const std::string& timeHeading)
{
    const auto onDevice = [](const TraceFacts& trace, const std::string& text) {
        return trace.hasTrace && trace.noDevice.empty()
            ? ImportedCell {.text = text, .reason = {}}
            : missingImportedCell(whyNoTrace(trace, reasonText(trace.noDevice)));
    };
    const auto steps = [](const ImportedVariantFacts& facts) {
        return facts.trace.marksSteps
            ? ImportedCell {.text = formatCount(facts.trace.steps), .reason = {}}
            : missingImportedCell(whyNoTrace(facts.trace, "the trace has no ProfilerStep"));
    };
    return {{"device",
                [](const ImportedVariantFacts& facts) {
                    return facts.trace.device.empty()
                        ? missingImportedCell("the file does not name its device")
                        : ImportedCell {.text = facts.trace.device, .reason = {}};
                }},
        {"steps", steps},
        {timeHeading,
            [](const ImportedVariantFacts& facts) {
                return cellOf(facts.trace.stepNs, whyNoTrace(facts.trace, notInFile),
                    [](double ns) { return formatDuration(ns); });
            }},
        {"device busy",
            [](const ImportedVariantFacts& facts) {
                return cellOf(facts.trace.busyRatio,
                    whyNoTrace(facts.trace, reasonText(facts.trace.noDevice)), busyText);
            }},
        {"kernels",
            [onDevice](const ImportedVariantFacts& facts) {
                return onDevice(facts.trace, formatCount(facts.trace.kernels));
            }},
        {"launches", [onDevice](const ImportedVariantFacts& facts) {
             return onDevice(facts.trace,
                 launchesText({.launches = facts.trace.launches,
                     .graphLaunches = facts.trace.graphLaunches}));
         }}};
}

std::vector<Column> otherColumns()
{
    const auto ofLog = [](std::string (*text)(const LogFacts&)) {
        return [text](const ImportedVariantFacts& facts) {
            return facts.log.hasLog ? ImportedCell {.text = text(facts.log), .reason = {}}
                                    : missingImportedCell("no TORCH_TRACE log of it was imported");
        };
    };
    const auto bytes = [](std::int64_t value) { return formatBytes(value); };
    return {{"compiles", ofLog([](const LogFacts& log) { return formatCount(log.compiles); })},
        {"compile time", ofLog([](const LogFacts& log) { return formatDuration(log.compileNs); })},
        {"graph breaks", ofLog([](const LogFacts& log) { return formatCount(log.breaks); })},
        {"recompiles", ofLog([](const LogFacts& log) { return formatCount(log.recompiles); })},
        {"peak, device",
            [bytes](const ImportedVariantFacts& facts) {
                return cellOf(facts.memory.deviceBytes, notInFile, bytes);
            }},
        {"peak, reserved", [bytes](const ImportedVariantFacts& facts) {
             return cellOf(facts.memory.reservedBytes, notInFile, bytes);
         }}};
}

std::vector<Column> allColumns(const std::string& timeHeading)
{
    auto columns = traceColumns(timeHeading);
    for (auto& column : otherColumns())
        columns.push_back(std::move(column));
    return columns;
}

bool isFilled(const Column& column, const std::vector<ImportedVariantFacts>& variants)
{
    return std::ranges::any_of(variants,
        [&](const ImportedVariantFacts& facts) { return column.cell(facts).text != absentCell; });
}

/// Idle time and the host's own code are made of no kernel.
bool isWork(const TimePart& part)
{
    return std::ranges::any_of(workKinds,
        [&](WorkKind kind) { return waterfallStepKey(waterfallStepOf(kind)) == part.key; });
}

/// The work that changed most, or of one file that takes most.
const TimePart* leadingWork(const std::vector<TimePart>& parts)
{
    const TimePart* most = nullptr;
    for (const auto& part : parts)
        if (isWork(part) && part.changeNs() != 0
            && (most == nullptr || std::abs(part.changeNs()) > std::abs(most->changeNs())))
            most = &part;
    return most;
}

void addTraceSteps(const ImportedVariantFacts& facts, const TraceDifference* difference,
    const std::string& unit, std::vector<NextStep>& steps)
{
    const auto* part = leadingWork(difference != nullptr ? difference->parts : facts.trace.parts);
    const std::string work = facts.trace.noDevice.empty() ? "kernels" : "operators";
    if (part != nullptr)
        steps.push_back({NextLook::Kernels,
            "Which " + work + " make " + part->name + " "
                + (difference != nullptr ? signedDuration(part->changeNs())
                                         : formatDuration(part->variantNs))});
    steps.push_back({NextLook::Timeline,
        difference != nullptr ? "Both " + unit + "s side by side"
                              : "What ran when, on the host and on the device"});
    if (facts.trace.busyRatio && *facts.trace.busyRatio < 0.9)
        steps.push_back({NextLook::Gpu,
            "What the device waits for: it is busy " + busyText(*facts.trace.busyRatio)});
}

} // namespace

ImportedTable importedTable(const ComparisonResult& result)
{
    ImportedTable table {.columns = {"file"}, .rows = {}};
    if (!result.imported)
        return table;
    const auto& variants = result.imported->variants;
    for (const auto& facts : variants)
        table.rows.push_back(
            {.variant = facts.variant, .cells = {{.text = facts.name, .reason = {}}}});
    for (const auto& column : allColumns(importedTimeHeading(result))) {
        if (!isFilled(column, variants))
            continue;
        table.columns.push_back(column.heading);
        for (std::size_t i = 0; i < variants.size(); ++i)
            table.rows[i].cells.push_back(column.cell(variants[i]));
    }
    return table;
}

std::vector<NextStep> importedNextSteps(const ComparisonResult& result, int variant)
{
    std::vector<NextStep> steps;
    if (!result.imported)
        return steps;
    const auto& variants = result.imported->variants;
    const auto found = std::ranges::find(variants, variant, &ImportedVariantFacts::variant);
    if (found == variants.end())
        return steps;
    if (found->trace.hasTrace)
        addTraceSteps(*found, differenceOf(result, variant), importedUnit(result), steps);
    if (found->log.hasLog) {
        if (found->log.breaks + found->log.recompiles > 0)
            steps.push_back(
                {NextLook::GraphBreaks, "Where the graph breaks and why it recompiles"});
        steps.push_back({NextLook::CompileTime, "How long each compile took"});
    }
    if (found->memory.hasMemory)
        steps.push_back({NextLook::Memory, "What is allocated over time"});
    return steps;
}

} // namespace profiler
