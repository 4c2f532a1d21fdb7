// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_rows.h"

#include "profiler/report/format.h"
#include "profiler/report/work_text.h"
#include "ui/models/text.h"
#include "ui/parts/work_marks.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::RestKind;
using profiler::Verdict;
using profiler::WorkComparison;
using profiler::WorkKind;
using profiler::WorkPair;
using profiler::WorkTime;

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkTable", text);
}

IdlePattern patternOf(RestKind kind)
{
    switch (kind) {
    case RestKind::Host:
        return IdlePattern::Dots;
    case RestKind::DeviceIdle:
        return IdlePattern::Diagonal;
    case RestKind::DeviceCopies:
    case RestKind::Unexplained:
        break;
    }
    return IdlePattern::DottedOutline;
}

/// A heading cannot be wrapped: a long name of a variant loses its middle.
QString forHeading(const std::string& name)
{
    constexpr int most = 18;
    const QString text = qt(name);
    return text.size() <= most ? text
                               : text.left(most / 2) + u'…' + text.right(most - (most / 2) - 1);
}

/// Everything that one row needs to know of the page.
class RowMaker {
public:
    RowMaker(const ComparisonView& view, const WorkComparison& work)
        : m_work(work)
        , m_baseline(forHeading(view.caseResult()->variants.front().name))
        , m_variant(view.focused() == nullptr ? QString() : forHeading(view.focused()->name))
        , m_alone(view.focus == 0)
    {
        const auto verdict
            = view.focused() == nullptr ? Verdict::NotEnoughData : view.focused()->verdict;
        m_decided = verdict == Verdict::Faster || verdict == Verdict::Slower;
        double fastest = 0;
        for (const auto& side : {work.total.baseline, work.total.variant})
            if (side && (fastest == 0 || side->ns < fastest))
                fastest = side->ns;
        m_unit = profiler::unitFor(fastest);
        for (const auto& row : work.rows)
            widen(row.time);
        for (const auto& [kind, pair] : work.byKind)
            widen(pair);
        for (const auto& rest : work.rests)
            widen(rest.time);
        widen(work.total);
    }

    [[nodiscard]] std::vector<DataColumn> columns() const
    {
        const QString unit = qt(profiler::unitName(m_unit));
        return {{.name = tr("work"),
                    .align = DataAlign::Text,
                    .elastic = true,
                    .narrowest = 340, // kernels' names differ at both ends
                    .fills = true},
            {.name = tr("class"), .align = DataAlign::Text, .yields = 1},
            {.name = tr("%1, times").arg(m_baseline),
                .yields = 2,
                .explanation = tr("How often it ran in one call.")},
            {.name = tr("%1, times").arg(m_variant),
                .yields = 3,
                .explanation = tr("How often it ran in one call.")},
            {.name = tr("%1, %2").arg(m_baseline, unit),
                .explanation = tr("Of one call; all rows add up to the untraced median.")},
            {.name = tr("%1, %2").arg(m_variant, unit),
                .explanation = tr("Of one call; all rows add up to the untraced median.")},
            {.name = tr("net change, %1").arg(unit), .width = 210}};
    }

    [[nodiscard]] DataRow row(const DataCell& name, const QString& kind, const WorkPair& pair,
        bool countsTimes = true) const
    {
        DataCell kindCell = textCell(kind);
        kindCell.muted = true;
        DataRow row;
        row.cells = {name, kindCell, timesCell(pair.baseline, countsTimes, m_baseline),
            timesCell(pair.variant, countsTimes, m_variant), nsCell(pair.baseline, m_baseline),
            nsCell(pair.variant, m_variant), changeCell(pair)};
        return row;
    }

    /// Green and red only where a verdict stands behind them.
    [[nodiscard]] WorkSign signOf(const WorkPair& pair, bool coloured) const
    {
        WorkSign sign;
        if (!m_work.isPaired() || m_largest <= 0)
            return sign;
        sign.change = pair.changeNs() / m_largest;
        if (coloured && m_decided && sign.change != 0)
            sign.status = sign.change < 0 ? Status::Good : Status::Bad;
        return sign;
    }

