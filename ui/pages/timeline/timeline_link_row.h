// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/timeline/timeline_links.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>

namespace ui {

/// One line that leads to its place by a click or the space bar.
class TimelinePlaceRow : public QAbstractButton {
    Q_OBJECT

public:
    TimelinePlaceRow(const Theme& theme, TimelinePosition place, QWidget* parent = nullptr);

    [[nodiscard]] const TimelinePosition& place() const { return m_place; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {120, 26}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintSign(QPainter& painter) const;

    const Theme& m_theme;
    TimelinePosition m_place;
};

} // namespace ui
