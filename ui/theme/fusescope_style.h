// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/tokens.h"

#include <QPointer>
#include <QProxyStyle>

#include <functional>

class QStyleOptionHeader;
class QStyleOptionSlider;

namespace ui {

/// Fusion with the design's thin scroll bars, quiet frames and one visible focus ring.
class FusescopeStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// `tokensNow` gives the tokens of the theme in force as long as `theme` lives; dark ones after
    /// it.
    FusescopeStyle(const QObject& theme, std::function<const Tokens&()> tokensNow);

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

    [[nodiscard]] const Tokens& tokens() const;

    QPointer<const QObject> m_theme; ///< the program may outlive it
    std::function<const Tokens&()> m_tokensNow;
};

} // namespace ui
