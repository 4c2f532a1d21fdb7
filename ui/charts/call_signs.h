// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/call_series.h"
#include "ui/theme/tokens.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

class QPainter;

namespace ui {

inline constexpr double callSignSize = 14;

/// The sign of a slow call as it is drawn: moved off its neighbours, with a label where there is
/// room.
struct CallSign {
    profiler::MarkedCall call;
    QPointF at;
    QString text;
    QRectF label;
};

[[nodiscard]] QString causeText(profiler::SlowCause cause);

/// Signs inside the axes; those of the focused variant and of compiles are labelled.
[[nodiscard]] std::vector<CallSign> placeCallSigns(const std::vector<profiler::MarkedCall>& marks,
    const QRectF& inside, int focused,
    const std::function<QPointF(const profiler::MarkedCall&)>& pixelOf);

/// Shape and letter of a cause.
void paintCallSign(QPainter& painter, const Tokens& tokens, profiler::SlowCause cause, QPointF at,
    const QColor& border);
void paintCallSigns(QPainter& painter, const Tokens& tokens, const std::vector<CallSign>& signs);

} // namespace ui
