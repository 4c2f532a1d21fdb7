// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/document_texts.h"

#include "profiler/findings/conclude.h"
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
#include "profiler/report/suite/suite_documents.h"
#include "storage/file/run_database.h"

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
    Part {ShowPart::Findings, "findings"}};

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

void append(ShownTexts& all, ShownTexts more)
{
    for (ShownText& text : more)
        all.push_back(std::move(text));
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
    append(all,
        textsOfJson(QStringLiteral("suite show --json"),
            QByteArray::fromStdString(
                suiteJson(profiler::suiteResult({}, profiler::suiteRows(data, result)))),
            names));
    append(all, textsOfCsv(QStringLiteral("export --as csv"), qt(compareCsv(result)), names));
    append(all,
        textsOfCsv(
            QStringLiteral("export --part kernels"), qt(kernelsCsv(data, bulk.rowsOf)), names));
    for (const Part& part : shownParts) {
        const QString place = QStringLiteral("show ") + QLatin1String(part.name);
        append(all,
            textsOfJson(place + QStringLiteral(" --json"),
                QByteArray::fromStdString(showJson(part.part, data, bulk)), names));
        append(all, textsOfLines(place, qt(showText(part.part, data, bulk))));
    }
    const auto report = profiler::buildReport(result, data);
    append(all,
        textsOfMarkdown(
            QStringLiteral("report.md"), qt(markdownReport(report, {}, {}).text), names));
    append(all, textsOfHtml(QStringLiteral("report.html"), qt(htmlReport(report)), names));
    return all;
}

} // namespace cross_page
