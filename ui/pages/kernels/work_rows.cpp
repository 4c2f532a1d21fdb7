// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_rows.h"

#include "profiler/evidence/breaks/source_line.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/enum_text.h"
#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/ledger_text.h"
#include "profiler/report/sentences/work_text.h"
#include "ui/charts/call_parts.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/kernels/work_columns.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <array>

namespace ui {

namespace {

QString problemOf(const QRegularExpression& expression)
{
    if (expression.isValid())
        return {};
    const auto at = expression.patternErrorOffset();
    const QString where
        = at < expression.pattern().size() ? tr("at character %1").arg(at + 1) : tr("at its end");
    return where + QStringLiteral(": ") + expression.errorString();
}

using profiler::RestKind;
using profiler::WorkGroup;
using profiler::WorkGrouping;
using profiler::WorkOfVariants;

IdlePattern patternOf(RestKind kind)
{
    using enum IdlePattern;
    constexpr std::array patterns {Dots, DottedOutline, Diagonal, DottedOutline};
    return patterns.at(static_cast<std::size_t>(kind));
}

QString namesText(std::size_t names)
{
    return names == 1 ? tr("1 name") : tr("%1 names").arg(names);
}

/// A graph, a handle and what kind of work of it, or where work outside of graphs was called.
QString sameWorkId(const profiler::LedgerRow& row)
{
    QStringList parts {QStringLiteral("work"), QString::number(static_cast<int>(row.kind))};
    if (!row.kernels.empty())
        parts << qt(row.kernels.front().name) << qt(row.kernels.front().compileId)
              << QString::number(row.kernels.front().line);
    for (const auto& place : row.places)
        parts << qt(place.file) + u':' + QString::number(place.line);
    for (const auto& module : row.modules)
        parts << qt(module);
    for (const auto& name : row.eagerOperators)
        parts << qt(name);
    return parts.join(u' ');
}

QString openingText(bool open)
{
    return open ? tr("Click or Enter closes it.") : tr("Click or Enter shows its names.");
}

WorkColumns columnsOf(const WorkCells& cells, const WorkArrangement& arrangement)
{
    if (arrangement.scope == WorkScope::All)
        return columnsOfAll(cells);
    if (cells.sides() == 1)
        return columnsOfOne(cells);
    if (arrangement.branches.empty() || !arrangement.filter.isEmpty())
        return columnsOfPair(cells);
    return columnsOfPlaces(
        cells, std::ranges::any_of(arrangement.branches, &WorkBranch::countsTimes));
}

/// Fills a table row by row.
class ContentMaker {
public:
    ContentMaker(
        const ComparisonView& view, const WorkOfVariants& work, const WorkArrangement& arrangement)
        : m_view(view)
        , m_cells(view, work, arrangement.groups)
        , m_columns(columnsOf(m_cells, arrangement))
        , m_work(work)
        , m_arrangement(arrangement)
    {
        m_contents.table.title = tr("Work of one call");
        m_contents.table.columns = headingsOf(m_columns.columns);
        m_contents.changeColumns = m_columns.changes;
    }

    [[nodiscard]] WorkContents made()
    {
        if (m_arrangement.filter.isEmpty() && m_arrangement.grouping)
            addGroups();
        else
            addFlat();
        if (m_arrangement.filter.isEmpty())
            for (const auto& rest : m_work.rests)
                addRest(rest);
        addTotal();
        return std::move(m_contents);
    }

private:
    void addBranches()
    {
        for (const auto& branch : m_arrangement.branches)
            addBranch(branch);
    }

    void addBranch(const WorkBranch& branch)
    {
        DataCell name = textCell(branch.name);
        name.code = branch.code;
        name.muted = branch.muted;
        name.strong = branch.strong;
        name.quiet = branch.quiet;
        name.quietYields = true;
        name.reason = branch.reason;
        if (branch.open)
            name.reason += (name.reason.isEmpty() ? QString() : QStringLiteral("\n"))
                + openingText(*branch.open);
        WorkSign sign {.open = branch.open, .depth = branch.depth, .line = branch.line};
        if (branch.times.empty()) {
            DataRow row {.cells = std::vector<DataCell>(m_columns.columns.size(), textCell({}))};
            row.cells.front() = name;
            add(std::move(row), sign, std::nullopt);
            return;
        }
        sign.changes = m_cells.changes(branch.times, WorkColour::WhereBothRun);
        add(rowOf({.name = name,
                .kind = {},
                .times = branch.times,
                .absence = WorkAbsence::NotSeen,
                .countsTimes = branch.countsTimes,
                .isCall = true}),
            sign, WorkChoice {.group = branch.id, .work = {}});
    }

