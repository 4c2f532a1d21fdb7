// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_cells.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "ui/charts/chart_text.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::Verdict;
using profiler::WorkOfVariants;
using profiler::WorkTime;
using profiler::WorkTimes;

const profiler::VariantResult& resultOf(const ComparisonView& view, int variant)
{
    return view.caseResult()->variants.at(static_cast<std::size_t>(variant));
}

/// Of a page with many headings side by side each is shorter.
int longestHeading(std::size_t sides)
{
    return sides > 4 ? 10 : 16;
}

QString onlyText(const QString& side, WorkAbsence absence)
{
    return absence == WorkAbsence::NotRun ? tr("only in %1").arg(side)
                                          : tr("only seen in %1").arg(side);
}

const std::optional<WorkTime>& timeOf(const WorkTimes& times, std::size_t side)
{
    static const std::optional<WorkTime> none;
    return side < times.size() ? times[side] : none;
}

profiler::TimeUnit meanUnitOf(const WorkOfVariants& work)
{
    double ns = 0;
    double times = 0;
    for (const auto& row : work.rows)
        for (const auto& side : row.times)
            if (side) {
                ns += side->ns;
                times += side->times;
            }
    return profiler::unitFor(times > 0 ? ns / times : 0);
}

QString notText(const QString& side, WorkAbsence absence)
{
    return absence == WorkAbsence::NotRun ? tr("not in %1").arg(side)
                                          : tr("not seen in %1").arg(side);
}

} // namespace

QString timesText(double times)
{
    const bool whole = std::abs(times - std::round(times)) < 0.005;
    return whole ? countText(std::llround(times)) : numberText(times, 3);
}

DataColumn timeColumn(const QString& side, profiler::TimeUnit unit)
{
    return {.name = tr("%1\n%2").arg(side, unitText(unit)),
        .explanation = tr("Of one call; all rows add up to the untraced median.")};
}

WorkCells::WorkCells(const ComparisonView& view, const WorkOfVariants& work,
    const std::vector<profiler::WorkGroup>& groups)
    : m_work(work)
    , m_meanUnit(meanUnitOf(work))
{
    double fastest = 0;
    for (std::size_t side = 0; side < work.variants.size(); ++side) {
        const auto& result = resultOf(view, work.variants[side]);
        m_names.push_back(result.name);
        m_decided.push_back(result.verdict == Verdict::Faster || result.verdict == Verdict::Slower);
        if (const auto& total = timeOf(work.total, side))
            fastest = fastest == 0 ? total->ns : std::min(fastest, total->ns);
    }
    // A kernel of a call of seconds takes microseconds: "0.0002149 s" nobody reads.
    m_unit = std::min(profiler::unitFor(fastest), profiler::TimeUnit::Milliseconds);
    for (const auto& row : work.rows)
        widen(row.times);
    for (const auto& group : groups)
        widen(group.times);
    for (const auto& rest : work.rests)
        widen(rest.times);
    widen(work.total);
}

void WorkCells::widen(const WorkTimes& times)
{
    for (std::size_t side = 1; side < times.size(); ++side)
        m_largest = std::max(m_largest, std::abs(profiler::changeNs(times, side)));
}

QString WorkCells::heading(std::size_t side) const
{
    return side < m_names.size() ? forHeading(m_names[side], longestHeading(m_names.size()))
                                 : QString();
}

std::vector<WorkChange> WorkCells::changes(const WorkTimes& times, WorkColour colour) const
{
    std::vector<WorkChange> made(std::max<std::size_t>(m_work.variants.size(), 2) - 1);
    for (std::size_t side = 1; side < times.size(); ++side) {
        if (!m_work.isPaired(side) || m_largest <= 0)
            continue;
        WorkChange& change = made[side - 1];
        change.share = profiler::changeNs(times, side) / m_largest;
        const bool coloured = colour == WorkColour::Always
            || (colour == WorkColour::WhereBothRun && times.front() && times[side]);
        if (coloured && m_decided[side] && change.share != 0)
            change.status = change.share < 0 ? Status::Good : Status::Bad;
    }
    return made;
}

