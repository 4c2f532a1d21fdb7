// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/log_line.h"

#include <QAbstractTableModel>
#include <QString>

#include <deque>
#include <vector>

namespace ui {

struct JobLine;

enum class LogLevel { Plain, Warning, Error };

struct LiveLogRow {
    qint64 utcMs = 0;
    QString who; ///< "max-autotune 3", "recorder"
    QString text;
    LogLevel level = LogLevel::Plain;
};

/// What a line looks like to whoever wants to see warnings and errors alone.
[[nodiscard]] LogLevel levelOf(const QString& text);

/// The last lines of all workers and of the recorder itself, newest first. For pool threads.
[[nodiscard]] std::vector<LiveLogRow> logRows(const profiler::ComparisonData& data,
    const std::vector<profiler::LogLine>& lines, std::size_t most);
[[nodiscard]] std::vector<LiveLogRow> withJobLines(
    std::vector<LiveLogRow> rows, const std::deque<JobLine>& lines);

/// Filtered by level and by words; `worker:NAME` asks for lines of one worker.
class LiveLogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Who, Text, ColumnCount };

    enum Role { LevelRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<LiveLogRow> rows);
    void setFilter(LogLevel least, const QString& words);

    [[nodiscard]] int countOf(LogLevel level) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    void choose();
    [[nodiscard]] bool passes(const LiveLogRow& row) const;

    std::vector<LiveLogRow> m_rows;
    std::vector<std::size_t> m_shown;
    LogLevel m_least = LogLevel::Plain;
    QStringList m_words;
    QString m_worker;
};

} // namespace ui
