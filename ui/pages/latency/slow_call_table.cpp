// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/slow_call_table.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/slow_text.h"
#include "ui/charts/chart_text.h"
#include "ui/tables/column.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ui {

namespace {

using profiler::SlowCall;
using profiler::SlowCause;
using profiler::TimeUnit;
using SlowColumn = Column<SlowCall>;

constexpr std::size_t shownCalls = 40;
constexpr int slowCallGap = 8;

std::optional<Status> statusOf(SlowCause cause)
{
    return cause == SlowCause::Unexplained ? Status::Neutral
        : profiler::isCompile(cause)       ? Status::Information
                                           : Status::Warning;
}

SlowColumn variantColumn(const profiler::Plan& plan)
{
    return {{.name = tr("variant"), .align = DataAlign::Text, .gap = slowCallGap},
        [&plan](const SlowCall& call) {
            const auto index = static_cast<std::size_t>(call.variant);
            return variantCell(
                index < plan.variants.size() ? qt(plan.variants[index].name) : QString(),
                call.variant);
        }};
}

SlowColumn causeColumn()
{
    return {{.name = tr("cause"), .align = DataAlign::Text, .gap = slowCallGap},
        [](const SlowCall& call) {
            DataCell cell = textCell(qt(slowCauseName(call.cause)));
            cell.status = statusOf(call.cause);
            cell.strong = true;
            cell.reason = qt(slowCallSentence(call));
            return cell;
        }};
}

SlowColumn whyColumn()
{
    return {{.name = tr("why"),
                .align = DataAlign::Text,
                .elastic = true,
                .narrowest = 160,
                .fills = 1,
                .elide = Qt::ElideRight,
                .gap = slowCallGap},
        [](const SlowCall& call) {
            DataCell cell = textCell(qt(slowCallCause(call)));
            cell.reason = qt(slowCallSentence(call));
            return cell;
        }};
}

SlowColumn whereColumn()
{
    return {{.name = tr("call"),
                .align = DataAlign::Text,
                .yields = 2,
                .elastic = true,
                .narrowest = 120,
                .gap = slowCallGap},
        [](const SlowCall& call) {
            DataCell cell = textCell(qt(slowCallPlace(call)));
            cell.quiet = call.leftOut ? tr("left out") : QString();
            return cell;
        }};
}

SlowColumn timeColumn(
    const QString& name, TimeUnit unit, int yields, std::optional<double> (*ns)(const SlowCall&))
{
    return {{.name = tr("%1, %2").arg(name, unitText(unit)),
                .unit = unitText(unit),
                .yields = yields,
                .gap = slowCallGap},
        [unit, ns](const SlowCall& call) {
            const auto value = ns(call);
            return value ? numberCell(timeText(unit, *value), *value)
                         : missingCell(tr("nothing tells how much"));
        }};
}

SlowColumn adviceColumn()
{
    return {{.name = tr("what to do"),
                .align = DataAlign::Text,
                .yields = 1,
                .elastic = true,
                .narrowest = 150,
                .fills = 1,
                .elide = Qt::ElideRight,
                .gap = slowCallGap},
        [](const SlowCall& call) {
            const QString code = qt(slowCallCode(call));
            DataCell cell = textCell(
                code.isEmpty() || code.contains(u'\n') ? qt(slowCallAdvice(call)) : code);
            cell.code = !code.isEmpty() && !code.contains(u'\n');
            cell.reason = qt(slowCallAdvice(call)) + (code.isEmpty() ? QString() : u'\n' + code);
            return cell;
        }};
}

/// One for all columns: of the shortest that is shown.
TimeUnit slowCallUnit(const profiler::SlowCallList& slow)
{
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(shownCalls, slow.calls.size()); ++i)
        shortest = std::min(shortest, slow.calls[i].ns);
    return profiler::unitFor(shortest);
}

std::vector<SlowColumn> columnsOf(const profiler::Plan& plan, TimeUnit unit)
{
    return {causeColumn(), variantColumn(plan), whereColumn(),
        timeColumn(
            tr("took"), unit, 0, [](const SlowCall& call) { return std::optional(call.ns); }),
        timeColumn(tr("above median"), unit, 0,
            [](const SlowCall& call) {
                return call.medianNs ? std::optional(call.overMedianNs()) : std::nullopt;
            }),
        timeColumn(
            tr("by the cause"), unit, 3, [](const SlowCall& call) { return call.explainedNs; }),
        whyColumn(), adviceColumn()};
}

} // namespace

DataContent slowCallTable(const profiler::SlowCallList& slow, const profiler::Plan& plan)
{
    const auto columns = columnsOf(plan, slowCallUnit(slow));
    DataContent content {.title = tr("Outliers"), .columns = headingsOf(columns)};
    const auto count = std::min(shownCalls, slow.calls.size());
    for (std::size_t i = 0; i < count; ++i)
        content.rows.push_back(filledRow(columns, slow.calls[i], {.key = static_cast<int>(i)}));
    return content;
}

std::string compileOf(const SlowCall& call)
{
    const auto* compiled = std::get_if<profiler::CompiledInCall>(&call.evidence);
    return compiled == nullptr ? std::string() : compiled->compileId;
}

QString slowCallCaption(const profiler::SlowCallList& slow)
{
    const auto all = static_cast<qint64>(slow.calls.size());
    if (all == 0)
        return tr("none");
    std::vector<std::size_t> causes;
    for (std::size_t i = 0; i < slow.sums.size(); ++i)
        if (slow.sums.at(i).calls > 0)
            causes.push_back(i);
    std::stable_sort(causes.begin(), causes.end(), [&](std::size_t one, std::size_t other) {
        return slow.sums.at(one).overNs > slow.sums.at(other).overNs;
    });
    QStringList shares;
    for (const std::size_t cause : causes)
        if (slow.overNs > 0)
            shares.append(tr("%1 %2").arg(qt(slowCauseName(static_cast<SlowCause>(cause))),
                qt(profiler::percentText(slow.sums.at(cause).overNs / slow.overNs))));
    QString text = counted(all, tr("call"), tr("calls"));
    if (all > static_cast<qint64>(shownCalls))
        text += tr(", the slowest %1 shown").arg(shownCalls);
    return text + u" · "_qs + tr("of their time above the median: ") + shares.join(u", "_qs);
}

} // namespace ui
