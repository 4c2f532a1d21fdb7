// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "ui/theme/tokens.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

class QMimeData;

namespace ui {

class Chart;

/// Size of an exported chart in device-independent pixels of 1/96 inch: 180 × 110 mm.
inline constexpr QSize documentSize {680, 416};

/// Files use the Light theme unless told otherwise.
[[nodiscard]] QImage chartImage(Chart& chart, const Tokens& tokens = tokensOf(ThemeKind::Light),
    const QSize& size = documentSize, double pixelRatio = 2);
[[nodiscard]] QByteArray chartSvg(Chart& chart, const Tokens& tokens = tokensOf(ThemeKind::Light),
    const QSize& size = documentSize);

/// By the file's ending: .png, .svg, .pdf or .csv.
[[nodiscard]] profiler::Result<void> saveChart(Chart& chart, const QString& file);

/// PNG, SVG and TSV at once.
[[nodiscard]] QMimeData* chartMimeData(Chart& chart);

} // namespace ui
