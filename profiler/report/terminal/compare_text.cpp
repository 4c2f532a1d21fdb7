// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/next_recording.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/sentences/work_text.h"
#include "profiler/report/sentences/worth_text.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/terminal/training_tables.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/text_table.h"
#include "profiler/report/training/training_text.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace profiler {
namespace {

constexpr std::size_t narrowest = 40;
constexpr std::size_t longestVariantName = 20;

enum class ComparePaint { Plain, Bold, Dim, Good, Bad, Warn };

class Pen {
public:
    explicit Pen(bool colour)
        : m_colour(colour)
    {
    }

    [[nodiscard]] std::string operator()(ComparePaint paint, const std::string& text) const
    {
        if (!m_colour || paint == ComparePaint::Plain || text.empty())
            return text;
        return std::string("\x1b[") + code(paint) + "m" + text + "\x1b[0m";
    }

private:
    static std::string code(ComparePaint paint)
    {
        return textOf(paint,
            {{ComparePaint::Bold, "1"}, {ComparePaint::Dim, "2"}, {ComparePaint::Good, "32"},
                {ComparePaint::Warn, "33"}, {ComparePaint::Bad, "31"}});
    }

    bool m_colour;
};

/// Undecided is neither good nor bad.
ComparePaint paintOf(Verdict verdict)
{
    return valueFor(verdict,
        {{Verdict::Faster, ComparePaint::Good}, {Verdict::Slower, ComparePaint::Bad},
            {Verdict::ResultsDiffer, ComparePaint::Bad},
            {Verdict::NotComparable, ComparePaint::Bad}, {Verdict::Failed, ComparePaint::Bad},
            {Verdict::RanEager, ComparePaint::Warn}, {Verdict::Baseline, ComparePaint::Dim}},
        ComparePaint::Plain);
}

/// One unit for a column of times: that of the smallest.
class TimeColumn {
public:
    using Value = std::function<std::optional<double>(const VariantResult&)>;

    TimeColumn(const CaseResult& caseResult, Value value)
        : m_value(std::move(value))
    {
        double smallest = std::numeric_limits<double>::infinity();
        for (const auto& variant : caseResult.variants)
            if (const auto ns = m_value(variant); ns && *ns > 0)
                smallest = std::min(smallest, *ns);
        m_any = smallest < std::numeric_limits<double>::infinity();
        m_unit = m_any ? unitFor(smallest) : TimeUnit::Milliseconds;
    }

    [[nodiscard]] bool any() const { return m_any; }

    [[nodiscard]] std::string heading(const std::string& word) const
    {
        return word + " [" + unitName(m_unit) + "]";
    }