    void addGroups()
    {
        if (!m_arrangement.branches.empty())
            return addBranches();
        for (const auto& group : m_arrangement.groups) {
            const QString id = groupId(*m_arrangement.grouping, group);
            const bool open = m_arrangement.open.contains(id);
            addGroup(id, group, open);
            if (open)
                for (const auto& row : group.rows)
                    addWork(id, row);
        }
    }

    void addFlat()
    {
        for (const auto& row : m_work.rows)
            if (m_arrangement.filter.matches(row))
                addWork({}, row);
    }

    /// Of work that belongs to a class one side runs it or not; where it was called from a trace
    /// need not know.
    [[nodiscard]] WorkAbsence absence() const
    {
        const auto grouping = m_arrangement.grouping.value_or(WorkGrouping::Class);
        const bool byPlace
            = grouping == WorkGrouping::Module || grouping == WorkGrouping::SourceLine;
        return byPlace && m_arrangement.filter.isEmpty() ? WorkAbsence::NotSeen
                                                         : WorkAbsence::NotRun;
    }

    void addGroup(const QString& id, const WorkGroup& group, bool open)
    {
        const auto grouping = *m_arrangement.grouping;
        const QString onlyIn = m_cells.onlyIn(group.times, absence());
        DataCell name = textCell(groupName(grouping, group));
        name.strong = true;
        name.code = absence() == WorkAbsence::NotSeen && group.isKnown(grouping);
        name.quiet = groupText(group, onlyIn);
        name.quietYields = true;
        name.reason = groupReason(grouping, group) + openingText(open);
        WorkSign sign {.changes = m_cells.changes(group.times, WorkColour::WhereBothRun)};
        if (grouping == WorkGrouping::Class)
            sign.workClass = workClassOf(group.kind);
        sign.open = open;
        add(rowOf({.name = name, .kind = {}, .times = group.times, .absence = absence()}), sign,
            WorkChoice {.group = id, .work = {}});
    }

    /// The line's text, which side alone has it, how many names.
    [[nodiscard]] QString groupText(const WorkGroup& group, const QString& onlyIn) const
    {
        constexpr qsizetype most = 60; // the tooltip has all of it
        if (group.sameWork != nullptr) // the inspector has the lines
            return qt(profiler::ledgerPlace(*group.sameWork));
        QStringList words;
        if (const auto line = profiler::sourceLine(m_view.comparison->data, group.file, group.line))
            words << (qt(*line).size() <= most ? qt(*line) : qt(*line).left(most - 1) + u'…');
        if (!onlyIn.isEmpty())
            words << onlyIn;
        words << namesText(group.rows.size());
        return words.join(QStringLiteral(" · "));
    }

    [[nodiscard]] QString groupReason(WorkGrouping grouping, const WorkGroup& group) const
    {
        if (grouping == WorkGrouping::Device)
            return group.isKnown(grouping) ? QString()
                                           : tr("The trace does not tell on which device this work "
                                                "ran, or no trace of it can be read. ");
        if (!group.isKnown(grouping))
            return tr("The trace does not tell where this work was called from: compiled code, "
                      "CUDA graphs and what a library launches by itself run outside of modules. ");
        if (grouping == WorkGrouping::Module)
            return qt(group.module) + QStringLiteral("\n");
        if (grouping == WorkGrouping::SameWork)
            return qt(profiler::ledgerMeaning(*group.sameWork)) + QStringLiteral("\n");
        if (grouping == WorkGrouping::Class)
            return {};
        const auto line = profiler::sourceLine(m_view.comparison->data, group.file, group.line);
        return qt(group.file) + u':' + QString::number(group.line)
            + (line ? QStringLiteral("\n") + qt(*line) : QString()) + QStringLiteral("\n");
    }

    /// One name, always neutral: what one side alone runs was replaced, not gained or lost.
    void addWork(const QString& group, const profiler::NamedTimes& work)
    {
        DataCell name = textCell(qt(work.shortName));
        name.value = qt(work.name);
        name.copied = qt(work.name);
        name.reason = qt(work.name);
        name.quiet = m_cells.onlyIn(work.times, absence());
        name.quietYields = true; // its empty cells say the same
        name.code = true;
        WorkSign sign {.changes = m_cells.changes(work.times, WorkColour::None)};
        sign.workClass = workClassOf(work.kind);
        sign.child = !group.isEmpty();
        DataRow row = rowOf({.name = name,
            .kind = qt(profiler::workKindName(work.kind)),
            .times = work.times,
            .absence = absence()});
        row.shaded = sign.child;
        add(std::move(row), sign, WorkChoice {.group = group, .work = work.key()});
        ++m_contents.shown;
        profiler::addTimes(m_contents.shownTimes, work.times);
    }

