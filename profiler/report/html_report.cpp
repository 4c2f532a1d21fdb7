// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan_json.h"
#include "profiler/report/documents.h"
#include "profiler/report/format.h"
#include "profiler/report/report_charts.h"
#include "profiler/report/report_style.h"
#include "profiler/report/sentence.h"
#include "profiler/report/svg.h"
#include "profiler/report/words.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace profiler {
namespace {

constexpr auto missingMark = "–";

std::string section(const std::string& title, const std::string& body, bool isLong = false)
{
    return std::string("<section") + (isLong ? " class=\"long\"" : "") + "><h2>" + escaped(title)
        + "</h2>\n" + body + "</section>\n";
}

/// A table built row by row; everything is escaped. Numeric columns are right-aligned.
class HtmlTable {
public:
    struct Column {
        std::string heading;
        bool numeric = false;
    };

    explicit HtmlTable(std::vector<Column> columns)
        : m_columns(std::move(columns))
    {
        m_markup = "<table><thead><tr>";
        for (const auto& column : m_columns)
            m_markup += cell("th", column.heading, column.numeric);
        m_markup += "</tr></thead><tbody>\n";
    }

    void row(const std::vector<std::string>& cells)
    {
        m_markup += "<tr>";
        for (std::size_t i = 0; i < cells.size(); ++i)
            m_markup += cell("td", cells[i], m_columns[i].numeric);
        m_markup += "</tr>\n";
    }

    [[nodiscard]] std::string markup() const { return m_markup + "</tbody></table>\n"; }

private:
    static std::string cell(const std::string& tag, const std::string& text, bool numeric)
    {
        return "<" + tag + (numeric ? " class=\"n\"" : "") + ">" + escaped(text) + "</" + tag + ">";
    }

