// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/runs_model.h"

#include "profiler/model/number_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/tables/key_value_filter.h"
#include "ui/text/text.h"

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
    return qt(profiler::localText(summary.info.started, summary.info.utcOffsetMinutes));
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
    return QObject::tr("partial");
}

struct ColumnSpec {
    QString (*heading)();
    QString (*text)(const ComparisonSummary&); ///< null: the model knows
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
        {[] { return QObject::tr("result"); }, nullptr},
        {[] { return QObject::tr("median"); }, nullptr},
        {[] { return QObject::tr("status"); }, stateText},
        {[] { return QObject::tr("tags"); },
            [](const ComparisonSummary& summary) { return listed(summary.tags); }},
    }};
    return table;
}

} // namespace

QStringList tagsFrom(const QString& text)
{
    QStringList tags;
    const QStringList parts = text.split(u',');
    for (const QString& part : parts)
        if (const QString tag = part.trimmed(); !tag.isEmpty() && !tags.contains(tag))
            tags << tag;
    tags.sort();
    return tags;
}

void RunsModel::setSummaries(std::vector<ComparisonSummary> summaries)
{
    std::stable_sort(summaries.begin(), summaries.end(),
        [](const auto& one, const auto& other) { return one.info.started > other.info.started; });
    beginResetModel();
    m_summaries = std::move(summaries);
    endResetModel();
}

void RunsModel::setBest(const BestRatios* best)
{
    m_best = best;
}

int RunsModel::rowOf(profiler::ComparisonId id) const
{
    const auto found = std::find_if(m_summaries.begin(), m_summaries.end(),
        [id](const ComparisonSummary& summary) { return summary.info.id == id; });
    return found == m_summaries.end() ? -1 : static_cast<int>(found - m_summaries.begin());
}

void RunsModel::bestFound(profiler::ComparisonId id)
{
    if (const int row = rowOf(id); row >= 0)
        // The rows above it may have its median as the one before.
        Q_EMIT dataChanged(index(0, Best), index(row, Median));
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_summaries.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const BestEntry* RunsModel::bestOf(int row) const
{
    return m_best == nullptr ? nullptr : m_best->find(summary(row).info.id);
}

int RunsModel::rowBefore(int row) const
{
    const BestEntry* best = bestOf(row);
    for (int older = row + 1; best != nullptr && older < rowCount(); ++older) {
        const BestEntry* other = bestOf(older);
        if (summary(older).workload == summary(row).workload
            && summary(older).device == summary(row).device && other != nullptr
            && other->mediansNs.contains(best->medianOf))
            return older;
    }
    return -1;
}

QString RunsModel::medianText(int row) const
{
    const BestEntry* best = bestOf(row);
    if (best == nullptr || !best->medianNs())
        return absent();
    const QString median = qt(profiler::formatDuration(*best->medianNs()));
    const int before = rowBefore(row);
    return before < 0
        ? median
        : tr("%1, before %2")
              .arg(median,
                  qt(profiler::formatDuration(bestOf(before)->mediansNs.at(best->medianOf))));
}

QString RunsModel::medianToolTip(int row) const
{
    const BestEntry* best = bestOf(row);
    if (best == nullptr || !best->medianNs())
        return tr("No call was timed.");
    const QString what = tr("A call of %1.").arg(best->medianOf);
    const int before = rowBefore(row);
    return before < 0 ? what
                      : tr("%1 Before: %2. The two were not measured in turns, so neither is "
                           "called faster.")
                            .arg(what, dateText(summary(before)));
}

QString RunsModel::bestText(const ComparisonSummary& summary) const
{
    const BestEntry* best = m_best == nullptr ? nullptr : m_best->find(summary.info.id);
    return best == nullptr ? absent() : best->text;
}

QString RunsModel::text(int row, int column) const
{
    if (column == Median)
        return medianText(row);
    const ComparisonSummary& shown = summary(row);
    const auto& spec = columns().at(static_cast<std::size_t>(column));
    return spec.text == nullptr ? bestText(shown) : spec.text(shown);
}

QStringList RunsModel::texts(int row) const
{
    QStringList all;
    for (int column = 0; column < ColumnCount; ++column)
        all << text(row, column);
    return all;
}

QString RunsModel::toolTip(int row, int column) const
{
    const ComparisonSummary& shown = summary(row);
    if (column == State)
        return qt(shown.info.stopReason);
    if (column == Median)
        return medianToolTip(row);
    if (column != Best)
        return text(row, column);
    if (shown.info.status == profiler::ComparisonStatus::Running)
        return tr("It is being recorded; open it to follow.");
    const BestEntry* best = m_best == nullptr ? nullptr : m_best->find(shown.info.id);
    return best == nullptr ? tr("Not judged yet.") : best->sentence;
}

QVariant RunsModel::sortValue(int row, int column) const
{
    const ComparisonSummary& shown = summary(row);
    if (column == Date)
        return QVariant::fromValue<qlonglong>(shown.info.started.ns);
    if (column != Best && column != Median)
        return text(row, column);
    const BestEntry* best = bestOf(row);
    const auto value = best == nullptr ? std::optional<double>()
        : column == Median             ? best->medianNs()
                                       : best->ratio;
    return value ? QVariant(*value) : QVariant();
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        return toolTip(index.row(), index.column());
    case SortRole:
        return sortValue(index.row(), index.column());
    default:
        return {};
    }
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

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && m_editable && (index.column() == Name || index.column() == Tags))
        flags |= Qt::ItemIsEditable;
    return flags;
}

