// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "ui/figure/chart_document.h"
#include "ui/theme/tokens.h"

#include <QByteArray>
#include <QImage>
#include <QPageSize>
#include <QPicture>
#include <QString>

#include <functional>
#include <memory>

class QMimeData;
class QPdfWriter;

namespace ui {

/// A document as it was when it was drawn. Its widget may change or go: files are made of it on
/// any thread, which takes ten times as long as the drawing.
struct DrawnDocument {
    QString title;
    FigureSource source;
    QSize size; ///< device-independent pixels of 1/96 inch
    QPicture picture;
    ChartTable table; ///< with its source; see giveTable
};

/// On the interface thread, and without its table. Files use the Light theme unless told otherwise.
[[nodiscard]] DrawnDocument drawDocument(
    ChartDocument& document, const Tokens& tokens = tokensOf(ThemeKind::Light));
/// On any thread: ChartDocument::tableMaker makes it.
void giveTable(ChartTable table, DrawnDocument& drawn);
/// Both at once, where nobody waits for the next turn.
[[nodiscard]] DrawnDocument wholeDocument(ChartDocument& document);

[[nodiscard]] QImage imageOf(const DrawnDocument& drawn, double pixelRatio = 2);
[[nodiscard]] QByteArray svgOf(const DrawnDocument& drawn);
[[nodiscard]] QByteArray pdfOf(const DrawnDocument& drawn);

/// By the file's ending: .png, .svg, .pdf or .csv. Written whole or not at all: where it fails, a
/// file that was there before is kept.
[[nodiscard]] profiler::Result<void> saveDocument(const DrawnDocument& drawn, const QString& file);

/// PNG, SVG and TSV at once.
[[nodiscard]] std::unique_ptr<QMimeData> mimeDataOf(const DrawnDocument& drawn);

/// One page or more of that size, without margins; `paint` begins on the first.
[[nodiscard]] QByteArray pdfOf(const QString& title, const QString& source, const QPageSize& size,
    int resolution, const std::function<void(QPainter& painter, QPdfWriter& writer)>& paint);

/// Whole or not at all; nothing but plain files is written over.
[[nodiscard]] profiler::Result<void> writeWhole(const QString& file, const QByteArray& bytes);

} // namespace ui