    [[nodiscard]] std::string cell(const VariantResult& variant) const
    {
        const auto ns = m_value(variant);
        return ns ? formatIn(m_unit, *ns) : missingMark;
    }

private:
    Value m_value;
    TimeUnit m_unit = TimeUnit::Milliseconds;
    bool m_any = false;
};

std::optional<double> medianOf(const VariantResult& variant)
{
    return variant.latency ? variant.latency->median().ns : std::nullopt;
}

std::optional<double> p99Of(const VariantResult& variant)
{
    return variant.latency ? variant.latency->p99().ns : std::nullopt;
}

std::optional<double> compileOf(const VariantResult& variant)
{
    return variant.compileCold ? std::optional(variant.compileCold->medianNs) : std::nullopt;
}

std::optional<double> startUpOf(const VariantResult& variant)
{
    return variant.startUpCold ? std::optional(variant.startUpCold->medianNs) : std::nullopt;
}

std::optional<double> totalOf(const VariantResult& variant)
{
    const auto total = totalCost(variant.compileCold, variant.startUpCold);
    return total ? std::optional(total->medianNs) : std::nullopt;
}

std::string ratioCell(const VariantResult& variant)
{
    if (!showsRatio(variant))
        return missingMark;
    return ratioWithInterval(variant.speedUp->ratio);
}

std::string paybackCell(const VariantResult& variant, const Goal& goal)
{
    const auto& even = goal.cacheKept ? variant.paybackWarm : variant.paybackCold;
    return even ? formatCount(even->calls) : missingMark;
}

std::string memoryCell(const VariantResult& variant)
{
    const auto& peaks = variant.peakMemory;
    if (peaks.device)
        return formatBytes(*peaks.device);
    return peaks.host ? formatBytes(*peaks.host) : missingMark;
}

/// A column that may be left out where the terminal is narrow; the lowest rank goes first.
struct CaseColumn {
    TextColumn column;
    int rank = 0;
    std::function<std::string(const VariantResult&)> cell;
};

constexpr int alwaysShown = 100;

std::vector<CaseColumn> caseColumns(const CaseResult& caseResult, const Goal& goal)
{
    const TimeColumn median(caseResult, medianOf);
    const TimeColumn p99(caseResult, p99Of);
    const TimeColumn compile(caseResult, compileOf);
    const TimeColumn startUp(caseResult, startUpOf);
    const TimeColumn total(caseResult, totalOf);
    const auto times = [](const TimeColumn& column) {
        return [column](const VariantResult& variant) { return column.cell(variant); };
    };
    std::vector<CaseColumn> columns {
        {{"variant"}, alwaysShown,
            [](const VariantResult& v) { return elided(printable(v.name), longestVariantName); }},
        {{median.heading("median"), Align::Right}, alwaysShown, times(median)}};
    if (p99.any())
        columns.push_back({{p99.heading("p99"), Align::Right},
            goal.metric == GoalMetric::P99 ? 6 : 4, times(p99)});
    columns.push_back({{"× faster (95 % interval)"}, alwaysShown, ratioCell});
    if (compile.any())
        columns.push_back({{compile.heading("compile"), Align::Right}, 5, times(compile)});
    if (startUp.any()) {
        columns.push_back({{startUp.heading("start-up"), Align::Right}, 0, times(startUp)});
        columns.push_back({{total.heading("total"), Align::Right}, 2, times(total)});
    }
    const auto add = [&](const char* heading, int rank, auto cell) {
        const auto known = [&](const VariantResult& v) { return cell(v) != missingMark; };
        if (std::any_of(caseResult.variants.begin(), caseResult.variants.end(), known))
            columns.push_back({{heading, Align::Right}, rank, cell});
    };
    add("pays back after", 3, [goal](const VariantResult& v) { return paybackCell(v, goal); });
    add("memory", 1, memoryCell);
    return columns;
}

TextTable tableOf(const CaseResult& caseResult, const std::vector<CaseColumn>& columns)
{
    std::vector<TextColumn> headings;
    headings.reserve(columns.size());
    for (const auto& column : columns)
        headings.push_back(column.column);
    TextTable table(std::move(headings));
    for (const auto& variant : caseResult.variants) {
        std::vector<std::string> cells;
        cells.reserve(columns.size());
        for (const auto& column : columns)
            cells.push_back(column.cell(variant));
        table.addRow(std::move(cells));
    }
    return table;
}

/// Columns are left out, the least important first, until the table and the verdicts fit.
TextTable fittingTable(const CaseResult& caseResult, const Goal& goal, std::size_t room)
{
    auto columns = caseColumns(caseResult, goal);
    for (;;) {
        auto table = tableOf(caseResult, columns);
        const auto least = std::min_element(columns.begin(), columns.end(),
            [](const CaseColumn& a, const CaseColumn& b) { return a.rank < b.rank; });
        if (table.width() <= room || least->rank == alwaysShown)
            return table;
        columns.erase(least);
    }
}

class Writer {
public:
    Writer(const ComparisonResult& result, int columns, bool colour, std::string peers)
        : m_result(result)
        , m_peers(std::move(peers))
        , m_width(std::max(narrowest, static_cast<std::size_t>(std::max(columns, 0))))
        , m_pen(colour)
    {
    }

    std::string text()
    {
        title();
        if (m_result.imported)
            return imported();
        for (const auto& caseResult : m_result.cases)
            addCase(caseResult);
        comparability();
        compileCosts();
        quality();
        if (!m_peers.empty())
            paragraph(m_peers, "  ", ComparePaint::Dim);
        findings();
        m_text += "\n";
        paragraph(settingsSentence(m_result), "", ComparePaint::Bold);
        if (m_result.cases.size() > 1 && isByCase(m_result))
            paragraph(oneSettingText(m_result), "");
        return std::move(m_text);
    }

private:
    void line(const std::string& text, ComparePaint paint = ComparePaint::Plain)
    {
        m_text += m_pen(paint, text) + "\n";
    }

    void paragraph(const std::string& text, const std::string& indent,
        ComparePaint paint = ComparePaint::Plain)
    {
        for (const auto& part : wrapped(printable(text), m_width - displayWidth(indent)))
            m_text += indent + m_pen(paint, part) + "\n";
    }

    void title()
    {
        const auto& plan = m_result.plan;
        std::string text = m_result.info.name.empty() ? plan.workload.spec : m_result.info.name;
        for (const auto& part :
            {plan.workload.task == Task::Training ? std::string("training") : std::string(),
                m_result.dtype, m_result.device})
            if (!part.empty())
                text += " · " + part;
        paragraph(text, "", ComparePaint::Bold);
    }

