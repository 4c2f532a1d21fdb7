// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/scale.h"

#include <QString>

class QCPAxis;

namespace ui {

using TickLabel = std::function<QString(double value)>;
/// Round values inside [low, high], the most welcome first.
using TickCandidates = std::function<std::vector<double>(double low, double high)>;

/// Gives a scaled axis ticks at the candidates, as far as the distance in pixels between their
/// labels allows.
void setTicks(QCPAxis* axis, Scale scale, TickCandidates candidates, TickLabel label,
    double minimumDistance = 44);

} // namespace ui