    std::vector<Column> m_columns;
    std::string m_markup;
};

/// Shape and word: colour is never the only carrier.
struct Sign {
    const char* shape;
    const char* style;
};

Sign signOf(RecommendationKind kind)
{
    switch (kind) {
    case RecommendationKind::Recommended:
    case RecommendationKind::KeepEager:
        return {"✓", "good"};
    case RecommendationKind::Slower:
    case RecommendationKind::ResultsDiffer:
    case RecommendationKind::NotComparable:
        return {"✕", "bad"};
    default:
        return {"○", "neutral"};
    }
}

/// **words** of a sentence become strong; the rest is escaped.
std::string emphasised(const std::string& markdown)
{
    std::string html;
    bool strong = false;
    for (std::size_t start = 0; start <= markdown.size();) {
        const auto end = std::min(markdown.find("**", start), markdown.size());
        html += escaped(markdown.substr(start, end - start));
        if (end == markdown.size())
            break;
        html += strong ? "</strong>" : "<strong>";
        strong = !strong;
        start = end + 2;
    }
    return html + (strong ? "</strong>" : "");
}

std::string codeBlock(const std::string& code)
{
    // Lines stay lines: only what stands in them is escaped.
    std::string html = "<pre>";
    for (std::size_t start = 0; start <= code.size();) {
        const auto end = std::min(code.find('\n', start), code.size());
        html += escaped(code.substr(start, end - start)) + (end < code.size() ? "\n" : "");
        start = end + 1;
    }
    return html + "</pre>\n";
}

template <typename T, typename Format>
std::string measured(const Measured<T>& value, Format format)
{
    return value ? format(*value) : missingMark;
}

std::string costText(const CompileCost& cost)
{
    return formatDuration(cost.medianNs);
}

std::string breakEvenText(const BreakEven& even)
{
    return formatCount(even.calls) + " (" + formatDuration(even.runTimeNs) + ")";
}

std::string percentileText(
    const Measured<LatencySummary>& latency, Percentile LatencySummary::*which)
{
    if (!latency)
        return missingMark;
    const auto& percentile = (*latency).*which;
    return percentile.ns ? formatDuration(*percentile.ns) : missingMark;
}

std::string ratioText(const VariantResult& variant)
{
    if (!showsRatio(variant))
        return missingMark;
    const auto& ratio = variant.speedUp->ratio;
    return formatRatio(ratio.estimate) + " (" + formatRatioInterval(ratio) + ")";
}

std::string verdictText(const VariantResult& variant)
{
    return verdictWord(variant.verdict)
        + (variant.verdictReason.empty() ? "" : ": " + variant.verdictReason);
}

std::string resultsTable(const CaseResult& caseResult)
{
    HtmlTable table({{"Variant"}, {"Median", true}, {"p99", true}, {"Speed-up (95 %)", true},
        {"Compile, cold", true}, {"Compile, warm", true}, {"Pays back after", true}, {"Verdict"}});
    for (const auto& variant : caseResult.variants)
        table.row({variant.name, percentileText(variant.latency, &LatencySummary::p50),
            percentileText(variant.latency, &LatencySummary::p99), ratioText(variant),
            measured(variant.compileCold, costText), measured(variant.compileWarm, costText),
            measured(variant.breakEvenCold, breakEvenText), verdictText(variant)});
    return table.markup();
}

std::string peakText(const MemoryPeaks& peaks)
{
    const auto bytes = [](std::int64_t value) { return formatBytes(value); };
    return peaks.device ? measured(peaks.device, bytes) : measured(peaks.host, bytes);
}

std::string safetyTable(const CaseResult& caseResult)
{
    HtmlTable table({{"Variant"}, {"Results"}, {"Largest difference", true}, {"Cosine", true},
        {"Peak memory", true}, {"While compiling", true}, {"Graph breaks", true},
        {"Recompiles", true}});
    const auto number = [](const std::optional<double>& value, int digits) {
        return value ? formatNumber(*value, digits) : std::string(missingMark);
    };
    const auto count = [](int value) { return formatCount(value); };
    for (const auto& variant : caseResult.variants) {
        auto status = numericsKey(variant.numerics.status);
        std::replace(status.begin(), status.end(), '_', ' ');
        table.row({variant.name, variant.variant == 0 ? "reference" : status,
            number(variant.numerics.maxAbs, 3), number(variant.numerics.cosine, 4),
            peakText(variant.peakMemory), peakText(variant.compileMemory),
            measured(variant.graphBreaks, count), measured(variant.recompiles, count)});
    }
    return table.markup();
}

std::string caseTitle(const ComparisonResult& result, const CaseResult& caseResult)
{
    if (result.cases.size() == 1 && caseResult.inputs.empty())
        return {};
    return "<p class=\"muted\">Case " + escaped(caseResult.name)
        + (caseResult.inputs.empty() ? "" : ": " + escaped(caseResult.inputs)) + "</p>\n";
}

std::string findingsList(const ComparisonResult& result)
{
    if (result.findings.empty())
        return "<p class=\"muted\">Nothing to report.</p>\n";
    std::string html = "<ul>\n";
    for (const auto& finding : result.findings) {
        const auto* style = finding.severity == Finding::Severity::Bad ? "bad"
            : finding.severity == Finding::Severity::Warning           ? "warn"
                                                                       : "neutral";
        const auto* word = finding.severity == Finding::Severity::Bad ? "Bad: "
            : finding.severity == Finding::Severity::Warning          ? "Warning: "
                                                                      : "";
        html += std::string("<li><span class=\"") + style + "\">" + word + "</span>"
            + escaped(finding.sentence)
            + (finding.evidence.empty()
                    ? ""
                    : " <span class=\"muted\">(" + escaped(finding.evidence) + ")</span>")
            + "</li>\n";
    }
    return html + "</ul>\n";
}

std::string methodLine(const ComparisonResult& result)
{
    const auto& quality = result.quality;
    auto text = std::to_string(quality.repetitions) + " sets of fresh processes × "
        + std::to_string(quality.rounds) + " rounds, " + formatCount(quality.calls)
        + " timed calls of each variant; speed-up is the mean over processes of the median ratio "
          "inside rounds, intervals are 95 % t intervals over processes; percentiles are type 7.";
    if (quality.noiseRatio)
        text += " Eager against eager on this machine: ±"
            + formatNumber(*quality.noiseRatio * 100, 2) + " %.";
    text += " " + formatNumber(quality.quietRatio * 100, 3) + " % of the blocks were quiet.";
    if (!quality.agentMeasured)
        text += " Measured by Python's loop: no agent was there.";
    return "<p>" + escaped(text) + "</p>\n";
}

/// Fields that are the same everywhere once; the others by variant.
std::string configurationTable(const ComparisonData& data)
{
    std::map<std::string, std::map<std::string, std::set<std::string>>> values;
    for (const auto& process : data.processes) {
        const auto variant = static_cast<std::size_t>(process.start.variant);
        const auto name
            = variant < data.plan.variants.size() ? data.plan.variants[variant].name : "";
        for (const auto& [field, value] : process.environment)
            values[field][value].insert(name);
    }
    HtmlTable table({{"Field"}, {"Value"}, {"Variants"}});
    for (const auto& [field, byValue] : values)
        for (const auto& [value, variants] : byValue) {
            std::string who;
            if (byValue.size() > 1)
                for (const auto& variant : variants)
                    who += (who.empty() ? "" : ", ") + variant;
            table.row({field, value, who});
        }
    return table.markup();
}

std::string header(const ComparisonResult& result)
{
    const auto& plan = result.plan;
    const auto name = result.info.name.empty() ? plan.workload.spec : result.info.name;
    std::string facts = plan.workload.spec;
    for (const auto& part :
        {plan.workload.task == Task::Training ? std::string("training") : std::string("inference"),
            result.dtype, result.device,
            localText(result.info.started, result.info.utcOffsetMinutes)})
        if (!part.empty())
            facts += " · " + part;
    return "<h1>" + escaped(name) + "</h1>\n<p class=\"muted\">" + escaped(facts) + "</p>\n";
}

std::string verdictSection(const ComparisonResult& result)
{
    const auto sign = signOf(result.recommendation.kind);
    std::string body = std::string("<span class=\"word ") + sign.style + "\">" + sign.shape + " "
        + escaped(recommendationWord(result.recommendation.kind)) + "</span>\n<p class=\"verdict\">"
        + emphasised(overallSentence(result, Emphasis::Markdown)) + "</p>\n";
    for (const auto& field : result.comparable.blocking)
        body += "<p class=\"bad\">✕ Not comparable: " + escaped(field) + "</p>\n";
    for (const auto& field : result.comparable.warnings)
        body += "<p class=\"warn\">▲ Differs: " + escaped(field) + "</p>\n";
    if (result.recommendation.kind == RecommendationKind::Recommended)
        body += codeBlock(compileCode(result.plan, result.recommendation.variant));
    return "<section>" + body + "</section>\n";
}

template <typename Draw>
std::string perCase(const ComparisonResult& result, Draw draw)
{
    std::string html;
    for (const auto& caseResult : result.cases)
        html += caseTitle(result, caseResult) + draw(caseResult);
    return html;
}

/// As written: the user's own lines stay lines.
std::string noteText(const std::string& note)
{
    std::string lines;
    std::istringstream stream(note); // what is no text of a line would be spelled out
    for (std::string line; std::getline(stream, line);)
        lines += (lines.empty() ? "" : "\n") + escaped(line);
    return "<p class=\"note\">" + lines + "</p>\n";
}

std::string body(const ComparisonResult& result, const ComparisonData& data)
{
    std::string html = header(result) + verdictSection(result);
    if (!data.note.empty())
        html += section("Notes", noteText(data.note));
    if (result.cases.size() > 1) {
        std::string sentences = "<ul>\n";
        for (const auto& caseResult : result.cases)
            sentences += "<li>"
                + emphasised(verdictSentence(result, caseResult, Emphasis::Markdown)) + "</li>\n";
        html += section("Case by case", sentences + "</ul>\n");
    }
    html += section("Variants",
        perCase(result, [&](const CaseResult& c) { return forestChart(result, c); }), true);
    html += section("Payback: time saved minus compile time",
        perCase(result, [&](const CaseResult& c) { return paybackChart(result, c); }), true);
    html += section("Latency",
        perCase(result, [&](const CaseResult& c) { return latencyChart(result, data, c); }), true);
    html += section("Results", perCase(result, resultsTable), true);
    html += section("Findings", findingsList(result), true);
    html += section("Results, memory, graph breaks", perCase(result, safetyTable), true);
    html += section("Method", methodLine(result));
    html += section("Configuration", configurationTable(data), true);
    html += section("Commands",
        "<p>Recorded with</p>\n" + codeBlock(result.info.command) + "<p>Plan</p>\n"
            + codeBlock(planToJson(result.plan)),
        true);
    return html;
}

} // namespace

std::string htmlReport(const ComparisonResult& result, const ComparisonData& data)
{
    const auto name = result.info.name.empty() ? result.plan.workload.spec : result.info.name;
    return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>"
        + escaped(name) + " – Fusescope</title>\n<style>" + std::string(reportStyle)
        + "</style></head>\n<body><main>\n" + body(result, data) + "<p class=\"muted\">Fusescope "
        + escaped(result.info.toolVersion) + ", comparison " + std::to_string(result.info.id.value)
        + " \xc2\xb7 " + escaped(utcText(result.info.started)) + "</p>\n</main></body></html>\n";
}

} // namespace profiler
