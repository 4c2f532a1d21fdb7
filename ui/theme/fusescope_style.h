// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QPointer>
#include <QProxyStyle>

class QStyleOptionHeader;
class QStyleOptionSlider;

namespace ui {

/// Fusion with the design's thin scroll bars, quiet frames and one visible focus ring.
class FusescopeStyle : public QProxyStyle {
    Q_OBJECT

public:
    explicit FusescopeStyle(const Theme& theme);

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
        QPainter* painter, const QWidget* widget) const override;
    int pixelMetric(
        PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* returnData) const override;

private:
    void drawScrollBar(
        const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const;
    void drawHeaderSection(const QStyleOption& option, QPainter& painter) const;
    void drawHeaderLabel(const QStyleOptionHeader& option, QPainter& painter) const;

    /// Of the theme in force; the program may outlive it.
    [[nodiscard]] const Tokens& tokens() const;

    QPointer<const Theme> m_theme;
};

} // namespace ui
