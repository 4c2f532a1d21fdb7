// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_model.h"

#include "ui/charts/chart_text.h"
#include "ui/text/text.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

using profiler::LatencyRow;
using profiler::LatencySummary;
using profiler::Percentile;

bool isBaseline(const LatencyRow& row)
{
    return row.variant == 0;
}

const Percentile* percentileOf(const LatencyRow& row, int column)
{
    const auto index = LatencyModel::percentileIn(column);
    return row.latency && index ? &row.latency->percentiles.at(*index) : nullptr;
}

QString percentileName(std::size_t index)
{
    return qt(std::string(profiler::percentiles.at(index).name)).toLower();
}

const profiler::Judged<profiler::Interval>* ratioOf(const LatencyRow& row, int column)
{
    if (column == LatencyModel::MedianRatio)
        return &row.medianRatio;
    return column == LatencyModel::P99Ratio ? &row.p99Ratio : nullptr;
}

} // namespace

profiler::TimeUnit latencyUnit(const std::vector<LatencyRow>& rows)
{
    double smallest = 1e300;
    for (const LatencyRow& row : rows) {
        if (row.latency && row.latency->median().ns)
            smallest = std::min(smallest, *row.latency->median().ns);
    }
    return profiler::unitFor(smallest < 1e300 ? smallest : 1e6);
}

std::optional<std::size_t> LatencyModel::percentileIn(int column)
{
    return column >= Median && column < MiddleHalf
        ? std::optional(static_cast<std::size_t>(column - Median))
        : std::nullopt;
}

void LatencyModel::setRows(std::vector<LatencyRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_unit = latencyUnit(m_rows);
    endResetModel();
}

int LatencyModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int LatencyModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int {ColumnCount};
}

QString LatencyModel::timesText(const LatencyRow& row, int column) const
{
    if (const Percentile* percentile = percentileOf(row, column))
        return percentile->ns ? timeText(m_unit, *percentile->ns) : absent();
    if (column == MiddleHalf && row.latency)
        return timeText(m_unit, row.latency->q1Ns) + QChar(0x2013)
            + timeText(m_unit, row.latency->q3Ns);
    return absent();
}

QString LatencyModel::limitText(const LatencyRow& row) const
{
    if (!row.limit)
        return isBaseline(row) ? tr("baseline") : absent();
    if (!row.limit->value)
        return absent();
    const double spare = row.limit->limit - *row.limit->value;
    return row.limit->met ? tr("met, %1 to spare").arg(durationText(spare))
                          : tr("over by %1").arg(durationText(-spare));
}

QString LatencyModel::text(const LatencyRow& row, int column) const
{
    switch (column) {
    case Name:
        return qt(row.name);
    case Calls:
        return row.latency ? countText(row.latency->calls) : absent();
    case SlowCalls:
        return row.latency ? countText(row.latency->severeOutliers) : absent();
    case Limit:
        return limitText(row);
    default:
        break;
    }
    const auto* ratio = ratioOf(row, column);
    if (ratio == nullptr)
        return timesText(row, column);
    if (isBaseline(row))
        return u"1"_qs;
    return *ratio ? qt(profiler::formatRatio((*ratio)->estimate)) : absent();
}

QString LatencyModel::quietText(const LatencyRow& row, int column) const
{
    const auto* ratio = ratioOf(row, column);
    if (ratio == nullptr || !*ratio || isBaseline(row))
        return {};
    return u'(' + qt(profiler::formatRatioInterval(**ratio)) + u')';
}

QString LatencyModel::reason(const LatencyRow& row, int column) const
{
    if (column == Name)
        return qt(row.name);
    if (const auto* ratio = ratioOf(row, column))
        return *ratio ? QString() : qt(ratio->error());
    if (!row.latency)
        return qt(row.latency.error());
    if (column == Limit)
        return row.limit && !row.limit->value ? qt(row.limit->value.error()) : QString();
    const Percentile* percentile = percentileOf(row, column);
    if (percentile == nullptr)
        return {};
    if (!percentile->ns)
        return tr("needs %1 calls in one process, has %2: add rounds or calls")
            .arg(countText(percentile->needs), countText(percentile->has));
    if (!percentile->lowNs || !percentile->highNs)
        return {};
    return tr("95 % interval %1–%2")
        .arg(durationText(*percentile->lowNs), durationText(*percentile->highNs));
}

QVariant LatencyModel::sortValue(const LatencyRow& row, int column) const
{
    if (const Percentile* percentile = percentileOf(row, column))
        return percentile->ns ? QVariant(*percentile->ns) : QVariant();
    if (const auto* ratio = ratioOf(row, column)) {
        if (isBaseline(row))
            return 1.0;
        return *ratio ? QVariant((*ratio)->estimate) : QVariant();
    }
    if (column == Name)
        return row.variant;
    if (column == Limit)
        return row.limit && row.limit->value ? QVariant(row.limit->limit - *row.limit->value)
                                             : QVariant();
    if (!row.latency)
        return {};
    if (column == Calls)
        return QVariant::fromValue<qlonglong>(row.latency->calls);
    if (column == SlowCalls)
        return QVariant::fromValue<qlonglong>(row.latency->severeOutliers);
    return row.latency->q1Ns;
}

