// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparison_view.h"
#include "ui/parts/panel.h"

class QVBoxLayout;

namespace ui {

/// What was noticed: shape, sentence, variant and place; worst first.
class FindingsPanel : public Panel {
    Q_OBJECT

public:
    explicit FindingsPanel(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view);

private:
    void clear();

    QVBoxLayout* m_list;
};

} // namespace ui
