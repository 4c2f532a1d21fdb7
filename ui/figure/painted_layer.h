// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/custom_plot.h"

#include <functional>

namespace ui {

/// Anything a chart draws that is no curve: violins, bands, labels at the data. It lives in one of
/// the plot's layers, so screen and export draw it alike.
class PaintedLayer : public QCPLayerable {
    Q_OBJECT

public:
    using Paint = std::function<void(QPainter& painter)>;

    enum class Clip { ToAxes, No };

    PaintedLayer(QCustomPlot* plot, const QString& layer, Clip clip, Paint paint)
        : QCPLayerable(plot, layer)
        , m_clip(clip)
        , m_paint(std::move(paint))
    {
    }

protected:
    [[nodiscard]] QRect clipRect() const override
    {
        return m_clip == Clip::ToAxes ? mParentPlot->axisRect()->rect() : mParentPlot->viewport();
    }

    void applyDefaultAntialiasingHint(QCPPainter* painter) const override
    {
        painter->setAntialiasing(true);
    }

    void draw(QCPPainter* painter) override
    {
        painter->save();
        m_paint(*painter);
        painter->restore();
    }

private:
    Clip m_clip;
    Paint m_paint;
};

} // namespace ui
