// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/live/workers_model.h"

#include "ui/comparison/recording_job.h"
#include "ui/text/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ui {

namespace {

using profiler::ProcessKind;
using profiler::ProcessOutcome;
using profiler::WorkCell;
using profiler::WorkColumn;
using profiler::WorkState;

QString failedWord(const WorkCell& cell)
{
    return cell.outcome == ProcessOutcome::Crashed ? QObject::tr("crashed")
        : cell.outcome == ProcessOutcome::TimedOut ? QObject::tr("too long")
                                                   : QObject::tr("failed");
}

QString processesText(int count)
{
    return count == 1 ? QObject::tr("1 process") : QObject::tr("%1 processes").arg(count);
}

QString roundsText(int count)
{
    return count == 1 ? QObject::tr("1 round") : QObject::tr("%1 rounds").arg(count);
}

double seconds(profiler::nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

} // namespace

QString clockText(double value)
{
    const auto whole = static_cast<qint64>(std::llround(std::max(0.0, value)));
    const auto two = [](qint64 part) { return QStringLiteral("%1").arg(part, 2, 10, QChar(u'0')); };
    if (whole >= 3600)
        return QStringLiteral("%1:%2:%3")
            .arg(whole / 3600)
            .arg(two(whole / 60 % 60), two(whole % 60));
    return QStringLiteral("%1:%2").arg(whole / 60).arg(two(whole % 60));
}

QString stageWord(const QString& stage)
{
    static const std::array words {
        std::pair {"start", QObject::tr("start")},
        std::pair {"import", QObject::tr("import")},
        std::pair {"start_up", QObject::tr("start the compiler")},
        std::pair {"build", QObject::tr("build")},
        std::pair {"compile", QObject::tr("compile")},
        std::pair {"inputs", QObject::tr("inputs")},
        std::pair {"package", QObject::tr("make the program")},
        std::pair {"open", QObject::tr("open the program")},
        std::pair {"warmup", QObject::tr("warm-up")},
        std::pair {"outputs", QObject::tr("results")},
        std::pair {"rounds", QObject::tr("rounds")},
        std::pair {"store", QObject::tr("store")},
    };
    for (const auto& [key, word] : words)
        if (stage == QLatin1String(key))
            return word;
    return stage;
}

void WorkersModel::show(
    const profiler::RecordingGrid& grid, const QStringList& variants, const RecordingJob* job)
{
    m_variants = variants;
    m_job = job;
    m_grid = grid;
    rebuild();
}

void WorkersModel::setMostColumns(int most)
{
    if (std::exchange(m_most, most) != most)
        rebuild();
}

void WorkersModel::setTimesShown(bool shown)
{
    if (std::exchange(m_timesShown, shown) != shown)
        rebuild();
}

/// The earliest repetitions that are over go together; how many does not depend on how far the
/// recording is, so that columns do not come and go under the eyes.
std::vector<WorkersModel::Span> WorkersModel::spans() const
{
    std::vector<Span> spans;
    std::size_t repetitions = 0;
    for (const WorkColumn& column : m_grid.columns)
        repetitions += column.kind == ProcessKind::Paired ? 1 : 0;
    const auto most = static_cast<std::size_t>(std::max(m_most, 3));
    const std::size_t excess = m_grid.columns.size() > most ? m_grid.columns.size() - most + 1 : 0;
    const std::size_t fold = std::min(excess, repetitions > 1 ? repetitions - 1 : 0);
    for (std::size_t i = 0; i < m_grid.columns.size(); ++i) {
        const WorkColumn& column = m_grid.columns[i];
        const bool inside = fold > 1 && column.kind == ProcessKind::Paired
            && static_cast<std::size_t>(column.repetition) < fold;
        if (inside && column.repetition > 0)
            spans.back().last = i;
        else
            spans.push_back({i, i});
    }
    return spans;
}

void WorkersModel::rebuild()
{
    const auto shown = spans();
    m_headings.clear();
    for (const Span& span : shown)
        m_headings.push_back(headingOf(span));
    std::vector<WorkersRow> rows;
    for (const profiler::WorkRow& row : m_grid.rows)
        rows.push_back(rowOf(row, shown));
    setRows(std::move(rows), shownColumns());
}

WorkersModel::Heading WorkersModel::headingOf(const Span& span) const
{
    const WorkColumn& first = m_grid.columns[span.first];
    Heading heading {.name = qt(profiler::columnName(first))};
    profiler::nanoseconds wall {};
    for (std::size_t i = span.first; i <= span.last; ++i) {
        wall += m_grid.columns[i].wall;
        heading.now = heading.now || m_grid.columns[i].now;
    }
    if (span.last > span.first)
        heading.name = tr("processes %1–%2")
                           .arg(first.repetition + 1)
                           .arg(m_grid.columns[span.last].repetition + 1);
    heading.note = heading.now ? tr("now")
        : wall.count() > 0     ? clockText(seconds(wall))
                               : QString();
    return heading;
}

WorkersRow WorkersModel::rowOf(const profiler::WorkRow& row, const std::vector<Span>& spans) const
{
    const QString name = m_variants.value(row.variant);
    const bool running = m_job != nullptr && m_job->isRunning();
    WorkersRow made {.name = row.again ? tr("%1 again").arg(name) : name,
        .variant = row.variant,
        .again = row.again,
        .skipped = running && m_job->skipped().contains(name)};
    made.canSkip = running && row.variant > 0 && !made.skipped;
    for (const Span& span : spans)
        made.cells.push_back(span.first == span.last ? single(row, span.first) : folded(row, span));
    return made;
}

std::vector<Column<WorkersRow>> WorkersModel::shownColumns() const
{
    std::vector<Column<WorkersRow>> columns {
        {{.name = tr("variant"), .align = DataAlign::Text}, [](const WorkersRow& row) {
             return DataCell {.text = row.skipped ? tr("%1, skipped").arg(row.name) : row.name,
                 .reason = row.again ? tr("The baseline against itself: the noise of the machine")
                     : row.canSkip   ? tr("%1. Skip: no further process of it starts").arg(row.name)
                                     : row.name};
         }}};
    for (std::size_t i = 0; i < m_headings.size(); ++i) {
        const Heading& heading = m_headings[i];
        QString name = heading.name;
        if (!heading.note.isEmpty() && m_timesShown)
            name += QStringLiteral("  ") + heading.note;
        columns.push_back({{.name = name, .align = DataAlign::Text, .explanation = heading.note},
            [i, process = heading.name](const WorkersRow& row) {
                const WorkersCell& work = row.cells.at(i);
                return DataCell {.text = work.note.isEmpty()
                        ? work.text
                        : work.text + QStringLiteral(", ") + work.note,
                    .accessible = QStringLiteral("%1, %2: %3")
                                      .arg(row.name, process,
                                          work.text.isEmpty() ? tr("nothing to do") : work.text),
                    .reason = work.reason};
            }});
    }
    return columns;
}

WorkersCell WorkersModel::single(const profiler::WorkRow& row, std::size_t column) const
{
    const WorkCell& work = row.cells[column];
    const WorkColumn& heading = m_grid.columns[column];
    const bool rounds = heading.kind == ProcessKind::Paired;
    WorkersCell cell {.state = work.state, .reason = qt(work.reason)};
    switch (work.state) {
    case WorkState::None:
        cell.text = heading.kind == ProcessKind::ColdKept && !row.again && work.planned == 0
            ? tr("compiles nothing")
            : QString();
        break;
    case WorkState::Planned:
        cell.text = rounds  ? roundsText(work.roundsPlanned)
            : work.done > 0 ? tr("%1 of %2").arg(work.done).arg(work.planned)
                            : processesText(work.planned);
        break;
    case WorkState::Done:
        cell.text = rounds ? roundsText(work.rounds)
                           : tr("%1 of %2").arg(work.done).arg(std::max(work.done, work.planned));
        cell.note = rounds ? QString() : clockText(seconds(work.wall));
        break;
    case WorkState::Waiting:
        cell.text = tr("warm, waits");
        break;
    case WorkState::Running:
        showRunning(cell, row, column);
        break;
    case WorkState::Failed:
        cell.crashed = work.outcome == ProcessOutcome::Crashed;
        cell.text = failedWord(work);
        cell.canRetry = m_job != nullptr && !row.again;
        break;
    case WorkState::Ended:
        cell.text = rounds && work.rounds > 0 ? tr("%1, ended").arg(roundsText(work.rounds))
                                              : tr("ended early");
        break;
    }
    return cell;
}

void WorkersModel::showRunning(
    WorkersCell& cell, const profiler::WorkRow& row, std::size_t column) const
{
    const WorkCell& work = row.cells[column];
    if (work.rounds > 0) {
        cell.text = tr("%1 of %2").arg(work.rounds).arg(roundsText(work.roundsPlanned));
        cell.progress = static_cast<double>(work.rounds) / std::max(1, work.roundsPlanned);
        return;
    }
    cell.text = work.planned > 1 ? tr("%1 of %2 runs").arg(work.done + 1).arg(work.planned)
                                 : tr("running");
    if (m_job == nullptr || !m_job->isRunning())
        return;
    const WorkingNow& now = m_job->now();
    const WorkColumn& heading = m_grid.columns[column];
    const bool mine = now.process == heading.kind && now.variant == m_variants.value(row.variant)
        && now.again == row.again
        && (heading.kind != ProcessKind::Paired || now.repetition == heading.repetition);
    if (!mine || now.stages.empty())
        return;
    cell.text = stageWord(now.stages.back().stage);
    if (now.inner) {
        cell.text = now.text;
        cell.progress = static_cast<double>(now.inner->first) / now.inner->second;
    }
}

WorkersCell WorkersModel::folded(const profiler::WorkRow& row, const Span& span) const
{
    WorkersCell cell;
    int done = 0;
    int failed = 0;
    int all = 0;
    for (std::size_t i = span.first; i <= span.last; ++i) {
        const WorkersCell one = single(row, i);
        const WorkState state = one.state;
        ++all;
        done += state == WorkState::Done ? 1 : 0;
        failed += state == WorkState::Failed ? 1 : 0;
        if (state == WorkState::Running || state == WorkState::Waiting) {
            cell = one;
            cell.progress = static_cast<double>(i - span.first)
                / static_cast<double>(span.last - span.first + 1);
        } else if (state == WorkState::Failed) {
            cell.reason = one.reason;
            cell.crashed = one.crashed;
            cell.canRetry = one.canRetry;
        }
    }
    if (cell.state == WorkState::Running || cell.state == WorkState::Waiting)
        return cell;
    cell.state = failed > 0 ? WorkState::Failed
        : done == all       ? WorkState::Done
        : done > 0          ? WorkState::Planned
                            : row.cells[span.first].state;
    cell.text = failed > 0              ? tr("%1 failed").arg(failed)
        : cell.state == WorkState::None ? QString()
                                        : tr("%1 of %2").arg(done).arg(all);
    return cell;
}

} // namespace ui
