// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/painted_widget.h"

namespace ui {

/// What the buttons of the side bar and the comparison bar have in common.
class BarButton : public PaintedButton {
    Q_OBJECT

public:
    BarButton(const Theme& theme, QSizePolicy::Policy horizontal, QWidget* parent = nullptr);

protected:
    /// As around a field.
    void paintFrame(QPainter& painter) const;
};

} // namespace ui
