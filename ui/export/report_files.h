// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/result.h"
#include "profiler/report/document/report_model.h"
#include "ui/comparison/comparison_view.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace ui {

struct JudgedComparison;

enum class ReportFormat { Html, Markdown, Pdf, Png, Svg };

/// By the file's ending; the sentence names those that there are.
[[nodiscard]] profiler::Result<ReportFormat> reportFormatOf(const QString& file);

/// What is handed on: pages, or one slide.
struct ReportWish {
    profiler::ReportOptions options;
    bool slide = false; ///< also as PDF; PNG and SVG always are
    bool transparent = false; ///< the slide's ground
};

/// With what other models of its family gain; not on the GUI thread (family_peers.h).
[[nodiscard]] profiler::Report reportOf(
    const JudgedComparison& comparison, profiler::ReportOptions options);

/// Writes the whole report or nothing; Markdown gets its pictures in `NAME_files` beside it.
[[nodiscard]] profiler::Result<void> saveReport(
    const JudgedComparison& comparison, const ReportWish& wish, const QString& file);

[[nodiscard]] QByteArray pdfOf(profiler::Report report);
[[nodiscard]] QByteArray slidePng(const profiler::Picture& slide, bool transparent);
[[nodiscard]] QByteArray slidePdf(const profiler::Picture& slide);

} // namespace ui
