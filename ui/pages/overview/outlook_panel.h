// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/plan.h"
#include "ui/pages/page_panel.h"

class QLabel;

namespace profiler {
struct CallOutlook;
} // namespace profiler

namespace ui {

class BarTable;
class Button;
class CodeLine;

/// Overview of one variant alone: what each part of its call takes and what compiling can leave of
/// it, and what to try first. Takes the place of the variants' ratios.
class OutlookPanel : public PagePanel {
    Q_OBJECT

public:
    explicit OutlookPanel(const Theme& theme);

    void showView(const ComparisonView& view);

private:
    void createTable();
    void createTry();
    void showParts(const profiler::CallOutlook& outlook);
    void showTry(const ComparisonView& view);
    void record();

    profiler::Plan m_plan; ///< that the button records
    QString m_command;
    QLabel* m_bound;
    BarTable* m_parts;
    QLabel* m_try;
    QLabel* m_breaks;
    QWidget* m_actions;
    CodeLine* m_code;
    Button* m_record;
    Button* m_copyCommand;
};

} // namespace ui
