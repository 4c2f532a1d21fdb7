// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/runs_model.h"

#include "ui/models/text.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace ui {

namespace {

using storage::ComparisonSummary;

QString listed(const std::vector<std::string>& names)
{
    QStringList list;
    for (const std::string& name : names)
        list << qt(name);
    return list.join(QStringLiteral(", "));
}

/// In the zone the recording was made in.
QString dateText(const ComparisonSummary& summary)
{
    return QDateTime::fromMSecsSinceEpoch(
        summary.info.started.ns / 1'000'000, Qt::OffsetFromUTC, summary.info.utcOffsetMinutes * 60)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString stateText(const ComparisonSummary& summary)
{
    switch (summary.info.status) {
    case profiler::ComparisonStatus::Running:
        return QObject::tr("recording");
    case profiler::ComparisonStatus::Complete:
        return QObject::tr("complete");
    case profiler::ComparisonStatus::Partial:
        break;
    }
    return summary.info.stopReason.empty()
        ? QObject::tr("partial")
        : QObject::tr("partial: %1").arg(qt(summary.info.stopReason));
}

struct ColumnSpec {
    QString (*heading)();
    QString (*text)(const ComparisonSummary&);
};

const std::array<ColumnSpec, RunsModel::ColumnCount>& columns()
{
    static const std::array<ColumnSpec, RunsModel::ColumnCount> table {{
        {[] { return QObject::tr("date"); }, dateText},
        {[] { return QObject::tr("name"); },
            [](const ComparisonSummary& summary) { return qt(summary.info.name); }},
        {[] { return QObject::tr("workload"); },
            [](const ComparisonSummary& summary) { return qt(summary.workload); }},
        {[] { return QObject::tr("cases"); },
            [](const ComparisonSummary& summary) { return listed(summary.cases); }},
        {[] { return QObject::tr("variants"); },
            [](const ComparisonSummary& summary) { return listed(summary.variants); }},
        {[] { return QObject::tr("device"); },
            [](const ComparisonSummary& summary) { return qt(summary.device); }},
        {[] { return QObject::tr("PyTorch"); },
            [](const ComparisonSummary& summary) { return qt(summary.torch); }},
        {[] { return QObject::tr("status"); }, stateText},
    }};
    return table;
}

} // namespace

void RunsModel::setSummaries(std::vector<ComparisonSummary> summaries)
{
    std::stable_sort(summaries.begin(), summaries.end(),
        [](const auto& one, const auto& other) { return one.info.started > other.info.started; });
    beginResetModel();
    m_summaries = std::move(summaries);
    endResetModel();
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_summaries.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const ComparisonSummary& shown = summary(index.row());
    if (role == SortRole && index.column() == Date)
        return QVariant::fromValue<qlonglong>(shown.info.started.ns);
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole || role == SortRole)
        return columns().at(static_cast<std::size_t>(index.column())).text(shown);
    return {};
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::DisplayRole)
        return columns().at(static_cast<std::size_t>(section)).heading();
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

} // namespace ui
