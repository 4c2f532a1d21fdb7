// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "ui/models/comparison_view.h"

#include <QString>

namespace ui {

/// The report layer's one-file HTML, written whole or not at all.
[[nodiscard]] profiler::Result<void> writeHtmlReport(
    const JudgedComparison& comparison, const QString& file);

} // namespace ui
