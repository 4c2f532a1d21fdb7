// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/background_job.h"
#include "ui/comparison/ledger_reader.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"

#include <QObject>

#include <cstddef>
#include <memory>
#include <vector>

namespace ui {

class Button;

/// Lights the work that is selected on both sides: whatever does the same, by the ledger. Reads it
/// once it is asked for, on a pool thread, which also looks for the events.
class TimelineLighting : public QObject {
    Q_OBJECT

public:
    TimelineLighting(TimelineCanvas& canvas, Button& chip, QObject* parent);

    /// Runs of the view are on the canvas now.
    void showView(const ComparisonView& view);
    /// Runs are read: nothing can be lit until showView().
    void forget();
    /// Those rows of the ledger; until showView() they wait.
    void light(std::vector<std::size_t> rows);
    /// False: nothing is lit.
    bool clear();

    [[nodiscard]] bool isReady() const { return m_ledgers.isDone() && !m_job.isRunning(); }

private:
    void takePick();
    void takeLedger();
    void look();
    void show(const std::shared_ptr<const TimelineLight>& light);
    [[nodiscard]] std::vector<std::size_t> rowsOfPick(const profiler::Ledger& ledger) const;
    [[nodiscard]] const profiler::LedgerTrace* traceOf(
        const profiler::Ledger& ledger, std::size_t run) const;
    [[nodiscard]] QString words(const profiler::Ledger& ledger) const;

    TimelineCanvas& m_canvas;
    Button& m_chip; ///< says what is lit, and ends it
    LedgerReader m_ledgers;
    BackgroundJob m_job {this};
    ComparisonView m_view;
    std::vector<std::size_t> m_rows; ///< that are lit, or will be
    bool m_hasRuns = false;
    bool m_fromPick = false; ///< which rows are meant follows from the pick
};

} // namespace ui
