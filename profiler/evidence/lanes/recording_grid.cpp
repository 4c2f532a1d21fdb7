// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/recording_grid.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/plan/result_check.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <map>
#include <set>

namespace profiler {

namespace {

struct GridPlace {
    int variant = 0;
    bool again = false;
    ProcessKind kind = ProcessKind::Paired;
    int repetition = -1; ///< of paired ones alone

    auto operator<=>(const GridPlace&) const = default; // NOLINT(modernize-use-nullptr)
};

using Processes = std::map<GridPlace, std::vector<const ProcessRecord*>>;

GridPlace placeOf(const ProcessStart& start)
{
    return {.variant = start.variant,
        .again = start.again,
        .kind = start.kind,
        .repetition = start.kind == ProcessKind::Paired ? start.repetition : -1};
}

nanoseconds wallOf(const ProcessRecord& process, UtcTime now)
{
    const auto until = process.end ? process.end->ended : now;
    return nanoseconds(std::max<std::int64_t>(0, until.ns - process.start.started.ns));
}

int roundsOf(const ProcessRecord& process)
{
    std::set<int> rounds;
    for (const auto& block : process.blocks)
        if (block.kind == BlockKind::Timed)
            rounds.insert(block.round);
    return static_cast<int>(rounds.size());
}

class GridMaker {
public:
    GridMaker(const ComparisonData& data, UtcTime now)
        : m_data(data)
        , m_now(now)
        , m_running(data.info.status == ComparisonStatus::Running)
        , m_perSort(data.plan.protocol.casesApart ? std::max(1, caseCount(data)) : 1)
    {
        for (const auto& process : data.processes)
            m_processes[placeOf(process.start)].push_back(&process);
    }

    RecordingGrid make()
    {
        makeColumns();
        for (int i = 0; i < static_cast<int>(m_data.plan.variants.size()); ++i)
            addRow(i, false);
        if (m_data.plan.protocol.noiseRepetitions > 0 || hasAgain())
            addRow(0, true);
        countRepetitions();
        estimate();
        return std::move(m_grid);
    }

private:
    void makeColumns()
    {
        const auto& protocol = m_data.plan.protocol;
        if (!isTimed(protocol))
            addColumn(ProcessKind::Look);
        if (protocol.coldEmpty > 0)
            addColumn(ProcessKind::Cold);
        if (protocol.coldEmpty > 0 && protocol.coldKept > 0)
            addColumn(ProcessKind::ColdKept);
        int repetitions = m_running ? protocol.repetitionsMin : 0;
        for (const auto& [place, list] : m_processes)
            repetitions = std::max(repetitions, place.repetition + 1);
        for (int i = 0; i < repetitions; ++i)
            addColumn(ProcessKind::Paired, i);
        if (has(ProcessKind::Check) || checksApart(m_data.plan)) // older files have such processes
            addColumn(ProcessKind::Check);
        if (has(ProcessKind::Load))
            addColumn(ProcessKind::Load);
        if (has(ProcessKind::Trace) || (m_running && isTimed(protocol) && protocol.traceCalls > 0))
            addColumn(ProcessKind::Trace);
    }

    void addColumn(ProcessKind kind, int repetition = -1)
    {
        WorkColumn column {.kind = kind, .repetition = repetition};
        std::int64_t first = 0;
        std::int64_t last = 0;
        for (const auto& [place, list] : m_processes) {
            if (place.kind != kind || place.repetition != repetition)
                continue;
            for (const auto* process : list) {
                column.now = column.now || (m_running && !process->end);
                const auto started = process->start.started.ns;
                const auto ended = started + wallOf(*process, m_now).count();
                first = first == 0 ? started : std::min(first, started);
                last = std::max(last, ended);
                if (kind != ProcessKind::Paired) // lanes of a repetition run side by side
                    column.wall += wallOf(*process, m_now);
            }
        }
        if (kind == ProcessKind::Paired)
            column.wall = nanoseconds(last - first);
        m_grid.columns.push_back(column);
    }

    [[nodiscard]] bool has(ProcessKind kind) const
    {
        return std::ranges::any_of(
            m_processes, [kind](const auto& entry) { return entry.first.kind == kind; });
    }

