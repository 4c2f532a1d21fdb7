// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/widgets/panel.h"

class QLabel;

namespace ui {

class RatioDotsChart;

/// One dot for each process, the interval of all together, and what they come to. Takes the place
/// of Payback where no variant is clearly faster.
class RatioPanel : public Panel {
    Q_OBJECT

public:
    explicit RatioPanel(const Theme& theme, QWidget* parent = nullptr);

    void showVariant(const ComparisonView& view, const profiler::VariantResult& variant);

private:
    RatioDotsChart* m_chart;
    QLabel* m_conclusion;
    QLabel* m_words;
};

} // namespace ui
