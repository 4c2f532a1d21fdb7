// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_selection.h"

#include "profiler/evidence/breaks/source_line.h"
#include "profiler/evidence/ledger/kernel_source.h"
#include "profiler/evidence/trace/collective_kind.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/advice/kernel_command.h"
#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/ledger_text.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/kernels/work_cells.h"
#include "ui/pages/kernels/work_rates.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>

namespace ui {

namespace {

using profiler::WorkDetail;
using profiler::WorkTime;
using profiler::WorkTimes;

constexpr std::array<std::size_t, 2> sides {0, 1};
constexpr std::size_t mostSources = 3; ///< of a side: a copy kernel has hundreds
constexpr std::size_t headingsLength = 22; ///< of both sides

QString runsText(std::int64_t runs)
{
    return runs == 1 ? tr("1 run") : tr("%1 runs").arg(countText(runs));
}

QString callsText(int calls)
{
    return calls == 1 ? tr("1 traced call") : tr("%1 traced calls").arg(calls);
}

QString extentText(std::int64_t x, std::int64_t y, std::int64_t z)
{
    QStringList parts {QString::number(x)};
    if (y > 1 || z > 1)
        parts << QString::number(y);
    if (z > 1)
        parts << QString::number(z);
    return parts.join(u'×');
}

class SelectionMaker {
public:
    /// `times` are by side of `work`.
    SelectionMaker(
        const WorkFacts& facts, const profiler::WorkOfVariants& work, const WorkTimes& times)
        : m_facts(facts)
        , m_work(work)
    {
        m_names[0] = facts.view.caseResult()->variants.front().name;
        takeSide(0, 0, times);
        if (facts.view.focus != 0) {
            m_names[1] = facts.view.focused()->name;
            takeSide(1, facts.view.focus, times);
        }
        addHeadings();
        addTimes();
    }

    void takeGroup(const profiler::WorkGroup& group)
    {
        const auto grouping = *m_facts.arrangement.grouping;
        m_made.heading = groupName(grouping, group);
        m_made.words
            = group.rows.size() == 1 ? tr("1 name") : tr("%1 names").arg(group.rows.size());
        if (const auto line
            = profiler::sourceLine(m_facts.view.comparison->data, group.file, group.line))
            m_made.words += QStringLiteral(" · ") + qt(*line);
        if (group.sameWork != nullptr)
            addSameWork(*group.sameWork);
        m_made.ledgerRows = group.ledgerRows;
        addEverywhere(m_work, group.times);
    }

    /// A file, a line, a module or what one of them has of a row of the ledger.
    void takeBranch(const WorkBranch& branch)
    {
        const auto& rows = m_facts.ledger->ledger->rows;
        m_made.heading = branch.name.trimmed();
        m_made.words = branch.reason.section(u'\n', 0, 0);
        m_made.ledgerRows = branch.rows;
        if (branch.rows.size() == 1) {
            addSameWork(rows[branch.rows.front()]);
            return;
        }
        constexpr std::size_t most = 24;
        QStringList lines;
        for (const auto row : branch.rows) {
            if (lines.size() == most) {
                lines << tr("and %1 more").arg(branch.rows.size() - most);
                break;
            }
            const auto place = qt(profiler::ledgerPlace(rows[row]));
            lines << qt(profiler::ledgerTitle(rows[row]))
                    + (place.isEmpty() ? QString() : QStringLiteral("  ") + place);
        }
        m_made.sources = lines.join(u'\n');
    }