    /// What is known of the files and where a difference comes from; its sentence last.
    std::string imported()
    {
        m_text += "\n";
        const auto known = importedTable(m_result);
        std::vector<TextColumn> columns;
        for (const auto& heading : known.columns)
            columns.push_back({heading, columns.empty() ? Align::Left : Align::Right});
        TextTable table(std::move(columns));
        for (const auto& row : known.rows) {
            std::vector<std::string> cells;
            for (const auto& cell : row.cells)
                cells.push_back(elided(printable(cell.text), 2 * longestVariantName));
            table.addRow(std::move(cells));
        }
        addTable(table);
        for (const auto& difference : m_result.imported->differences)
            addDifference(difference);
        comparability();
        m_text += "\n";
        for (std::size_t i = m_result.plan.variants.size() > 1 ? 1 : 0;
             i < m_result.plan.variants.size(); ++i)
            paragraph(importedSentence(m_result, static_cast<int>(i)), "", ComparePaint::Bold);
        paragraph(importedLimits(m_result) + ".", "", ComparePaint::Dim);
        return std::move(m_text);
    }

    void addTable(const TextTable& table)
    {
        line("  " + table.heading(), ComparePaint::Dim);
        for (std::size_t i = 0; i < table.rows(); ++i)
            line("  " + table.row(i));
    }

    void addDifference(const TraceDifference& difference)
    {
        const auto nameOf = [&](int variant) {
            const auto& name = m_result.plan.variants.at(static_cast<std::size_t>(variant)).name;
            return elided(printable(name), longestVariantName);
        };
        TextTable table({{"part of a " + importedUnit(m_result)}, {nameOf(0), Align::Right},
            {nameOf(difference.variant), Align::Right}, {"difference", Align::Right}});
        for (const auto& part : difference.parts)
            table.addRow({part.name, formatDuration(part.baselineNs),
                formatDuration(part.variantNs), signedDuration(part.changeNs())});
        table.addRow({importedUnit(m_result), formatDuration(difference.baselineNs),
            formatDuration(difference.variantNs), signedDuration(difference.changeNs())});
        m_text += "\n";
        addTable(table);
    }

    void addCase(const CaseResult& caseResult)
    {
        m_text += "\n";
        if (m_result.cases.size() > 1 || !caseResult.inputs.empty())
            paragraph("Case " + caseResult.name
                    + (caseResult.inputs.empty() ? "" : ": " + caseResult.inputs),
                "");
        std::size_t words = 0;
        for (const auto& variant : caseResult.variants)
            words = std::max(words, displayWidth(shortVerdict(variant.verdict)));
        const auto room = m_width - std::min(m_width, words + 4);
        const auto table = fittingTable(caseResult, m_result.plan.goal, room);
        line("  " + table.heading(), ComparePaint::Dim);
        for (std::size_t i = 0; i < caseResult.variants.size(); ++i)
            addVariant(table, i, caseResult.variants[i]);
        for (const auto& variant : caseResult.variants) {
            note(variant);
            if (const auto text = contradictionText(m_result, caseResult, variant); !text.empty())
                paragraph(variant.name + ": " + text, "    ", ComparePaint::Warn);
        }
        steps(caseResult);
        outlook(caseResult);
    }

    /// Of a training step its parts, beside the sentences that speak of them.
    void steps(const CaseResult& caseResult)
    {
        if (std::ranges::none_of(caseResult.variants,
                [](const VariantResult& variant) { return variant.step.has_value(); }))
            return;
        addTable(stepPartsTable(caseResult));
        for (const auto& variant : caseResult.variants)
            if (variant.variant != 0 && variant.step)
                paragraph(stepSentence(m_result.plan, caseResult, variant.variant), "  ");
    }

    /// Of eager alone what there is to say; beside compiled variants how far they came.
    void outlook(const CaseResult& caseResult)
    {
        if (!isAlone(m_result)) {
            if (const auto text = reachedSentence(m_result.plan, caseResult); !text.empty())
                paragraph(text, "  ", ComparePaint::Dim);
            return;
        }
        if (!caseResult.outlook)
            return paragraph(outlookSentence(caseResult), "  ");
        m_text += "\n";
        paragraph(boundSentence(*caseResult.outlook), "  ");
        paragraph(ceilingSentence(*caseResult.outlook), "  ");
        paragraph(trySentence(*caseResult.outlook), "  ", ComparePaint::Good);
        paragraph(trialSentence(caseResult), "  ");
        if (const auto command = tryCommand(m_result.plan, *caseResult.outlook); !command.empty())
            m_text += "  " + m_pen(ComparePaint::Dim, command) + "\n";
    }

