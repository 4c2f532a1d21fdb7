// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/call_split.h"
#include "ui/models/forest_row.h"
#include "ui/parts/panel.h"

#include <QLabel>

#include <vector>

namespace ui {

/// One call: where the time goes. A trace splits a variant's median by class of work and the host's
/// own time; without one its bar is drawn whole, as unexplained, and the panel says why.
class OneCallPanel : public Panel {
    Q_OBJECT

public:
    explicit OneCallPanel(const Theme& theme, QWidget* parent = nullptr);

    using Split = profiler::Measured<profiler::CallSplit>;

    /// `splits` has one for each row of the forest.
    void showForest(const Forest& forest, int focus, const std::vector<Split>& splits);

private:
    class Bars;
    Bars* m_bars;
    QLabel* m_note;
};

} // namespace ui