    [[nodiscard]] bool hasAgain() const
    {
        return std::ranges::any_of(
            m_processes, [](const auto& entry) { return entry.first.again; });
    }

    void addRow(int variant, bool again)
    {
        WorkRow row {.variant = variant, .again = again};
        for (const auto& column : m_grid.columns)
            row.cells.push_back(cellOf({.variant = variant,
                .again = again,
                .kind = column.kind,
                .repetition = column.repetition}));
        m_grid.rows.push_back(std::move(row));
    }

    [[nodiscard]] int plannedAt(const GridPlace& place) const
    {
        const auto& protocol = m_data.plan.protocol;
        const bool eager = m_data.plan.variants[static_cast<std::size_t>(place.variant)].kind
            == VariantKind::Eager;
        if (place.again && place.kind != ProcessKind::Paired)
            return 0;
        switch (place.kind) {
        case ProcessKind::Cold:
            return protocol.coldEmpty * m_perSort;
        case ProcessKind::ColdKept:
            return eager ? 0 : protocol.coldKept * m_perSort;
        case ProcessKind::Paired:
            return !place.again || place.repetition < protocol.noiseRepetitions ? m_perSort : 0;
        case ProcessKind::Check:
            return place.variant == 0 && isScript(m_data.plan.workload) ? 2 : 1; // again for fp64
        case ProcessKind::Load:
            return m_data.plan.load.repetitions;
        case ProcessKind::Look:
            return m_perSort;
        case ProcessKind::Trace:
            break;
        }
        return 1;
    }

    [[nodiscard]] static ReasonKind whyNone(const GridPlace& place)
    {
        if (place.again)
            return ReasonKind::NoiseOfRepetitionsOnly;
        if (place.kind == ProcessKind::ColdKept)
            return ReasonKind::EagerCompilesNothing;
        return ReasonKind::NotInPlan;
    }

    [[nodiscard]] WorkCell cellOf(const GridPlace& place) const
    {
        WorkCell cell {.planned = plannedAt(place)};
        if (place.kind == ProcessKind::Paired)
            cell.roundsPlanned = m_data.plan.protocol.rounds;
        const auto found = m_processes.find(place);
        if (found == m_processes.end()) {
            cell.state = cell.planned == 0 || !m_running ? WorkState::None : WorkState::Planned;
            if (cell.planned == 0)
                cell.reason = {whyNone(place), {}};
            else if (!m_running)
                cell.reason = {ReasonKind::RecordingEndedBefore, {}};
            return cell;
        }
        for (const auto* process : found->second) {
            if (process->end) {
                cell.wall += wallOf(*process, m_now);
                cell.done += process->end->outcome == ProcessOutcome::Finished ? 1 : 0;
                cell.outcome = process->end->outcome;
                cell.reason = recorded(process->end->reason);
            }
            cell.rounds = roundsOf(*process);
        }
        // A repetition that was tried again has more processes than it needs.
        cell.done = std::min(cell.done, std::max(cell.planned, 1));
        const auto& last = *found->second.back();
        cell.process = ProcessIndex {static_cast<int>(&last - m_data.processes.data())};
        cell.state = stateOf(cell, last);
        return cell;
    }

    [[nodiscard]] WorkState stateOf(const WorkCell& cell, const ProcessRecord& last) const
    {
        if (!last.end)
            return !m_running  ? WorkState::Ended
                : isWarm(last) ? WorkState::Waiting
                               : WorkState::Running;
        switch (last.end->outcome) {
        case ProcessOutcome::Finished:
            return cell.done < cell.planned && m_running ? WorkState::Planned : WorkState::Done;
        case ProcessOutcome::Interrupted:
            return WorkState::Ended;
        default:
            return WorkState::Failed;
        }
    }

    /// Its warm-up is judged for every case, and no timed block was asked for.
    [[nodiscard]] bool isWarm(const ProcessRecord& process) const
    {
        const int cases = process.start.cases ? process.start.cases->count : caseCount(m_data);
        return process.start.kind == ProcessKind::Paired
            && static_cast<int>(process.steady.size()) >= cases && roundsOf(process) == 0;
    }