    void takeName(const profiler::NamedTimes& work)
    {
        m_made.heading = qt(work.shortName);
        m_made.name = qt(work.name);
        m_made.words = qt(profiler::workKindName(work.kind));
        if (work.kind == profiler::WorkKind::Communication)
            m_made.words += QStringLiteral(" · ")
                + qt(profiler::collectiveName(profiler::collectiveKindOf(work.name)));
        if (isPaired() && (m_times[0] || m_times[1]) && !(m_times[0] && m_times[1]))
            m_made.words
                += QStringLiteral(" · ") + tr("only in %1").arg(heading(m_times[0] ? 0 : 1));
        m_made.shownIn = m_times[1] ? m_facts.view.focus : m_times[0] ? 0 : variantWith(work.times);
        for (const auto side : sides)
            if (const auto* read = readingOf(side); read != nullptr && read->details != nullptr)
                m_details.at(side) = read->details->find(work.key());
        addMedians();
        addShapes();
        addSources();
        addDurations();
        addDevices();
        if (const auto* row = m_facts.everywhere.find(work.key()))
            addEverywhere(m_facts.everywhere, row->times);
    }

    [[nodiscard]] WorkSelection made() { return std::move(m_made); }

private:
    void takeSide(std::size_t side, int variant, const WorkTimes& times)
    {
        m_variants.at(side) = variant;
        m_at.at(side) = m_work.sideOf(variant);
        if (m_at.at(side) && *m_at.at(side) < times.size())
            m_times.at(side) = times[*m_at.at(side)];
    }

    [[nodiscard]] bool isPaired() const { return m_at[1] && m_work.isPaired(*m_at[1]); }

    /// The first that runs it.
    [[nodiscard]] int variantWith(const WorkTimes& times) const
    {
        const auto found = std::ranges::find_if(
            times, [](const std::optional<WorkTime>& time) { return time.has_value(); });
        return found == times.end()
            ? 0
            : m_work.variants.at(static_cast<std::size_t>(found - times.begin()));
    }

    /// Null: not read, or there is no such side.
    [[nodiscard]] const WorkSide* readingOf(std::size_t side) const
    {
        const auto found = m_variants.at(side) ? m_facts.reading.find(*m_variants.at(side))
                                               : m_facts.reading.end();
        return found == m_facts.reading.end() ? nullptr : &found->second;
    }

    [[nodiscard]] bool isAwaited() const
    {
        return std::ranges::any_of(sides,
            [this](std::size_t side) { return m_variants.at(side) && readingOf(side) == nullptr; });
    }

    [[nodiscard]] QString heading(std::size_t side) const
    {
        const bool fit = m_names[0].size() + m_names[1].size() <= headingsLength;
        return forHeading(
            m_names.at(side), static_cast<int>(fit ? headingsLength : headingsLength / 2));
    }

    void addHeadings()
    {
        m_made.figures.title = tr("Selected work");
        m_made.figures.columns
            = {{.name = tr("one call"), .align = DataAlign::Text, .elastic = true, .narrowest = 92},
                {.name = heading(0)}};
        if (m_facts.view.focus != 0)
            m_made.figures.columns.push_back({.name = heading(1)});
    }

    /// `cell` makes one of a side; nullopt: that side has nothing.
    template <typename Cell>
    void addRow(const QString& name, const Cell& cell)
    {
        DataRow row {.cells = {textCell(name)}};
        bool any = false;
        for (std::size_t side = 0; side + 1 < m_made.figures.columns.size(); ++side) {
            const std::optional<DataCell> made = cell(side);
            any = any || made;
            row.cells.push_back(made.value_or(missingCell(whyMissing(side))));
        }
        if (any)
            m_made.figures.rows.push_back(std::move(row));
    }

    [[nodiscard]] QString whyMissing(std::size_t side) const
    {
        return m_times.at(side) ? tr("The trace does not tell.")
                                : tr("%1 does not run it.").arg(heading(side));
    }

