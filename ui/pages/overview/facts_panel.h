// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/sentences/verdict_notes.h"
#include "ui/widgets/fact_row.h"
#include "ui/widgets/panel.h"

#include <vector>

namespace ui {

/// A block of facts, each on one line with its shape: Goal, Measurement quality.
class FactsPanel : public Panel {
    Q_OBJECT

public:
    FactsPanel(const Theme& theme, const QString& title, SignSide side, QWidget* parent = nullptr);

    void showRows(const std::vector<profiler::MarkedRow>& rows);

private:
    SignSide m_side;
    std::vector<FactRow*> m_rows;
};

} // namespace ui
