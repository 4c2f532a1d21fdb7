// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/report/charts/svg.h"
#include "ui/export/svg_text.h"

#include <QRectF>

#include <memory>
#include <vector>

class QPainter;
class QSvgRenderer;

namespace ui {

/// A chart of the report layer, painted as vectors and as text in the bundled font.
class SvgDrawing {
public:
    explicit SvgDrawing(const profiler::Picture& picture);
    ~SvgDrawing();
    Q_DISABLE_COPY_MOVE(SvgDrawing)

    [[nodiscard]] bool isValid() const;
    void paint(QPainter& painter, const QRectF& box) const;

private:
    QSizeF m_size;
    std::unique_ptr<QSvgRenderer> m_renderer;
    std::vector<SvgText> m_texts;
};

} // namespace ui
