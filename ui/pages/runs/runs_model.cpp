// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/runs_model.h"

#include "profiler/model/number_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/tables/key_value_filter.h"
#include "ui/text/text.h"

#include <algorithm>
#include <array>
#include <cstddef>

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

/// As it is read, in files too.
DataCell cellOf(const QString& text, const QString& reason, const QVariant& value)
{
    return {.text = text,
        .value = value,
        .raw = {text == absent() ? missing(reason) : QVariant(text)},
        .reason = reason};
}

DataCell plainCell(const QString& text)
{
    return cellOf(text, text, text);
}

template <typename Member>
auto plain(Member member)
{
    return [member](const ComparisonSummary& summary) { return plainCell(qt(summary.*member)); };
}

template <typename Member>
auto plainList(Member member)
{
    return
        [member](const ComparisonSummary& summary) { return plainCell(listed(summary.*member)); };
}

DataCell dateCell(const ComparisonSummary& summary)
{
    const QString text = dateText(summary);
    DataCell cell = cellOf(text, text, QVariant::fromValue<qlonglong>(summary.info.started.ns));
    cell.muted = true;
    return cell;
}

DataCell nameCell(const ComparisonSummary& summary)
{
    return plainCell(qt(summary.info.name));
}

DataCell torchCell(const ComparisonSummary& summary)
{
    DataCell cell = plainCell(qt(summary.torch));
    cell.muted = true;
    return cell;
}

DataCell stateCell(const ComparisonSummary& summary)
{
    const QString text = stateText(summary);
    DataCell cell = cellOf(text, qt(summary.info.stopReason), text);
    cell.muted = true;
    return cell;
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

RunsModel::RunsModel(QObject* parent)
    : RowModel(parent)
{
    setRows({}, runsColumns());
}

/// In the order of Column.
std::vector<ui::Column<ComparisonSummary>> RunsModel::runsColumns() const
{
    constexpr auto text = DataAlign::Text;
    return {
        {{.name = tr("date"), .align = text, .width = 128}, dateCell},
        {{.name = tr("name"), .align = text, .fills = 2, .width = 150, .strong = true}, nameCell},
        {{.name = tr("workload"), .align = text, .yields = 3, .fills = 5, .width = 120},
            plain(&ComparisonSummary::workload)},
        {{.name = tr("cases"), .align = text, .yields = 4, .fills = 2, .width = 80},
            plainList(&ComparisonSummary::cases)},
        {{.name = tr("variants"), .align = text, .yields = 5, .fills = 2, .width = 130},
            plainList(&ComparisonSummary::variants)},
        {{.name = tr("device"), .align = text, .yields = 2, .fills = 1, .width = 130},
            plain(&ComparisonSummary::device)},
        {{.name = tr("PyTorch"), .align = text, .yields = 1, .width = 92}, torchCell},
        {{.name = tr("result"),
             .align = text,
             .fills = 2,
             .width = 150,
             .elide = Qt::ElideRight,
             .strong = true},
            [this](const ComparisonSummary& summary) { return bestCell(summary); }},
        {{.name = tr("median"), .align = text, .yields = 1, .width = 150},
            [this](const ComparisonSummary& summary) { return medianCell(summary); }},
        {{.name = tr("status"), .align = text, .width = 84}, stateCell},
        {{.name = tr("tags"), .align = text, .fills = 1, .width = 80},
            plainList(&ComparisonSummary::tags)},
    };
}

void RunsModel::setSummaries(std::vector<ComparisonSummary> summaries)
{
    std::stable_sort(summaries.begin(), summaries.end(),
        [](const auto& one, const auto& other) { return one.info.started > other.info.started; });
    beginResetModel();
    m_rows = std::move(summaries);
    endResetModel();
}

int RunsModel::rowOf(profiler::ComparisonId id) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [id](const ComparisonSummary& summary) { return summary.info.id == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void RunsModel::bestFound(profiler::ComparisonId id)
{
    if (const int row = rowOf(id); row >= 0)
        // The rows above it may have its median as the one before.
        Q_EMIT dataChanged(index(0, Best), index(row, Median));
}

const BestEntry* RunsModel::bestOf(const ComparisonSummary& summary) const
{
    return m_best == nullptr ? nullptr : m_best->find(summary.info.id);
}

const ComparisonSummary* RunsModel::recordedBefore(const ComparisonSummary& summary) const
{
    const BestEntry* best = bestOf(summary);
    const auto isBefore = [&](const ComparisonSummary& older) {
        const BestEntry* other = bestOf(older);
        return older.workload == summary.workload && older.device == summary.device
            && other != nullptr && other->mediansNs.contains(best->medianOf);
    };
    if (best == nullptr)
        return nullptr;
    const auto own = m_rows.begin() + (&summary - m_rows.data());
    const auto found = std::find_if(own + 1, m_rows.end(), isBefore);
    return found == m_rows.end() ? nullptr : &*found;
}

DataCell RunsModel::medianCell(const ComparisonSummary& summary) const
{
    const BestEntry* best = bestOf(summary);
    const auto ns = best == nullptr ? std::nullopt : best->medianNs();
    if (!ns)
        return cellOf(absent(), tr("No call was timed."), {});
    const QString median = qt(profiler::formatDuration(*ns));
    const QString what = tr("A call of %1.").arg(best->medianOf);
    const ComparisonSummary* before = recordedBefore(summary);
    if (before == nullptr)
        return cellOf(median, what, *ns);
    const double beforeNs = bestOf(*before)->mediansNs.at(best->medianOf);
    return cellOf(tr("%1, before %2").arg(median, qt(profiler::formatDuration(beforeNs))),
        tr("%1 Before: %2. The two were not measured in turns, so neither is called faster.")
            .arg(what, dateText(*before)),
        *ns);
}

DataCell RunsModel::bestCell(const ComparisonSummary& summary) const
{
    const BestEntry* best = bestOf(summary);
    const bool running = summary.info.status == profiler::ComparisonStatus::Running;
    return cellOf(best == nullptr ? absent() : best->text,
        running               ? tr("It is being recorded; open it to follow.")
            : best == nullptr ? tr("Not judged yet.")
                              : best->sentence,
        best != nullptr && best->ratio ? QVariant(*best->ratio) : QVariant());
}

QStringList RunsModel::texts(int row) const
{
    QStringList all;
    for (int column = 0; column < columnCount(); ++column)
        all << text(row, column);
    return all;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = RowModel::flags(index);
    if (index.isValid() && m_editable && (index.column() == Name || index.column() == Tags))
        flags |= Qt::ItemIsEditable;
    return flags;
}

/// Shown at once; when it cannot be stored the list is read again and shows what is there.
bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable))
        return false;
    ComparisonSummary& shown = m_rows.at(static_cast<std::size_t>(index.row()));
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
    : DataSorter(model, parent)
    , m_model(*model)
{
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

} // namespace ui
