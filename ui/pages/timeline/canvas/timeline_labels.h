// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QStaticText>
#include <QString>

#include <utility>

namespace ui {

/// Names laid out for the room that events have: the same ones are painted in frame after frame,
/// and laying out is most of what a text costs.
class TimelineLabels {
public:
    TimelineLabels();

    /// Cut in the middle where it does not fit; empty where so little would be left that it tells
    /// nothing. Valid until the next call.
    [[nodiscard]] const QStaticText& fitted(const QString& name, double room);

    [[nodiscard]] const QFont& font() const { return m_font; }

private:
    QFont m_font;
    QHash<std::pair<QString, int>, QStaticText> m_known;
};

} // namespace ui
