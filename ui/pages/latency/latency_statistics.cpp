// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_statistics.h"

#include "profiler/judge/verdict.h"
#include "profiler/model/thresholds.h"
#include "profiler/report/text/enum_text.h"
#include "ui/charts/chart_text.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ui {

namespace {

using profiler::Interval;
using profiler::LatencyRow;
using profiler::LatencySummary;
using profiler::Percentile;
using profiler::TimeUnit;
using LatencyColumn = Column<LatencyRow>;

constexpr int statisticsGap = 8;

/// `made` of a variant with timed calls, else why there is none.
template <typename Make>
DataCell measured(const LatencyRow& row, Make made)
{
    return row.latency ? made(*row.latency) : missingCell(qt(row.latency.error()));
}

QVariant rawTime(TimeUnit unit, const std::optional<double>& ns, const QString& why = {})
{
    return ns ? QVariant(*ns / nanosecondsIn(unit)) : missing(why);
}

LatencyColumn nameColumn()
{
    return {{.name = tr("variant"),
                .align = DataAlign::Text,
                .elastic = true,
                .narrowest = 120,
                .gap = statisticsGap},
        [](const LatencyRow& row) {
            return DataCell {.text = qt(row.name),
                .value = row.variant,
                .raw = {qt(row.name)},
                .reason = qt(row.name),
                .variant = row.variant};
        }};
}

LatencyColumn countColumn(const QString& name, std::int64_t LatencySummary::*count, int yields)
{
    return {{.name = name, .yields = yields, .gap = statisticsGap}, [count](const LatencyRow& row) {
                return measured(row, [count](const LatencySummary& summary) {
                    return numberCell(
                        countText(summary.*count), static_cast<double>(summary.*count));
                });
            }};
}

DataCell percentileCell(const Percentile& percentile, TimeUnit unit)
{
    if (!percentile.ns)
        return missingCell(tr("needs %1 calls in one process, has %2: add rounds or calls")
                               .arg(countText(percentile.needs), countText(percentile.has)));
    DataCell cell = numberCell(timeText(unit, *percentile.ns), *percentile.ns);
    if (percentile.lowNs && percentile.highNs)
        cell.reason = tr("95 % interval %1–%2")
                          .arg(durationText(*percentile.lowNs), durationText(*percentile.highNs));
    return cell;
}

/// In which turn the column of a percentile is left out where there is no room: what lies farthest
/// from the tail that matters goes first; 0: the median and that tail stay.
int turnToYield(std::size_t index)
{
    const auto decades = [](std::size_t of) {
        const double p = profiler::percentiles.at(of).p;
        return std::lround(10 * std::abs(std::log10((1 - p) / (1 - profiler::tailPercentile))));
    };
    const auto stays = [](std::size_t of) {
        const double p = profiler::percentiles.at(of).p;
        return p == profiler::medianPercentile || p == profiler::tailPercentile;
    };
    if (stays(index))
        return 0;
    int turn = 1;
    for (std::size_t other = 0; other < profiler::percentiles.size(); ++other) {
        if (!stays(other)
            && (decades(other) > decades(index)
                || (other < index && decades(other) == decades(index))))
            ++turn;
    }
    return turn;
}

constexpr int afterPercentiles = static_cast<int>(profiler::percentiles.size());

LatencyColumn percentileColumn(std::size_t index, TimeUnit unit)
{
    const QString name = qt(std::string(profiler::percentiles.at(index).name)).toLower();
    const int turn = turnToYield(index);
    DataColumn heading {.name = name, .unit = unitText(unit), .yields = turn, .gap = statisticsGap};
    heading.strong = turn == 0;
    heading.raw = {name + QStringLiteral(", ") + heading.unit, tr("%1 low").arg(name),
        tr("%1 high").arg(name)};
    return {heading, [index, unit](const LatencyRow& row) {
                DataCell cell = measured(row, [&](const LatencySummary& summary) {
                    return percentileCell(summary.percentiles.at(index), unit);
                });
                const auto raw = [&](std::optional<double> Percentile::*ns, const QString& why) {
                    return row.latency ? rawTime(unit, row.latency->percentiles.at(index).*ns, why)
                                       : missing(why);
                };
                cell.raw = {raw(&Percentile::ns, cell.reason), raw(&Percentile::lowNs, {}),
                    raw(&Percentile::highNs, {})};
                return cell;
            }};
}

LatencyColumn middleHalfColumn(TimeUnit unit)
{
    return {{.name = tr("IQR (p25–p75)"),
                .unit = unitText(unit),
                .yields = afterPercentiles,
                .gap = statisticsGap,
                .raw = {tr("p25, %1").arg(unitText(unit)), tr("p75, %1").arg(unitText(unit))}},
        [unit](const LatencyRow& row) {
            DataCell cell = measured(row, [unit](const LatencySummary& summary) {
                DataCell half = numberCell(
                    timeText(unit, summary.q1Ns) + QChar(0x2013) + timeText(unit, summary.q3Ns),
                    summary.q1Ns);
                half.raw = {rawTime(unit, summary.q1Ns), rawTime(unit, summary.q3Ns)};
                return half;
            });
            if (cell.raw.isEmpty())
                cell.raw = {missing({}), missing({})};
            return cell;
        }};
}

DataCell latencyRatioCell(const LatencyRow& row, const profiler::Measured<Interval>& ratio)
{
    const bool baseline = row.variant == 0;
    const QString reason = ratio ? QString() : qt(ratio.error());
    if (baseline || !ratio) {
        DataCell cell = baseline ? numberCell(QStringLiteral("1"), 1) : missingCell(reason);
        cell.reason = reason;
        cell.muted = true;
        cell.raw = {missing(baseline ? tr("the baseline") : reason), missing({}), missing({})};
        return cell;
    }
    DataCell cell = numberCell(qt(profiler::formatRatio(ratio->estimate)), ratio->estimate,
        u'(' + qt(profiler::formatRatioInterval(*ratio)) + u')');
    cell.muted = ratio->low <= 1 && ratio->high >= 1;
    cell.raw = {ratio->estimate, ratio->low, ratio->high};
    return cell;
}

/// A ratio that no verdict decided says so, by its shape and in words.
DataCell judgedRatioCell(
    const LatencyRow& row, const profiler::Measured<Interval>& ratio, profiler::Verdict verdict)
{
    DataCell cell = latencyRatioCell(row, ratio);
    if (row.variant == 0 || !ratio || profiler::isDecided(verdict))
        return cell;
    cell.reason = qt(profiler::verdictWord(verdict));
    cell.copied = cell.text + u' ' + cell.reason;
    cell.accessible = cell.text + u' ' + cell.quiet + QStringLiteral("; ") + cell.reason;
    cell.status = statusOf(verdict);
    return cell;
}

LatencyColumn ratioColumn(const QString& name, const QString& rawName,
    const std::function<DataCell(const LatencyRow&)>& cell)
{
    return {{.name = name,
                .gap = statisticsGap,
                .strong = true,
                .raw = {rawName, tr("low"), tr("high")}},
        cell};
}

DataCell limitCell(const LatencyRow& row)
{
    if (!row.limit || !row.limit->value) {
        DataCell cell = missingCell(!row.latency ? qt(row.latency.error())
                : row.limit                      ? qt(row.limit->value.error())
                                                 : QString());
        if (!row.limit && row.variant == 0)
            cell.text = tr("baseline");
        return cell;
    }
    const double spare = row.limit->limit - *row.limit->value;
    DataCell cell = numberCell(row.limit->met ? tr("met, %1 to spare").arg(durationText(spare))
                                              : tr("over by %1").arg(durationText(-spare)),
        spare);
    cell.status = row.limit->met ? Status::Good : Status::Warning;
    cell.strong = true;
    return cell;
}

LatencyColumn limitColumn(const std::vector<LatencyRow>& rows, TimeUnit unit)
{
    const auto limited = std::find_if(
        rows.begin(), rows.end(), [](const LatencyRow& row) { return row.limit.has_value(); });
    const QString name = limited == rows.end()
        ? tr("p99 limit")
        : tr("p99 limit %1").arg(tickDuration(limited->limit->limit));
    return {{.name = name, .gap = statisticsGap, .raw = {tr("p99 limit, %1").arg(unitText(unit))}},
        [unit](const LatencyRow& row) {
            DataCell cell = limitCell(row);
            cell.raw = {rawTime(unit, row.limit ? std::optional(row.limit->limit) : std::nullopt)};
            return cell;
        }};
}

std::vector<LatencyColumn> columnsOf(const std::vector<LatencyRow>& rows, TimeUnit unit)
{
    std::vector<LatencyColumn> columns {
        nameColumn(), countColumn(tr("calls"), &LatencySummary::calls, afterPercentiles + 1)};
    for (std::size_t i = 0; i < profiler::percentiles.size(); ++i)
        columns.push_back(percentileColumn(i, unit));
    columns.insert(columns.end(),
        {middleHalfColumn(unit), countColumn(tr("outliers"), &LatencySummary::severeOutliers, 0),
            ratioColumn(tr("× median (95 %)"), tr("times faster at the median"),
                [](const LatencyRow& row) {
                    return judgedRatioCell(row, row.medianRatio, row.verdict);
                }),
            ratioColumn(tr("× p99 (95 %)"), tr("times faster at p99"),
                [](const LatencyRow& row) {
                    return judgedRatioCell(row, row.p99Ratio, row.p99Verdict);
                }),
            limitColumn(rows, unit)});
    return columns;
}

} // namespace

TimeUnit latencyUnit(const std::vector<LatencyRow>& rows)
{
    double smallest = 1e300;
    for (const LatencyRow& row : rows) {
        if (row.latency && row.latency->median().ns)
            smallest = std::min(smallest, *row.latency->median().ns);
    }
    return profiler::unitFor(smallest < 1e300 ? smallest : 1e6);
}

DataContent latencyStatistics(const std::vector<LatencyRow>& rows)
{
    const auto columns = columnsOf(rows, latencyUnit(rows));
    DataContent content {.title = tr("Statistics"), .columns = headingsOf(columns)};
    for (const LatencyRow& row : rows)
        content.rows.push_back(filledRow(columns, row, {.key = row.variant}));
    return content;
}

} // namespace ui