    /// "only in eager" of what the other side does not run.
    [[nodiscard]] QString onlyIn(const WorkPair& pair) const
    {
        if (!m_work.isPaired() || (pair.baseline && pair.variant))
            return {};
        return tr("only in %1").arg(pair.baseline ? m_baseline : m_variant);
    }

private:
    void widen(const WorkPair& pair) { m_largest = std::max(m_largest, std::abs(pair.changeNs())); }

    [[nodiscard]] QString whyMissing(const QString& side) const
    {
        const bool isBaseline = side == m_baseline;
        const auto& overhead = isBaseline ? m_work.baselineOverhead : m_work.variantOverhead;
        if (!isBaseline && m_alone)
            return tr("Choose another variant above to compare with.");
        if (!overhead)
            return tr("Not known of %1: %2. Record with a trace.").arg(side, qt(overhead.error()));
        return tr("%1 does not run it.").arg(side);
    }

    [[nodiscard]] DataCell timesCell(
        const std::optional<WorkTime>& time, bool counts, const QString& side) const
    {
        if (!counts)
            return textCell({});
        if (!time)
            return missingCell(whyMissing(side));
        const bool whole = std::abs(time->times - std::round(time->times)) < 0.005;
        return numberCell(qt(whole ? profiler::formatCount(std::llround(time->times))
                                   : profiler::formatNumber(time->times, 3)),
            time->times);
    }

    [[nodiscard]] DataCell nsCell(const std::optional<WorkTime>& time, const QString& side) const
    {
        if (!time)
            return missingCell(whyMissing(side));
        return numberCell(qt(profiler::formatIn(m_unit, time->ns)), inUnit(time->ns));
    }

    [[nodiscard]] DataCell changeCell(const WorkPair& pair) const
    {
        if (!m_work.isPaired())
            return missingCell(m_alone ? tr("Choose another variant above to compare with.")
                                       : tr("One side is not known."));
        const double ns = pair.changeNs();
        const QString size = qt(profiler::formatIn(m_unit, std::abs(ns)));
        return numberCell(ns < 0 ? u"▼ \u2212"_qs + size
                : ns > 0         ? u"▲ +"_qs + size
                                 : u"±0"_qs,
            inUnit(ns));
    }

    [[nodiscard]] double inUnit(double ns) const
    {
        switch (m_unit) {
        case profiler::TimeUnit::Nanoseconds:
            return ns;
        case profiler::TimeUnit::Microseconds:
            return ns / 1e3;
        case profiler::TimeUnit::Milliseconds:
            return ns / 1e6;
        case profiler::TimeUnit::Seconds:
            break;
        }
        return ns / 1e9;
    }

    const WorkComparison& m_work;
    QString m_baseline;
    QString m_variant;
    bool m_alone;
    bool m_decided = false;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
    double m_largest = 0;
};

/// Fills a table row by row.
class ContentMaker {
public:
    ContentMaker(
        const ComparisonView& view, const WorkComparison& work, const WorkArrangement& arrangement)
        : m_rows(view, work)
        , m_work(work)
        , m_arrangement(arrangement)
    {
        m_contents.table.title = tr("Work of one call");
        m_contents.table.columns = m_rows.columns();
        m_contents.all = static_cast<int>(work.rows.size());
    }

    [[nodiscard]] WorkContents made()
    {
        if (!m_arrangement.filter.isEmpty() || !m_arrangement.grouped)
            addFlat();
        else
            addGroups();
        if (m_arrangement.filter.isEmpty())
            for (const auto& rest : m_work.rests)
                addRest(rest);
        addTotal();
        return std::move(m_contents);
    }

private:
    void addGroups()
    {
        std::vector<std::pair<WorkKind, WorkPair>> groups(
            m_work.byKind.begin(), m_work.byKind.end());
        std::stable_sort(groups.begin(), groups.end(), [](const auto& one, const auto& other) {
            return std::abs(one.second.changeNs()) > std::abs(other.second.changeNs());
        });
        for (const auto& [kind, pair] : groups) {
            const bool open = m_arrangement.open.contains(kind);
            addGroup(kind, pair, open);
            for (const auto& row : m_work.rows)
                if (open && row.kind == kind)
                    addWork(row, true);
        }
    }

