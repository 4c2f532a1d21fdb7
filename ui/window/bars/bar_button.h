// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>

namespace ui {

/// What the buttons of the side bar and the comparison bar have in common: they paint themselves,
/// take the keys, and Enter presses them as Space does.
class BarButton : public QAbstractButton {
    Q_OBJECT

public:
    BarButton(const Theme& theme, QSizePolicy::Policy horizontal, QWidget* parent = nullptr);

protected:
    [[nodiscard]] const Theme& theme() const { return m_theme; }

    /// As around a field.
    void paintFrame(QPainter& painter) const;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const Theme& m_theme;
};

} // namespace ui