    void countRepetitions()
    {
        for (std::size_t column = 0; column < m_grid.columns.size(); ++column) {
            const auto& each = m_grid.columns[column];
            const bool begun = std::ranges::any_of(m_grid.rows,
                [&](const WorkRow& row) { return row.cells[column].state == WorkState::Done; });
            if (each.kind == ProcessKind::Paired && begun && !each.now)
                ++m_grid.repetitionsDone;
        }
    }

    // ---- time

    /// Mean time of a process of that sort: of the variant, else of all.
    [[nodiscard]] std::optional<nanoseconds> meanOf(ProcessKind kind, int variant) const
    {
        for (const bool own : {true, false}) {
            nanoseconds sum {};
            int count = 0;
            for (const auto& [place, list] : m_processes)
                for (const auto* process : list)
                    if (place.kind == kind && (!own || place.variant == variant) && process->end
                        && process->end->outcome == ProcessOutcome::Finished) {
                        sum += wallOf(*process, m_now);
                        ++count;
                    }
            if (count > 0)
                return sum / count;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<nanoseconds> meanRepetition() const
    {
        nanoseconds sum {};
        int count = 0;
        for (const auto& column : m_grid.columns)
            if (column.kind == ProcessKind::Paired && !column.now && column.wall.count() > 0) {
                sum += column.wall;
                ++count;
            }
        return count > 0 ? std::optional(sum / count) : std::nullopt;
    }

    void estimate()
    {
        if (!m_running) {
            m_grid.doneRatio = 1;
            m_grid.left = nanoseconds {};
            return;
        }
        std::optional<nanoseconds> left = nanoseconds {};
        for (std::size_t i = 0; i < m_grid.columns.size() && left; ++i) {
            const auto more = leftOf(i);
            left = more ? std::optional(*left + *more) : std::nullopt;
        }
        m_grid.left = left;
        const nanoseconds elapsed(std::max<std::int64_t>(0, m_now.ns - m_data.info.started.ns));
        const auto whole = elapsed + left.value_or(elapsed * 3); // nothing known: little is done
        if (whole.count() > 0)
            m_grid.doneRatio
                = static_cast<double>(elapsed.count()) / static_cast<double>(whole.count());
    }

    [[nodiscard]] std::optional<nanoseconds> leftOf(std::size_t index) const
    {
        const auto& column = m_grid.columns[index];
        if (column.kind == ProcessKind::Paired) {
            const bool toDo = std::ranges::any_of(m_grid.rows, [&](const WorkRow& row) {
                const auto state = row.cells[index].state;
                return state == WorkState::Planned || state == WorkState::Running
                    || state == WorkState::Waiting;
            });
            const auto each = meanRepetition();
            if (!toDo)
                return nanoseconds {};
            return each ? std::optional(std::max(nanoseconds {}, *each - column.wall)) : each;
        }
        nanoseconds left {};
        for (const auto& row : m_grid.rows) {
            const auto& cell = row.cells[index];
            const bool open = cell.state == WorkState::Planned || cell.state == WorkState::Running;
            const int more = open ? std::max(0, cell.planned - cell.done) : 0;
            if (more == 0)
                continue;
            auto each = meanOf(column.kind, row.variant);
            if (!each && column.kind != ProcessKind::Cold) // a start and a warm cache, as a lane
                each = meanOf(ProcessKind::Paired, row.variant);
            if (!each)
                return std::nullopt;
            left += *each * more;
        }
        return left;
    }

    const ComparisonData& m_data;
    UtcTime m_now;
    bool m_running;
    int m_perSort;
    Processes m_processes;
    RecordingGrid m_grid;
};

} // namespace

RecordingGrid recordingGrid(const ComparisonData& data, UtcTime now)
{
    return GridMaker(data, now).make();
}

std::string columnName(const WorkColumn& column)
{
    if (column.kind == ProcessKind::Paired)
        return "process " + std::to_string(column.repetition + 1);
    return textOf(column.kind,
        {{ProcessKind::Cold, "cold"}, {ProcessKind::ColdKept, "warm cache"},
            {ProcessKind::Check, "results"}, {ProcessKind::Trace, "trace"},
            {ProcessKind::Load, "load"}, {ProcessKind::Look, "look"}});
}

} // namespace profiler