    /// The direction goes first: it must not be the part that is cut.
    static std::string shortVerdict(Verdict verdict)
    {
        if (verdict == Verdict::UndecidedLeaningFaster)
            return "faster? undecided";
        if (verdict == Verdict::UndecidedLeaningSlower)
            return "slower? undecided";
        return verdictWord(verdict);
    }

    void addVariant(const TextTable& table, std::size_t index, const VariantResult& variant)
    {
        const auto row = table.row(index);
        const auto room
            = std::string(table.width() - std::min(table.width(), displayWidth(row)), ' ');
        m_text += "  " + row + room + "  "
            + m_pen(paintOf(variant.verdict), shortVerdict(variant.verdict)) + "\n";
    }

    /// ": 4 of 8 values (50 %) are NaN with default, none with eager".
    [[nodiscard]] std::string differenceAfter(const VariantResult& variant) const
    {
        const auto text
            = differenceAmountText(variant.numerics, variant.name, variantName(m_result, 0));
        return text.empty() ? text : ": " + text;
    }

    void note(const VariantResult& variant)
    {
        const bool explained = variant.verdict == Verdict::Failed
            || variant.verdict == Verdict::RanEager || variant.verdict == Verdict::ResultsDiffer
            || variant.verdict == Verdict::NotEnoughData || isUndecided(variant.verdict);
        if (explained && !variant.verdictReason.empty())
            paragraph(
                variant.name + ": " + reasonText(variant.verdictReason) + differenceAfter(variant),
                "    ");
        else if (const auto special = specialValuesText(
                     variant.numerics.special, variant.name, variantName(m_result, 0));
                 !special.empty())
            paragraph(variant.name + ": " + special, "    ", ComparePaint::Warn);
        for (const auto& limit : variant.limits)
            if (limit.value && !limit.met)
                paragraph(variant.name + " misses the limit of " + limitName(limit.kind) + ": "
                        + limitAmount(limit.kind, *limit.value) + ", allowed "
                        + limitAmount(limit.kind, limit.limit),
                    "    ", ComparePaint::Warn);
    }

    void comparability()
    {
        for (const auto& field : m_result.comparable.blocking)
            paragraph("not comparable: " + reasonText(field), "  ", ComparePaint::Bad);
        for (const auto& field : m_result.comparable.warnings)
            paragraph("differs: " + reasonText(field), "  ", ComparePaint::Warn);
    }

    /// What the columns of costs mean.
    void compileCosts()
    {
        const auto paid
            = [](const VariantResult& variant) { return variant.startUpCold.has_value(); };
        if (std::ranges::none_of(m_result.cases, [&](const CaseResult& caseResult) {
                return std::ranges::any_of(caseResult.variants, paid);
            }))
            return;
        m_text += "\n";
        paragraph(compileCostMeaning(), "  ", ComparePaint::Dim);
    }

    void quality()
    {
        const auto& quality = m_result.quality;
        if (quality.repetitions == 0)
            return;
        auto text = processesText(quality.repetitions, quality.rounds) + ", " + callsText(quality)
            + " calls of each variant, " + std::to_string(quality.steadyRepetitions) + " steady";
        if (quality.noiseFloor)
            text += ", eager against eager ±" + formatNumber(100 * quality.noiseFloor->effect(), 2)
                + " %";
        if (quality.quietRatio < 1)
            text += ", " + contentionText(quality);
        if (!quality.agentMeasured)
            text += ", measured by Python's loop";
        m_text += "\n";
        paragraph(text + ".", "  ", ComparePaint::Dim);
    }

    void findings()
    {
        for (const auto& finding : m_result.findings) {
            if (finding.severity == Finding::Severity::Information)
                continue;
            const bool bad = finding.severity == Finding::Severity::Bad;
            const auto worth = worthOf(finding, m_result, std::nullopt);
            const auto place = findingPlace(m_result, finding);
            const auto proof = proofText(finding);
            paragraph((bad ? "✗ " : "! ") + findingSentence(m_result, finding)
                    + (place.empty() ? "" : " (" + place + ")")
                    + (worth.words.empty() ? "" : ": " + worth.words)
                    + (proof.empty() ? "" : ". " + proof),
                "  ", bad ? ComparePaint::Bad : ComparePaint::Warn);
        }
        for (const auto& top : topBreaksOf(m_result))
            paragraph("→ " + top.text, "  ", ComparePaint::Plain);
    }

    const ComparisonResult& m_result;
    std::string m_peers; ///< a sentence
    std::size_t m_width;
    Pen m_pen;
    std::string m_text;
};

} // namespace

std::string compareText(
    const ComparisonResult& result, int columns, bool colour, const std::vector<FamilyRange>& peers)
{
    return Writer(result, columns, colour, peersSentence(peers)).text();
}

} // namespace profiler
