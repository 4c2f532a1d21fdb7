// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/live_log_model.h"

#include "ui/comparison/recording_job.h"
#include "ui/text/text.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <utility>

namespace ui {

namespace {

bool holdsOne(const QString& text, std::initializer_list<const char*> words)
{
    return std::any_of(words.begin(), words.end(),
        [&](const char* word) { return text.contains(QLatin1String(word), Qt::CaseInsensitive); });
}

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

} // namespace

LogLevel levelOf(const QString& text)
{
    if (holdsOne(text, {"traceback", "error", "exception", "crashed", "killed by", "signal"}))
        return LogLevel::Error;
    return holdsOne(text, {"warning", "warn:", "deprecated", "left out", "fallback"})
        ? LogLevel::Warning
        : LogLevel::Plain;
}

std::vector<LiveLogRow> logRows(const profiler::ComparisonData& data,
    const std::vector<profiler::LogLine>& lines, std::size_t most)
{
    std::vector<LiveLogRow> rows;
    const std::size_t first = lines.size() > most ? lines.size() - most : 0;
    for (std::size_t i = lines.size(); i > first; --i) {
        const auto& line = lines[i - 1];
        const QString text = qt(line.text);
        rows.push_back({.utcMs = line.time.ns / 1'000'000,
            .who = whoOf(data, line),
            .text = text,
            .level = levelOf(text)});
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

void LiveLogModel::setRows(std::vector<LiveLogRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    choose();
    endResetModel();
}

void LiveLogModel::setFilter(LogLevel least, const QString& words)
{
    beginResetModel();
    m_least = least;
    m_worker.clear();
    m_words = words.split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : std::as_const(m_words))
        if (word.startsWith(QLatin1String("worker:")) && word != QLatin1String("worker:all"))
            m_worker = word.mid(7);
    m_words.removeIf([](const QString& word) { return word.startsWith(QLatin1String("worker:")); });
    choose();
    endResetModel();
}

bool LiveLogModel::passes(const LiveLogRow& row) const
{
    if (row.level < m_least || !row.who.contains(m_worker, Qt::CaseInsensitive))
        return false;
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return row.text.contains(word, Qt::CaseInsensitive)
            || row.who.contains(word, Qt::CaseInsensitive);
    });
}

void LiveLogModel::choose()
{
    m_shown.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (passes(m_rows[i]))
            m_shown.push_back(i);
}

int LiveLogModel::countOf(LogLevel level) const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(),
        [level](const LiveLogRow& row) { return row.level == level; }));
}

int LiveLogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int LiveLogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant LiveLogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const LiveLogRow& row = m_rows[m_shown[static_cast<std::size_t>(index.row())]];
    if (role == LevelRole)
        return static_cast<int>(row.level);
    if (role == Qt::ToolTipRole)
        return row.text;
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Time:
        return QDateTime::fromMSecsSinceEpoch(row.utcMs).toString(QStringLiteral("HH:mm:ss"));
    case Who:
        return row.who;
    default:
        return row.text;
    }
}

QVariant LiveLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const std::array names {tr("time"), tr("worker"), tr("line")};
    return section >= 0 && section < ColumnCount ? names.at(static_cast<std::size_t>(section))
                                                 : QVariant();
}

} // namespace ui
