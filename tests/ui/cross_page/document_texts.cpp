// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/document_texts.h"

#include "profiler/evidence/shapes/shape_grid.h"
#include "profiler/findings/conclude.h"
#include "profiler/judge/serving/serving.h"
#include "profiler/judge/shapes/shape_series.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/documents.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/serving/serving_documents.h"
#include "profiler/report/shapes/shape_documents.h"
#include "profiler/report/suite/suite_documents.h"
#include "storage/file/run_database.h"
#include "tests/ui/cross_page/history_texts.h"
#include "tests/ui/cross_page/terminal_texts.h"

#include <array>
#include <stdexcept>

namespace cross_page {

namespace {

namespace fs = std::filesystem;
using profiler::ShowPart;

struct Part {
    ShowPart part;
    const char* name;
};

constexpr std::array shownParts {Part {ShowPart::Compiles, "compiles"},
    Part {ShowPart::Breaks, "breaks"}, Part {ShowPart::Recompiles, "recompiles"},
    Part {ShowPart::Numerics, "numerics"}, Part {ShowPart::Memory, "memory"},
    Part {ShowPart::Trace, "trace"}, Part {ShowPart::Kernels, "kernels"},
    Part {ShowPart::Operators, "operators"}, Part {ShowPart::Gpu, "gpu"},
    Part {ShowPart::Findings, "findings"}, Part {ShowPart::Slow, "slow"},
    Part {ShowPart::Ledger, "ledger"}, Part {ShowPart::Tune, "tune"},
    Part {ShowPart::Programs, "programs"}};

QString qt(const std::string& text)
{
    return QString::fromStdString(text);
}

profiler::ComparisonData loaded(const fs::path& file)
{
    auto data = storage::loadComparison(file);
    if (!data)
        throw std::runtime_error(data.error().message);
    return *std::move(data);
}

/// Of a sweep over one size, what tells its cases apart.
void addSizes(Names& names, const profiler::ShapeSeries& series)
{
    if (series.grid.axes.size() != 1)
        return;
    names.axis = qt(series.grid.axes.front().name);
    names.sizes.resize(names.cases.size());
    for (const auto& point : series.strategies.front().points)
        names.sizes[point.caseIndex] = QString::number(point.sizes.front());
}

ShownTexts textsOfShapes(const profiler::ComparisonResult& result, const Names& names)
{
    const auto series = profiler::shapeSeries(result);
    ShownTexts all = textsOfJson(QStringLiteral("shapes --json"),
        QByteArray::fromStdString(shapesJson(result, series, nullptr, nullptr)), names);
    append(all,
        textsOfTerminal(
            QStringLiteral("shapes"), qt(shapesText(result, series, nullptr, nullptr)), names));
    return all;
}

ShownTexts textsOfServing(const profiler::ComparisonData& data, const Names& names)
{
    const auto serving = profiler::servingOf(data);
    ShownTexts all = textsOfJson(QStringLiteral("serving --json"),
        QByteArray::fromStdString(servingJson(data.plan, serving)), names);
    append(all,
        textsOfTerminal(QStringLiteral("serving"), qt(servingText(data.plan, serving)), names));
    return all;
}

ShownTexts textsOfSuite(const profiler::ComparisonData& data,
    const profiler::ComparisonResult& result, const Names& names)
{
    const auto alone = profiler::suiteResult({}, profiler::suiteRows(data, result));
    ShownTexts all = textsOfJson(
        QStringLiteral("suite show --json"), QByteArray::fromStdString(suiteJson(alone)), names);
    append(all, textsOfTerminal(QStringLiteral("suite show"), qt(suiteText(alone, 200)), names));
    append(all, textsOfCsv(QStringLiteral("suite show --csv"), qt(suiteCsv(alone)), names));
    return all;
}

} // namespace

Names namesIn(const fs::path& file)
{
    const auto result = profiler::conclude(loaded(file));
    Names names;
    for (const auto& variant : result.plan.variants)
        names.variants << qt(variant.name);
    for (const auto& inCase : result.cases)
        names.cases << qt(inCase.name);
    addSizes(names, profiler::shapeSeries(result));
    return names;
}

ShownTexts textsOfDocuments(const fs::path& file)
{
    const auto names = namesIn(file);
    const auto data = loaded(file);
    const auto result = profiler::conclude(data);
    const profiler::ShownBulk bulk {
        .rowsOf = [&](auto trace) { return storage::loadTraceRows(file, data.info.id, trace); },
        .countersOf
        = [&](auto monitor) { return storage::loadMonitorRows(file, data.info.id, monitor); }};
    ShownTexts all;
    append(all, textsOfLines(QStringLiteral("compare"), qt(compareText(result, 200, false))));
    append(all,
        textsOfJson(QStringLiteral("compare --json"),
            QByteArray::fromStdString(compareJson(result)), names));
    append(all, textsOfSuite(data, result, names));
    append(all, textsOfShapes(result, names));
    append(all, textsOfServing(data, names));
    append(all, textsOfHistory(file, names));
    append(all, textsOfCsv(QStringLiteral("export --as csv"), qt(compareCsv(result)), names));
    append(all,
        textsOfCsv(
            QStringLiteral("export --part kernels"), qt(kernelsCsv(data, bulk.rowsOf)), names));
    for (const Part& part : shownParts) {
        const QString place = QStringLiteral("show ") + QLatin1String(part.name);
        append(all,
            textsOfJson(place + QStringLiteral(" --json"),
                QByteArray::fromStdString(showJson(part.part, data, bulk)), names));
        append(all, textsOfTerminal(place, qt(showText(part.part, data, bulk)), names));
    }
    const auto report = profiler::buildReport(result, data);
    append(all,
        textsOfMarkdown(
            QStringLiteral("report.md"), qt(markdownReport(report, {}, {}).text), names));
    append(all, textsOfHtml(QStringLiteral("report.html"), qt(htmlReport(report)), names));
    return all;
}

} // namespace cross_page
