// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>

class QPainter;

namespace ui {

enum class Icon {
    Logo,
    Plus,
    Copy,
    Check,
    Report,
    Export,
    Search,
    Edit,
    Play,
    ChevronDown,
    Theme,
    Open,
    More,
    Overview,
    Results,
    Latency,
    CompileTime,
    Timeline,
    Kernels,
    GraphBreaks,
    Gpu,
    Numerics,
    Memory,
    Configuration,
    Log,
    Runs,
    Reports,
    History,
    Shapes,
    Serving,
    Suite,
};

/// A line icon; drawn from strokes, so that it is sharp at every scale.
void drawIcon(QPainter& painter, Icon icon, const QRectF& box, const QColor& colour);

} // namespace ui
