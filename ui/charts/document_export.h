// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "ui/charts/chart_document.h"
#include "ui/theme/tokens.h"

#include <QByteArray>
#include <QImage>
#include <QString>

class QMimeData;

namespace ui {

/// Files use the Light theme unless told otherwise, and two pixels for each point.
[[nodiscard]] QImage documentImage(ChartDocument& document,
    const Tokens& tokens = tokensOf(ThemeKind::Light), double pixelRatio = 2);
[[nodiscard]] QByteArray documentSvg(
    ChartDocument& document, const Tokens& tokens = tokensOf(ThemeKind::Light));
[[nodiscard]] QByteArray documentPdf(
    ChartDocument& document, const Tokens& tokens = tokensOf(ThemeKind::Light));

/// By the file's ending: .png, .svg, .pdf or .csv. Written whole or not at all: where it fails, a
/// file that was there before is kept.
[[nodiscard]] profiler::Result<void> saveDocument(ChartDocument& document, const QString& file);

/// PNG, SVG and TSV at once.
[[nodiscard]] QMimeData* documentMimeData(ChartDocument& document);

/// Whole or not at all; nothing but plain files is written over.
[[nodiscard]] profiler::Result<void> writeWhole(const QString& file, const QByteArray& bytes);

} // namespace ui
