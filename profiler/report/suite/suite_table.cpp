// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/verdict.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/terminal_text.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

namespace profiler {

namespace {

constexpr auto waits = "it is not judged yet";

SuiteCellText missingCellText(const std::string& reason)
{
    return {.text = missingMark, .reason = reason};
}

SuiteCellText plain(const std::string& text)
{
    return {.text = printable(text)};
}

Mark markOf(const SuiteCell& cell)
{
    return valueFor(cell.verdict,
        {{Verdict::Faster, Mark::Good}, {Verdict::Slower, Mark::Bad},
            {Verdict::ResultsDiffer, Mark::Bad}, {Verdict::Failed, Mark::Bad},
            {Verdict::RanEager, Mark::Warning}},
        Mark::Neutral);
}

SuiteCellText suiteRatioCell(const SuiteCell& cell)
{
    const auto word = verdictWord(cell.verdict);
    if (!countsInMean(cell)) {
        auto reason = reasonText(cell.reason);
        if (cell.failure && !cell.failure->text.empty())
            reason = cell.failure->text;
        if (reason.empty() && !cell.speedUp)
            reason = reasonText(cell.speedUp.error());
        return {.text = missingMark, .reason = reason, .word = word, .mark = markOf(cell)};
    }
    const auto& ratio = *cell.speedUp;
    SuiteCellText text {.text = formatRatio(ratio.estimate),
        .quiet = formatRatioInterval(ratio),
        .reason = reasonText(cell.reason),
        .word = word,
        .value = ratio.estimate,
        .mark = markOf(cell)};
    if (text.text.ends_with(word))
        text.word.clear();
    return text;
}

SuiteCellText meanCell(const SuiteMean& mean)
{
    if (!mean.mean)
        return missingCellText("no model has a ratio that counts");
    SuiteCellText text {.text = formatRatio(*mean.mean),
        .reason = meanSentence(mean) + ".",
        .value = *mean.mean,
        .mark = Mark::Neutral};
    if (!mean.interval) {
        text.reason += " One model is no mean.";
        return text;
    }
    text.quiet = formatRatioInterval(*mean.interval);
    if (mean.interval->low <= 1 && mean.interval->high >= 1)
        text.text = "undecided";
    if (mean.interval->low > 1)
        text.mark = Mark::Good;
    else if (mean.interval->high < 1)
        text.mark = Mark::Bad;
    return text;
}

/// Said once a row, where its first ratio will stand.
SuiteCellText waitingText(const SuiteResult& suite, const std::string& variant)
{
    if (suite.variants.empty() || suite.variants.front() != variant)
        return missingCellText(waits);
    return {.text = "being judged…", .reason = waits, .muted = true};
}

SuiteColumn variantColumn(const std::string& variant)
{
    return {.heading = variant,
        .align = Align::Right,
        .cell =
            [variant](const SuiteResult& suite, const SuiteRow& row) {
                if (!row.judged)
                    return waitingText(suite, variant);
                if (row.failure)
                    return missingCellText(row.failure->text);
                const auto* cell = row.cell(variant);
                return cell == nullptr ? missingCellText("this recording has no such variant")
                                       : suiteRatioCell(*cell);
            },
        .mean =
            [variant](const SuiteMean& mean) {
                return mean.variant == variant ? meanCell(mean) : SuiteCellText {};
            },
        .variant = variant};
}

/// Whose compile time, memory and breaks a row tells.
const SuiteCell* figuresCell(const SuiteRow& row, const std::string& variant)
{
    if (!variant.empty())
        return row.cell(variant);
    const SuiteCell* best = nullptr;
    for (const auto& cell : row.cells)
        if (countsInMean(cell)
            && (best == nullptr || cell.speedUp->estimate > best->speedUp->estimate))
            best = &cell;
    return best != nullptr || row.cells.empty() ? best : &row.cells.front();
}

/// A figure of that variant: `textOf` says it, from a cell and its row.
template <typename Text>
SuiteColumn figureColumn(
    std::string_view heading, const std::string& variant, Text textOf, Align align = Align::Right)
{
    return {.heading = std::string(heading),
        .align = align,
        .cell = [variant, textOf](const SuiteResult& /*suite*/, const SuiteRow& row) {
            if (!row.judged)
                return missingCellText(waits);
            if (row.failure)
                return missingCellText(row.failure->text);
            const auto* cell = figuresCell(row, variant);
            if (cell == nullptr)
                return missingCellText("this recording has no such variant");
            auto text = textOf(*cell, row);
            if (variant.empty() && text.text != missingMark)
                text.reason = "of " + printable(cell->variant)
                    + (text.reason.empty() ? "" : ": " + text.reason);
            return text;
        }};
}

SuiteCellText compileText(const SuiteCell& cell, const SuiteRow& /*row*/)
{
    if (!cell.compileNs)
        return missingCellText(reasonText(cell.compileNs.error()));
    return {.text = formatIn(TimeUnit::Seconds, *cell.compileNs), .value = *cell.compileNs};
}

SuiteCellText memoryText(const SuiteCell& cell, const SuiteRow& row)
{
    if (!cell.memoryBytes)
        return missingCellText(reasonText(cell.memoryBytes.error()));
    const auto bytes = static_cast<double>(*cell.memoryBytes);
    SuiteCellText text {.text = formatBytes(*cell.memoryBytes), .value = bytes};
    if (row.baselineBytes && *row.baselineBytes > 0) {
        const double change = bytes / static_cast<double>(*row.baselineBytes) - 1;
        text.quiet = std::string(change < 0 ? "−" : "+") + percentText(std::abs(change));
    }
    return text;
}

SuiteCellText breaksText(const SuiteCell& cell, const SuiteRow& /*row*/)
{
    if (!cell.breaks)
        return missingCellText(reasonText(cell.breaks.error()));
    SuiteCellText text {
        .text = formatCount(*cell.breaks), .value = static_cast<double>(*cell.breaks)};
    if (cell.recompiles && *cell.recompiles > 0)
        text.quiet = "+" + countText(*cell.recompiles, "recompile", "recompiles");
    return text;
}

/// What is beside the ratios: why one is missing or does not count.
SuiteCellText notesCell(const SuiteResult& /*suite*/, const SuiteRow& row)
{
    if (!row.judged)
        return {};
    if (row.failure)
        return {
            .text = printable(row.failure->text), .reason = row.failure->text, .mark = Mark::Bad};
    std::string notes;
    const auto add = [&](const std::string& note) { notes += (notes.empty() ? "" : "; ") + note; };
    for (const auto& cell : row.cells) {
        const auto name = printable(cell.variant);
        if (cell.verdict == Verdict::Failed)
            add(name + " failed");
        else if (cell.verdict == Verdict::ResultsDiffer)
            add("results of " + name + " differ");
        else if (cell.verdict == Verdict::RanEager)
            add(name + " ran eager");
        else if (cell.verdict == Verdict::NotEnoughData || cell.verdict == Verdict::NotComparable
            || isUndecided(cell.verdict))
            add(name + ": " + verdictWord(cell.verdict));
    }
    if (!row.brokenOff.empty())
        add("broken off: " + printable(row.brokenOff));
    return {.text = notes, .reason = notes};
}

SuiteCellText baselineCell(const SuiteResult& /*suite*/, const SuiteRow& row)
{
    if (!row.judged)
        return missingCellText(waits);
    if (row.failure)
        return missingCellText(row.failure->text);
    if (!row.baselineNs)
        return missingCellText(reasonText(row.baselineNs.error()));
    return {.text = formatDuration(*row.baselineNs), .value = *row.baselineNs};
}

template <typename Text>
SuiteColumn textColumn(std::string_view heading, Text textOf)
{
    return {.heading = std::string(heading),
        .cell
        = [textOf](const SuiteResult& /*suite*/, const SuiteRow& row) { return textOf(row); }};
}

template <typename Of>
bool differs(const SuiteResult& suite, Of of)
{
    std::set<std::string> values;
    for (const auto& row : suite.rows)
        if (!row.failure && row.judged) // else it may not know
            values.insert(of(row));
    return values.size() > 1;
}

/// What tells the rows apart.
std::vector<SuiteColumn> subjectColumns(const SuiteResult& suite)
{
    std::vector<SuiteColumn> columns {
        textColumn("model", [](const SuiteRow& row) { return plain(row.model); }),
        textColumn("family", [](const SuiteRow& row) {
            if (!row.judged && row.family.key.empty()) // its operators may tell
                return missingCellText(waits);
            auto text = plain(familyName(row.family.key));
            text.reason = familyReason(row.family);
            return text;
        })};
    if (std::ranges::any_of(suite.rows, [](const SuiteRow& row) { return row.cases > 1; }))
        columns.push_back(
            textColumn("case", [](const SuiteRow& row) { return plain(row.caseName); }));
    if (differs(suite, [](const SuiteRow& row) { return row.device; }))
        columns.push_back(
            textColumn("device", [](const SuiteRow& row) { return plain(row.device); }));
    if (differs(suite, [](const SuiteRow& row) { return row.dtype; }))
        columns.push_back(textColumn("type", [](const SuiteRow& row) { return plain(row.dtype); }));
    auto batch = textColumn("batch", [](const SuiteRow& row) {
        if (!row.batch && !row.judged)
            return missingCellText(waits);
        if (!row.batch)
            return missingCellText("no shape of an input is known");
        return SuiteCellText {
            .text = formatCount(*row.batch), .value = static_cast<double>(*row.batch)};
    });
    batch.align = Align::Right;
    columns.push_back(std::move(batch));
    return columns;
}

std::string terminalCell(const SuiteCellText& cell)
{
    auto text = cell.text;
    if (!cell.quiet.empty())
        text += " (" + cell.quiet + ")";
    if (!cell.word.empty())
        text += " " + cell.word;
    return text;
}

/// One line for each device and type of what was measured.
void addMeans(TextTable& table, const SuiteResult& suite, const std::vector<SuiteColumn>& columns)
{
    std::set<std::pair<std::string, std::string>> settings;
    for (const auto& mean : suite.means)
        settings.emplace(mean.device, mean.dtype);
    for (const auto& [device, dtype] : settings) {
        std::vector<std::string> cells;
        for (const auto& column : columns) {
            std::string text;
            if (column.heading == "device")
                text = printable(device);
            for (const auto& mean : suite.means)
                if (column.mean && mean.device == device && mean.dtype == dtype
                    && mean.variant == column.variant)
                    text = terminalCell(column.mean(mean));
            cells.push_back(std::move(text));
        }
        cells.front() = "geometric mean";
        table.addRow(std::move(cells));
    }
}

} // namespace

std::vector<SuiteColumn> suiteColumns(const SuiteResult& suite, const std::string& figuresOf)
{
    auto columns = subjectColumns(suite);
    std::set<std::string> baselines;
    for (const auto& row : suite.rows)
        if (!row.baseline.empty())
            baselines.insert(row.baseline);
    columns.push_back({.heading = baselines.size() == 1 ? *baselines.begin() : "baseline",
        .align = Align::Right,
        .cell = baselineCell});
    for (const auto& variant : suite.variants)
        columns.push_back(variantColumn(variant));
    columns.push_back(figureColumn("compile [s]", figuresOf, compileText));
    columns.push_back(figureColumn("memory", figuresOf, memoryText));
    columns.push_back(figureColumn("breaks", figuresOf, breaksText));
    columns.push_back({.heading = "notes", .cell = notesCell});
    return columns;
}

std::string suiteText(const SuiteResult& suite, int columns, const std::string& figuresOf)
{
    auto shown = suiteColumns(suite, figuresOf);
    shown.pop_back(); // notes are long: failures stand below
    std::vector<TextColumn> headings;
    headings.reserve(shown.size());
    for (const auto& column : shown)
        headings.push_back({printable(column.heading), column.align});
    TextTable table(headings);
    for (const auto& row : suite.rows) {
        if (row.failure)
            continue;
        std::vector<std::string> cells;
        cells.reserve(shown.size());
        for (const auto& column : shown)
            cells.push_back(terminalCell(column.cell(suite, row)));
        table.addRow(std::move(cells));
    }
    addMeans(table, suite, shown);
    std::string text = table.empty() ? std::string() : table.text() + "\n";
    for (const auto& mean : suite.means)
        text += wrappedText(meanSentence(mean) + ".", columns);
    for (const auto& range : suite.families)
        text += wrappedText(capitalized(familyRangeSentence(range)) + ".", columns);
    for (const auto& group : suite.failures)
        text += wrappedText("Failed: " + failureGroupSentence(suite, group) + ".", columns);
    for (const auto& group : suite.brokenOff)
        text += wrappedText("Broken off: " + failureGroupSentence(suite, group) + ".", columns);
    text += wrappedText(suiteNote(suite), columns);
    return text + "\n" + wrappedText(suiteSentence(suite, Emphasis::None), columns);
}

} // namespace profiler