    void addTimes()
    {
        const auto add = [this](const QString& name, const auto& cellOf) {
            addRow(name, [&](std::size_t side) -> std::optional<DataCell> {
                const auto& time = m_times.at(side);
                return time ? std::optional<DataCell>(cellOf(side, *time)) : std::nullopt;
            });
        };
        add(tr("count"), [](std::size_t, const WorkTime& time) {
            return numberCell(timesText(time.times), time.times);
        });
        add(tr("time"), [](std::size_t, const WorkTime& time) {
            return numberCell(durationText(time.ns), time.ns);
        });
        add(tr("share"), [this](std::size_t side, const WorkTime& time) {
            const auto& total = m_work.total.at(*m_at.at(side));
            const double share = total && total->ns > 0 ? time.ns / total->ns : 0;
            return numberCell(shareText(share), share);
        });
        add(tr("mean"), [](std::size_t, const WorkTime& time) {
            const double mean = time.times > 0 ? time.ns / time.times : 0;
            DataCell cell = numberCell(durationText(mean), mean);
            cell.reason = tr("Of one run: the time of a call, by how often it ran in it.");
            return cell;
        });
    }

    void addMedians()
    {
        addRow(tr("median"), [this](std::size_t side) -> std::optional<DataCell> {
            const auto* detail = m_details.at(side);
            if (detail == nullptr || detail->durationsNs.empty())
                return std::nullopt;
            const auto histogram = profiler::durationHistogram(detail->durationsNs, {});
            const double median = histogram.sides[0]->medianNs;
            DataCell cell = numberCell(durationText(median), median);
            cell.reason = tr("Of one run, under tracing.");
            return cell;
        });
    }

    /// Of the launch that is most frequent; the tooltip says how many others there are.
    template <typename Text>
    void addShape(const QString& name, const Text& text)
    {
        addRow(name, [&](std::size_t side) -> std::optional<DataCell> {
            const auto* detail = m_details.at(side);
            if (detail == nullptr || detail->shapes.empty()
                || detail->shapes.front().shape.grid[0] == 0)
                return std::nullopt;
            DataCell cell = textCell(text(detail->shapes.front().shape));
            if (cell.text.isEmpty())
                return std::nullopt;
            if (const auto others = detail->shapes.size() - 1; others > 0)
                cell.reason = others == 1
                    ? tr("The most frequent launch; there is another one.")
                    : tr("The most frequent launch; there are %1 others.").arg(others);
            return cell;
        });
    }

    void addShapes()
    {
        using Shape = profiler::LaunchShape;
        addShape(tr("grid"), [](const Shape& shape) {
            return extentText(shape.grid[0], shape.grid[1], shape.grid[2]);
        });
        addShape(tr("block"), [](const Shape& shape) {
            return extentText(shape.block[0], shape.block[1], shape.block[2]);
        });
        addShape(tr("registers"), [](const Shape& shape) {
            return shape.registers > 0 ? QString::number(shape.registers) : QString();
        });
        addShape(tr("shared"), [](const Shape& shape) {
            const auto bytes = static_cast<std::uint64_t>(shape.staticSharedBytes)
                + static_cast<std::uint64_t>(shape.dynamicSharedBytes); // a file holds any numbers
            return qt(profiler::formatBytes(static_cast<std::int64_t>(bytes)));
        });
    }

    /// "block.py:52  x = x + self.attn(x)" and below it the operator, module and how often.
    [[nodiscard]] QString sourceText(
        const profiler::WorkSource& source, int calls, bool anyLine) const
    {
        QStringList lines;
        if (!source.file.empty())
            lines << placeLine(source.file, source.line);
        QStringList from;
        if (!source.operatorName.empty())
            from << qt(source.operatorName);
        from << (source.module.empty() ? tr("no module known")
                                       : tr("in %1").arg(qt(source.module)));
        if (anyLine && source.file.empty())
            from << tr("no line known");
        const double perCall = static_cast<double>(source.count) / std::max(calls, 1);
        from << tr("%1×").arg(timesText(perCall));
        lines << QStringLiteral("  ") + from.join(QStringLiteral(", "));
        return lines.join(u'\n');
    }

