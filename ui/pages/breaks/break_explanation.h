// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/breaks/break_rows.h"
#include "ui/pages/page_panel.h"

class QLabel;
class QVBoxLayout;

namespace ui {

class Button;
class CodeBlock;
class FactRow;
class RemedyRows;

/// What the chosen break is, what to write instead, and how to measure again.
class BreakExplanation : public PagePanel {
    Q_OBJECT

public:
    explicit BreakExplanation(const Theme& theme);

    void showRow(const BreakRow& row, const ComparisonView& view);
    /// Nothing is wrong, or nothing is open.
    void showClean(const ComparisonView& view);

private:
    void createTexts(QVBoxLayout& column);
    void createCode(QVBoxLayout& column);
    void createRerun(QVBoxLayout& column);
    void showCommand(const ComparisonView& view);

    QLabel* m_heading = nullptr;
    QLabel* m_what = nullptr;
    QLabel* m_said = nullptr;
    FactRow* m_passes = nullptr;
    FactRow* m_cost = nullptr;
    QLabel* m_nowTitle = nullptr;
    CodeBlock* m_now = nullptr;
    QLabel* m_insteadTitle = nullptr;
    CodeBlock* m_instead = nullptr;
    RemedyRows* m_remedies = nullptr;
    QLabel* m_rerunTitle = nullptr;
    QLabel* m_rerunNote = nullptr;
    CodeBlock* m_rerun = nullptr;
};

} // namespace ui
