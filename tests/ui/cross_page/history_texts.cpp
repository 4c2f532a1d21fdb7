// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/cross_page/history_texts.h"

#include "profiler/report/history/history_documents.h"
#include "storage/history/history_reader.h"
#include "tests/ui/cross_page/terminal_texts.h"

#include <array>

namespace cross_page {

namespace {

using profiler::HistoryMetric;

constexpr std::array metrics {HistoryMetric::Median, HistoryMetric::P99, HistoryMetric::Throughput,
    HistoryMetric::Compile, HistoryMetric::Memory, HistoryMetric::Breaks, HistoryMetric::SpeedUp};

ShownTexts textsOf(const profiler::History& history, const Names& names)
{
    ShownTexts all = textsOfJson(
        QStringLiteral("history --json"), QByteArray::fromStdString(historyJson(history)), names);
    append(all,
        textsOfTerminal(
            QStringLiteral("history"), QString::fromStdString(historyText(history, 200)), names));
    for (ShownText& text : all) {
        text.caseName = QString::fromStdString(history.query.caseName);
        text.variant = QString::fromStdString(history.query.variant);
        if (text.place != QStringLiteral("history"))
            text.column = QString::fromStdString(std::string(keyOf(history.query.metric)));
    }
    return all;
}

} // namespace

ShownTexts textsOfHistory(const std::filesystem::path& file, const Names& names)
{
    const storage::HistoryReading how {.index = file.parent_path() / "history.index"};
    ShownTexts all;
    for (const QString& inCase : names.cases)
        for (const QString& variant : names.variants)
            for (const auto metric : metrics) {
                const auto history = storage::readHistory({file},
                    {.metric = metric,
                        .caseName = inCase.toStdString(),
                        .variant = variant.toStdString()},
                    how);
                if (history) // of imports there is none
                    append(all, textsOf(*history, names));
            }
    return all;
}

} // namespace cross_page