    void addSources()
    {
        QStringList blocks;
        for (const auto side : sides) {
            const auto* detail = m_details.at(side);
            if (detail == nullptr)
                continue;
            const bool anyLine = std::ranges::any_of(detail->sources,
                [](const profiler::WorkSource& source) { return !source.file.empty(); });
            QStringList lines {
                anyLine ? heading(side) : tr("%1: no source line known").arg(heading(side))};
            const auto shown = std::min(detail->sources.size(), mostSources);
            const int calls = readingOf(side)->details->calls;
            for (std::size_t i = 0; i < shown; ++i)
                lines << sourceText(detail->sources[i], calls, anyLine);
            if (shown < detail->sources.size())
                lines << tr("  and %1 more places").arg(detail->sources.size() - shown);
            blocks << lines.join(u'\n');
        }
        m_made.sources = blocks.join(QStringLiteral("\n\n"));
        if (blocks.isEmpty())
            m_made.noSources = whyNoDetails();
    }

    /// What the kernel does and for whom.
    void addSameWork(const profiler::LedgerRow& row)
    {
        const auto meaning = profiler::ledgerMeaning(row);
        if (!meaning.empty())
            m_made.words += QStringLiteral(" · ") + qt(meaning);
        if (m_facts.view.focus != 0)
            addRates(row);
        QStringList lines;
        for (const auto& kernel : row.kernels)
            lines << qt(kernel.name)
                    + (kernel.compileId.empty() ? QString()
                                                : tr("  in graph %1").arg(qt(kernel.compileId)));
        for (const auto& place : row.places)
            lines << placeLine(place.file, place.line);
        for (const auto& module : row.modules)
            lines << tr("in %1").arg(qt(module));
        constexpr qsizetype most = 24;
        if (lines.size() > most)
            lines = lines.first(most) << tr("and %1 more").arg(lines.size() - most);
        m_made.sources = lines.join(u'\n');
        addCode(row);
    }

    void addRates(const profiler::LedgerRow& row)
    {
        auto rates = rateRows(row, profiler::machineRoofs(m_facts.view.comparison->data));
        std::ranges::move(rates, std::back_inserter(m_made.figures.rows));
    }

    void addCode(const profiler::LedgerRow& row)
    {
        m_made.profiler = qt(profiler::kernelProfilerCommand(
            m_facts.view.comparison->data.plan, m_facts.view.focus, row));
        if (row.kernels.empty() || row.kernels.front().compileId.empty())
            return;
        const auto& kernel = row.kernels.front();
        m_made.origin = tr("graph %1, handle %2, line %3 of its code")
                            .arg(qt(kernel.compileId))
                            .arg(kernel.handle)
                            .arg(kernel.line);
        for (const auto& process : m_facts.view.comparison->data.processes)
            for (const auto& code : process.code)
                if (process.start.variant == m_facts.view.focus && !row.kernels.empty()
                    && code.compileId == row.kernels.front().compileId && m_made.code.isEmpty())
                    m_made.code = qt(profiler::kernelSource(code.code, row.kernels.front().name));
    }

    [[nodiscard]] QString placeLine(const std::string& file, int line) const
    {
        const auto text = profiler::sourceLine(m_facts.view.comparison->data, file, line);
        return qt(profiler::placeText(file, line))
            + (text ? QStringLiteral("  ") + qt(*text) : QString());
    }

    [[nodiscard]] QString whyNoDetails() const
    {
        if (isAwaited())
            return tr("Reading the traces …");
        for (const auto side : sides)
            if (const auto* read = readingOf(side);
                m_times.at(side) && read != nullptr && !read->missing.isEmpty())
                return tr("Not known of %1: %2.").arg(heading(side), withoutDot(read->missing));
        return tr("The trace shows no run of it in a call.");
    }

    void addDurations()
    {
        const auto of = [this](std::size_t side) -> std::span<const std::int64_t> {
            if (m_details.at(side) == nullptr)
                return {};
            return m_details.at(side)->durationsNs;
        };
        auto& series = m_made.durations;
        series.histogram = profiler::durationHistogram(of(0), of(1));
        series.variants = {0, m_facts.view.focus};
        series.names = {heading(0), m_facts.view.focus == 0 ? QString() : heading(1)};
        series.whyEmpty = isAwaited() ? tr("Reading the traces …") : tr("no durations known");
        QStringList words;
        for (const auto side : sides)
            if (const auto& counts = series.histogram.sides.at(side))
                words << tr("%1: %2 in %3, median %4")
                             .arg(heading(side), runsText(counts->all),
                                 callsText(readingOf(side)->details->calls),
                                 durationText(counts->medianNs));
        m_made.durationNote = words.join(u'\n');
    }

