// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/number_text.h"

#include <QString>

namespace ui {

/// "1 round", "1 200 calls".
[[nodiscard]] inline QString counted(qint64 count, const QString& one, const QString& several)
{
    return QString::fromStdString(profiler::formatCount(count)) + u' '
        + (count == 1 ? one : several);
}

} // namespace ui