QString WorkCells::onlyIn(const WorkTimes& times, WorkAbsence absence) const
{
    std::vector<std::size_t> having;
    std::vector<std::size_t> lacking;
    for (std::size_t side = 0; side < times.size(); ++side)
        if (m_work.overheads[side])
            (times[side] ? having : lacking).push_back(side);
    if (having.empty() || lacking.empty())
        return {};
    if (having.size() == 1)
        return onlyText(heading(having.front()), absence);
    if (lacking.size() == 1)
        return notText(heading(lacking.front()), absence);
    const auto all = having.size() + lacking.size();
    return (absence == WorkAbsence::NotRun ? tr("in %1 of %2 variants")
                                           : tr("seen in %1 of %2 variants"))
        .arg(having.size())
        .arg(all);
}

QString WorkCells::whyMissing(const WorkLine& line, std::size_t side) const
{
    if (side >= m_work.overheads.size())
        return tr("Choose another variant above to compare with.");
    const auto& overhead = m_work.overheads[side];
    if (!overhead)
        return tr("Not known of %1: %2. Record with a trace.")
            .arg(heading(side), qt(overhead.error()));
    return line.absence == WorkAbsence::NotRun
        ? tr("%1 does not run it.").arg(heading(side))
        : tr("The trace of %1 shows nothing that was called from here.").arg(heading(side));
}

DataCell WorkCells::timesCell(const WorkLine& line, std::size_t side) const
{
    if (!line.countsTimes)
        return textCell({});
    const auto& time = timeOf(line.times, side);
    if (time && time->times <= 0) // its time is known, so something ran
        return missingCell(tr("It is counted where most of its time is."));
    return time ? numberCell(timesText(time->times), time->times)
                : missingCell(whyMissing(line, side));
}

DataCell WorkCells::nsCell(const WorkLine& line, std::size_t side) const
{
    const auto& time = timeOf(line.times, side);
    return time ? numberCell(timeText(m_unit, time->ns), time->ns / nanosecondsIn(m_unit))
                : missingCell(whyMissing(line, side));
}

DataCell WorkCells::meanCell(const WorkLine& line, std::size_t side) const
{
    if (!line.countsTimes || line.isCall)
        return textCell({});
    const auto& time = timeOf(line.times, side);
    if (!time)
        return missingCell(whyMissing(line, side));
    if (time->times <= 0)
        return {};
    const double mean = time->ns / time->times;
    return numberCell(timeText(m_meanUnit, mean), mean / nanosecondsIn(m_meanUnit));
}

DataCell WorkCells::shareCell(const WorkLine& line, std::size_t side) const
{
    const auto& time = timeOf(line.times, side);
    if (!time)
        return missingCell(whyMissing(line, side));
    const auto& total = timeOf(m_work.total, side);
    if (!total || total->ns <= 0)
        return {};
    const double percent = 100 * time->ns / total->ns;
    return numberCell(QString::number(percent, 'f', 1), percent);
}

DataCell WorkCells::changeCell(const WorkLine& line, std::size_t side) const
{
    if (!m_work.isPaired(side))
        return missingCell(side >= m_work.variants.size()
                ? tr("Choose another variant above to compare with.")
                : tr("One side is not known."));
    const double ns = profiler::changeNs(line.times, side);
    const QString size = timeText(m_unit, std::abs(ns));
    DataCell cell = numberCell(ns < 0 ? u"▼ \u2212"_qs + size
            : ns > 0                  ? u"▲ +"_qs + size
                                      : u"±0"_qs,
        ns / nanosecondsIn(m_unit));
    cell.muted
        = (line.countsTimes || line.isCall) && !(line.times.front() && timeOf(line.times, side));
    return cell;
}

QString forHeading(const std::string& name, int most)
{
    const QString text = qt(name);
    return text.size() <= most ? text
                               : text.left(most / 2) + u'…' + text.right(most - (most / 2) - 1);
}

} // namespace ui
