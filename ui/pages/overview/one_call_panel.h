// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/forest_row.h"
#include "ui/parts/panel.h"

namespace ui {

/// One call: where the time goes. Without a trace a median cannot be split, so each variant's bar
/// is drawn whole, as unexplained, and the panel says what would split it.
class OneCallPanel : public Panel {
    Q_OBJECT

public:
    explicit OneCallPanel(const Theme& theme, QWidget* parent = nullptr);

    void showForest(const Forest& forest, int focus, const QString& device);

private:
    class Bars;
    Bars* m_bars;
};

} // namespace ui