    void addRest(const profiler::RestTimes& rest)
    {
        DataCell name = textCell(qt(profiler::restName(rest.kind)));
        name.reason = qt(profiler::restMeaning(rest.kind));
        const bool explained = rest.kind != RestKind::Unexplained;
        WorkSign sign {.changes
            = m_cells.changes(rest.times, explained ? WorkColour::Always : WorkColour::None)};
        if (rest.kind == RestKind::DeviceCopies)
            sign.workClass = WorkClass::Copies;
        else
            sign.pattern = patternOf(rest.kind);
        add(rowOf({.name = name, .kind = {}, .times = rest.times, .countsTimes = false}), sign, {});
    }

    void addTotal()
    {
        DataRow row = rowOf(
            {.name = textCell(tr("One call")), .kind = {}, .times = m_work.total, .isCall = true});
        row.total = true;
        for (DataCell& cell : row.cells)
            cell.strong = true;
        add(std::move(row), {.changes = m_cells.changes(m_work.total, WorkColour::Always)}, {});
    }

    [[nodiscard]] DataRow rowOf(const WorkLine& line) const
    {
        return filledRow(m_columns.columns, line);
    }

    void add(DataRow row, const WorkSign& sign, const std::optional<WorkChoice>& choice)
    {
        if (choice) {
            row.key = static_cast<int>(m_contents.choices.size());
            m_contents.choices.push_back(*choice);
        }
        m_contents.table.rows.push_back(std::move(row));
        m_contents.signs.push_back(sign);
    }

    const ComparisonView& m_view;
    WorkCells m_cells;
    WorkColumns m_columns;
    const WorkOfVariants& m_work;
    const WorkArrangement& m_arrangement;
    WorkContents m_contents;
};

} // namespace

WorkFilter::WorkFilter(const QString& text)
    : m_text(text.trimmed())
    , m_problem(problemOf(QRegularExpression(m_text)))
{
    // Some expressions take ages over a name of hundreds of characters, and the window would wait.
    if (m_problem.isEmpty())
        m_expression = QRegularExpression(QStringLiteral("(*LIMIT_MATCH=20000)") + m_text,
            QRegularExpression::CaseInsensitiveOption);
}

bool WorkFilter::matches(const QString& text) const
{
    return text.contains(m_text, Qt::CaseInsensitive)
        || (m_problem.isEmpty() && m_expression.match(text).hasMatch());
}

bool WorkFilter::matches(const profiler::NamedTimes& work) const
{
    return isEmpty() || matches(qt(work.name)) || matches(qt(profiler::workKindName(work.kind)));
}

WorkContents workContents(
    const ComparisonView& view, const WorkOfVariants& work, const WorkArrangement& arrangement)
{
    return ContentMaker(view, work, arrangement).made();
}

QString classId(profiler::WorkKind kind)
{
    return QStringLiteral("class ") + qt(profiler::keyOf(kind));
}

QString groupId(WorkGrouping grouping, const WorkGroup& group)
{
    switch (grouping) {
    case WorkGrouping::Class:
        return classId(group.kind);
    case WorkGrouping::Module:
        return QStringLiteral("module ") + qt(group.module);
    case WorkGrouping::SameWork:
        return sameWorkId(*group.sameWork);
    case WorkGrouping::Device:
        return QStringLiteral("device ") + QString::number(group.device);
    case WorkGrouping::SourceLine:
        break;
    }
    return QStringLiteral("line ") + qt(group.file) + u':' + QString::number(group.line);
}

QString groupName(WorkGrouping grouping, const WorkGroup& group)
{
    switch (grouping) {
    case WorkGrouping::Class:
        return qt(profiler::workKindName(group.kind));
    case WorkGrouping::Module:
        return group.isKnown(grouping) ? qt(group.module) : tr("no module known");
    case WorkGrouping::SameWork:
        return qt(profiler::ledgerTitle(*group.sameWork));
    case WorkGrouping::Device:
        return group.isKnown(grouping) ? tr("device %1").arg(group.device) : tr("no device known");
    case WorkGrouping::SourceLine:
        break;
    }
    return group.isKnown(grouping) ? qt(profiler::placeText(group.file, group.line))
                                   : tr("no source line known");
}

} // namespace ui