    void addFlat()
    {
        for (const auto& row : m_work.rows)
            if (matches(row))
                addWork(row, false);
    }

    [[nodiscard]] bool matches(const profiler::NamedWork& row) const
    {
        const QString& filter = m_arrangement.filter;
        return filter.isEmpty() || qt(row.name).contains(filter, Qt::CaseInsensitive)
            || qt(profiler::workKindName(row.kind)).contains(filter, Qt::CaseInsensitive);
    }

    void addGroup(WorkKind kind, const WorkPair& pair, bool open)
    {
        const auto count = std::count_if(m_work.rows.begin(), m_work.rows.end(),
            [kind](const auto& row) { return row.kind == kind; });
        DataCell name = textCell(qt(profiler::workKindName(kind)));
        name.strong = true;
        name.quiet = count == 1 ? tr("1 name") : tr("%1 names").arg(count);
        name.reason = open ? tr("Click to close.") : tr("Click to see its names.");
        DataRow row = m_rows.row(name, {}, pair);
        row.key = static_cast<int>(kind);
        WorkSign sign = m_rows.signOf(pair, true);
        sign.workClass = workClassOf(kind);
        sign.open = open;
        add(std::move(row), sign);
    }

    /// One name. What one side alone runs was replaced, not gained or lost: it stays neutral.
    void addWork(const profiler::NamedWork& work, bool child)
    {
        DataCell name = textCell(qt(work.shortName));
        name.value = qt(work.name);
        name.reason = qt(work.name);
        name.quiet = m_rows.onlyIn(work.time);
        name.code = true;
        WorkSign sign = m_rows.signOf(work.time, !child && name.quiet.isEmpty());
        sign.workClass = workClassOf(work.kind);
        sign.child = child;
        DataRow row = m_rows.row(name, qt(profiler::workKindName(work.kind)), work.time);
        row.shaded = child;
        if (!name.quiet.isEmpty())
            row.cells[ChangeColumn].muted = true;
        add(std::move(row), sign);
        ++m_contents.shown;
    }

    void addRest(const profiler::RestRow& rest)
    {
        DataCell name = textCell(qt(profiler::restName(rest.kind)));
        name.reason = qt(profiler::restMeaning(rest.kind));
        WorkSign sign = m_rows.signOf(rest.time, rest.kind != RestKind::Unexplained);
        if (rest.kind == RestKind::DeviceCopies)
            sign.workClass = WorkClass::Copies;
        else
            sign.pattern = patternOf(rest.kind);
        add(m_rows.row(name, {}, rest.time, false), sign);
    }

    void addTotal()
    {
        DataCell name = textCell(tr("One call"));
        DataRow row = m_rows.row(name, {}, m_work.total);
        row.total = true;
        for (DataCell& cell : row.cells)
            cell.strong = true;
        add(std::move(row), m_rows.signOf(m_work.total, true));
    }

    void add(DataRow row, const WorkSign& sign)
    {
        m_contents.table.rows.push_back(std::move(row));
        m_contents.signs.push_back(sign);
    }

    RowMaker m_rows;
    const WorkComparison& m_work;
    const WorkArrangement& m_arrangement;
    WorkContents m_contents;
};

} // namespace

WorkContents workContents(
    const ComparisonView& view, const WorkComparison& work, const WorkArrangement& arrangement)
{
    return ContentMaker(view, work, arrangement).made();
}

std::set<WorkKind> largestClass(const WorkComparison& work)
{
    const auto largest = std::max_element(
        work.byKind.begin(), work.byKind.end(), [](const auto& one, const auto& other) {
            return std::abs(one.second.changeNs()) < std::abs(other.second.changeNs());
        });
    return largest == work.byKind.end() ? std::set<WorkKind>() : std::set {largest->first};
}

} // namespace ui