QVariant LatencyModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const LatencyRow& row = m_rows.at(static_cast<std::size_t>(index.row()));
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return reason(row, column);
    case Qt::AccessibleTextRole:
        return QString(text(row, column) + u' ' + quietText(row, column)).trimmed();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::AlignVCenter | (column == Name ? Qt::AlignLeft : Qt::AlignRight));
    case SortRole:
        return sortValue(row, column);
    case QuietTextRole:
        return quietText(row, column);
    case VariantRole:
        return row.variant;
    case DoubtfulRole: {
        const auto* ratio = ratioOf(row, column);
        return ratio != nullptr && *ratio && (*ratio)->low <= 1 && (*ratio)->high >= 1;
    }
    case StatusRole:
        if (column != Limit || !row.limit || !row.limit->value)
            return {};
        return static_cast<int>(row.limit->met ? Status::Good : Status::Warning);
    default:
        return {};
    }
}

QVariant LatencyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(
            Qt::AlignVCenter | (section == Name ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    if (section == Limit) {
        for (const LatencyRow& row : m_rows) {
            if (row.limit)
                return tr("p99 limit %1").arg(tickDuration(row.limit->limit));
        }
    }
    if (const auto percentile = percentileIn(section))
        return percentileName(*percentile);
    switch (section) {
    case Name:
        return tr("variant");
    case Calls:
        return tr("calls");
    case MiddleHalf:
        return tr("IQR (p25–p75)");
    case SlowCalls:
        return tr("outliers");
    case MedianRatio:
        return tr("× median (95 %)");
    case P99Ratio:
        return tr("× p99 (95 %)");
    default:
        return tr("p99 limit");
    }
}

ChartTable LatencyModel::rawTable() const
{
    const QString unit = unitText(m_unit);
    const double ns = nanosecondsIn(m_unit);
    ChartTable all {.title = tr("Statistics"), .columns = {tr("variant"), tr("calls")}};
    for (std::size_t i = 0; i < profiler::percentiles.size(); ++i) {
        const QString name = percentileName(i);
        all.columns << name + u", "_qs + unit << name + tr(" low") << name + tr(" high");
    }
    all.columns << tr("p25, %1").arg(unit) << tr("p75, %1").arg(unit) << tr("outliers")
                << tr("times faster at the median") << tr("low") << tr("high")
                << tr("times faster at p99") << tr("low") << tr("high")
                << tr("p99 limit, %1").arg(unit);
    for (const LatencyRow& row : m_rows) {
        QVariantList cells {qt(row.name)};
        const auto add = [&](const std::optional<double>& value, const QString& why) {
            cells.append(value ? QVariant(*value / ns) : missing(why));
        };
        const bool any = row.latency.has_value();
        const QString whyNone = any ? QString() : qt(row.latency.error());
        cells.append(any ? QVariant::fromValue<qlonglong>(row.latency->calls) : missing(whyNone));
        for (int column = Median; column < MiddleHalf; ++column) {
            const Percentile* percentile = percentileOf(row, column);
            add(any ? percentile->ns : std::nullopt, reason(row, column));
            add(any ? percentile->lowNs : std::nullopt, {});
            add(any ? percentile->highNs : std::nullopt, {});
        }
        add(any ? std::optional(row.latency->q1Ns) : std::nullopt, {});
        add(any ? std::optional(row.latency->q3Ns) : std::nullopt, {});
        cells.append(
            any ? QVariant::fromValue<qlonglong>(row.latency->severeOutliers) : missing({}));
        for (const auto* ratio : {&row.medianRatio, &row.p99Ratio}) {
            if (*ratio && !isBaseline(row))
                cells << (*ratio)->estimate << (*ratio)->low << (*ratio)->high;
            else
                cells << missing(isBaseline(row) ? tr("the baseline") : qt(ratio->error()))
                      << missing({}) << missing({});
        }
        add(row.limit ? std::optional(row.limit->limit) : std::nullopt, {});
        all.rows.append(cells);
    }
    return all;
}

ChartTable LatencyModel::table() const
{
    ChartTable table {tr("Statistics"), {}, {}};
    for (int column = 0; column < ColumnCount; ++column) {
        QString name = headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        if (column >= Median && column <= MiddleHalf)
            name += u", "_qs + unitText(m_unit);
        table.columns.append(name);
    }
    for (int row = 0; row < rowCount(); ++row) {
        QVariantList cells;
        for (int column = 0; column < ColumnCount; ++column)
            cells.append(data(index(row, column), Qt::AccessibleTextRole));
        table.rows.append(cells);
    }
    return table;
}

} // namespace ui