/// Shown at once; when it cannot be stored the list is read again and shows what is there.
bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    ComparisonSummary& shown = m_summaries.at(static_cast<std::size_t>(index.row()));
    const QString text = value.toString().trimmed();
    if (text == this->text(index.row(), index.column()))
        return false;
    if (index.column() == Name) {
        if (text.isEmpty())
            return false;
        shown.info.name = text.toStdString();
        Q_EMIT dataChanged(index, index);
        Q_EMIT renameRequested(shown.info.id, text);
        return true;
    }
    const QStringList tags = tagsFrom(text);
    shown.tags.clear();
    for (const QString& tag : tags)
        shown.tags.push_back(tag.toStdString());
    Q_EMIT dataChanged(index, index);
    Q_EMIT tagsRequested(shown.info.id, tags);
    return true;
}

// ---- the filter

RunsFilter::RunsFilter(RunsModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(*model)
{
    setSourceModel(model);
    setSortRole(RunsModel::SortRole);
}

const QStringList& RunsFilter::keys()
{
    static const QStringList keys {QStringLiteral("device"), QStringLiteral("torch"),
        QStringLiteral("tag"), QStringLiteral("status"), QStringLiteral("variant"),
        QStringLiteral("case"), QStringLiteral("model"), QStringLiteral("name")};
    return keys;
}

void RunsFilter::setFilterText(const QString& text)
{
    m_text = text;
    invalidateFilter();
}

bool RunsFilter::holds(int row, const QString& key, const QString& value) const
{
    if (key.isEmpty())
        return holdsText(m_model.texts(row), value);
    const std::array columns {RunsModel::Device, RunsModel::Torch, RunsModel::Tags,
        RunsModel::State, RunsModel::Variants, RunsModel::Cases, RunsModel::Workload,
        RunsModel::Name};
    const qsizetype at = keys().indexOf(key);
    return at >= 0
        && holdsText({m_model.text(row, columns.at(static_cast<std::size_t>(at)))}, value);
}

bool RunsFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const
{
    return KeyValueFilter::from(m_text, keys())
        .accepts([&](const QString& key, const QString& value) { return holds(row, key, value); });
}

/// What has no value comes last in both directions.
bool RunsFilter::lessThan(const QModelIndex& one, const QModelIndex& other) const
{
    const QVariant left = one.data(RunsModel::SortRole);
    const QVariant right = other.data(RunsModel::SortRole);
    if (left.isValid() != right.isValid())
        return (sortOrder() == Qt::AscendingOrder) == left.isValid();
    return QSortFilterProxyModel::lessThan(one, other);
}

} // namespace ui