    /// Of several devices of a side how much of it each ran.
    void addDevices()
    {
        for (const auto side : sides) {
            const auto* read = readingOf(side);
            if (m_details.at(side) == nullptr || read == nullptr || read->details->devices < 2)
                continue;
            QStringList parts;
            for (const auto& one : m_details.at(side)->devices)
                parts << tr("device %1: %2 in %3")
                             .arg(one.device)
                             .arg(runsText(one.count), durationText(one.ns));
            m_made.durationNote
                += (m_made.durationNote.isEmpty() ? QString() : QStringLiteral("\n"))
                + tr("%1, all calls: %2").arg(heading(side), parts.join(QStringLiteral("; ")));
        }
    }

    /// The same work in every variant, one below the other.
    void addEverywhere(const profiler::WorkOfVariants& everywhere, const WorkTimes& times)
    {
        if (everywhere.variants.size() < 3)
            return;
        m_made.everywhere = {.title = tr("The same work in every variant"),
            .columns
            = {{.name = tr("one call"), .align = DataAlign::Text, .elastic = true, .narrowest = 90},
                {.name = tr("count")}, {.name = tr("time")}},
            .rows = {}};
        for (std::size_t side = 0; side < times.size(); ++side) {
            const auto variant = everywhere.variants[side];
            const auto& results = m_facts.view.caseResult()->variants;
            const DataCell name
                = variantCell(qt(results.at(static_cast<std::size_t>(variant)).name), variant);
            const auto& time = times[side];
            const auto& overhead = everywhere.overheads[side];
            const DataCell none = missingCell(overhead
                    ? tr("%1 does not run it.").arg(name.text)
                    : tr("Not known of %1: %2.").arg(name.text, qt(overhead.error())));
            m_made.everywhere.rows.push_back(
                {.cells = {name, time ? numberCell(timesText(time->times), time->times) : none,
                     time ? numberCell(durationText(time->ns), time->ns) : none}});
        }
    }

    const WorkFacts& m_facts;
    const profiler::WorkOfVariants& m_work;
    std::array<std::string, 2> m_names;
    std::array<std::optional<int>, 2> m_variants; ///< of the sides; nullopt: there is none
    std::array<std::optional<std::size_t>, 2> m_at; ///< which sides of the work they are
    std::array<std::optional<WorkTime>, 2> m_times;
    std::array<const WorkDetail*, 2> m_details {};
    WorkSelection m_made;
};

} // namespace

std::optional<WorkSelection> workSelection(const WorkFacts& facts, const WorkChoice& choice)
{
    const auto& arrangement = facts.arrangement;
    if (choice.work) {
        const auto* row = facts.shown.find(*choice.work);
        if (row == nullptr)
            return std::nullopt;
        SelectionMaker maker(facts, facts.shown, row->times);
        maker.takeName(*row);
        return maker.made();
    }
    if (!arrangement.grouping)
        return std::nullopt;
    const auto branch = std::ranges::find(arrangement.branches, choice.group, &WorkBranch::id);
    if (branch != arrangement.branches.end()) {
        SelectionMaker maker(facts, facts.shown, branch->times);
        maker.takeBranch(*branch);
        return maker.made();
    }
    const auto group
        = std::ranges::find_if(arrangement.groups, [&](const profiler::WorkGroup& one) {
              return groupId(*arrangement.grouping, one) == choice.group;
          });
    if (group == arrangement.groups.end())
        return std::nullopt;
    SelectionMaker maker(facts, facts.shown, group->times);
    maker.takeGroup(*group);
    return maker.made();
}

} // namespace ui
