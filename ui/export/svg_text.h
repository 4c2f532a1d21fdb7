// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QPointF>
#include <QString>

#include <vector>

namespace ui {

/// One line of text in a drawing.
struct SvgText {
    QPointF at; ///< on the base line
    double size = 12;
    bool strong = false;
    Qt::Alignment anchor = Qt::AlignLeft;
    QColor colour;
    QString text;
};

/// A drawing of the report layer, its texts taken out of it.
struct SplitSvg {
    QByteArray marks;
    std::vector<SvgText> texts;
};

/// Qt draws the text of an SVG as outlines, which nobody can search, copy or read aloud.
[[nodiscard]] SplitSvg splitSvg(const QByteArray& svg);

} // namespace ui
