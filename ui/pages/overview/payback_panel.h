// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/widgets/panel.h"

class QLabel;

namespace ui {

class PaybackChart;

/// Time saved minus compile time against calls in one process.
class PaybackPanel : public Panel {
    Q_OBJECT

public:
    explicit PaybackPanel(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view);

private:
    PaybackChart* m_chart = nullptr;
    QLabel* m_empty;
};

} // namespace ui
