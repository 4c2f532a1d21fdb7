// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/live_log.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/result.h"
#include "profiler/model/variant.h"
#include "ui/comparison/recording_job.h"
#include "ui/text/text.h"

#include <QDateTime>

#include <algorithm>
#include <iterator>

namespace ui {

namespace {

using profiler::LogLevel;

QString whoOf(const profiler::ComparisonData& data, const profiler::LogLine& line)
{
    if (!line.process || line.process->value < 0
        || line.process->value >= static_cast<int>(data.processes.size()))
        return QObject::tr("recorder");
    const auto& start = data.processes[static_cast<std::size_t>(line.process->value)].start;
    const auto variant = static_cast<std::size_t>(start.variant);
    if (variant >= data.plan.variants.size())
        return QObject::tr("recorder");
    return qt(data.plan.variants[variant].name) + (start.again ? QObject::tr(" again") : QString())
        + u' ' + QString::number(start.repetition + 1);
}

std::optional<Status> logStatus(LogLevel level)
{
    if (level == LogLevel::Plain)
        return std::nullopt;
    return level == LogLevel::Error ? Status::Bad : Status::Warning;
}

} // namespace

std::vector<LiveLogRow> logRows(const profiler::ComparisonData& data,
    const std::vector<profiler::LogLine>& lines, std::size_t most)
{
    const std::vector<LogLevel> levels = profiler::logLevels(lines);
    std::vector<LiveLogRow> rows;
    const std::size_t first = lines.size() > most ? lines.size() - most : 0;
    for (std::size_t i = lines.size(); i > first; --i) {
        const auto& line = lines[i - 1];
        rows.push_back({.utcMs = line.time.ns / 1'000'000,
            .who = whoOf(data, line),
            .text = qt(line.text),
            .level = levels[i - 1]});
    }
    return rows;
}

std::vector<LiveLogRow> withJobLines(std::vector<LiveLogRow> rows, const std::deque<JobLine>& lines)
{
    for (const JobLine& line : lines)
        rows.push_back({.utcMs = line.utcMs,
            .who = line.who,
            .text = line.text,
            .level = line.bad ? LogLevel::Error : LogLevel::Plain});
    std::stable_sort(rows.begin(), rows.end(),
        [](const LiveLogRow& one, const LiveLogRow& other) { return one.utcMs > other.utcMs; });
    return rows;
}

std::vector<LiveLogRow> filteredRows(
    const std::vector<LiveLogRow>& rows, profiler::LogLevel least, const QString& words)
{
    static const QString key = QStringLiteral("worker:");
    QString worker;
    QStringList wanted;
    const QStringList all = words.split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : all) {
        if (!word.startsWith(key))
            wanted << word;
        else if (word != key + QStringLiteral("all"))
            worker = word.mid(key.size());
    }
    std::vector<LiveLogRow> shown;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(shown), [&](const LiveLogRow& row) {
        return row.level >= least && row.who.contains(worker, Qt::CaseInsensitive)
            && std::all_of(wanted.begin(), wanted.end(), [&row](const QString& word) {
                   return row.text.contains(word, Qt::CaseInsensitive)
                       || row.who.contains(word, Qt::CaseInsensitive);
               });
    });
    return shown;
}

std::vector<Column<LiveLogRow>> liveLogColumns()
{
    const auto column = [](const QString& name, int width, auto text, int fills = 0) {
        return Column<LiveLogRow> {
            {.name = name, .align = DataAlign::Text, .fills = fills, .width = width},
            [text](const LiveLogRow& row) {
                return DataCell {
                    .text = text(row), .reason = row.text, .status = logStatus(row.level)};
            }};
    };
    return {column(QObject::tr("time"), 66,
                [](const LiveLogRow& row) {
                    return QDateTime::fromMSecsSinceEpoch(row.utcMs).toString(
                        QStringLiteral("HH:mm:ss"));
                }),
        column(QObject::tr("worker"), 118, [](const LiveLogRow& row) { return row.who; }),
        column(
            QObject::tr("line"), 80, [](const LiveLogRow& row) { return row.text; }, 1)};
}

} // namespace ui
