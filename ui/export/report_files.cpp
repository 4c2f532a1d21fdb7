// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/report_files.h"

#include "profiler/report/document/report_builder.h"
#include "profiler/report/html/report_writers.h"
#include "profiler/report/html/slide.h"
#include "ui/comparison/family_peers.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/export/file_set.h"
#include "ui/export/report_pages.h"
#include "ui/export/svg_drawing.h"
#include "ui/figure/document_export.h"
#include "ui/figure/svg_device.h"
#include "ui/text/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QImageReader>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>

#include <array>
#include <utility>

namespace ui {

namespace {

using profiler::ErrorKind;
using profiler::failure;

/// A chart as it stands in the report, 178 mm wide with twice as many pixels as a screen has.
QByteArray chartPng(const profiler::Picture& picture, const QColor& ground)
{
    constexpr double pixelsPerUnit = 2;
    QImage image(qRound(picture.width * pixelsPerUnit), qRound(picture.height * pixelsPerUnit),
        QImage::Format_RGB32);
    image.fill(ground);
    constexpr double widthInMetres = 0.178;
    image.setDotsPerMeterX(qRound(image.width() / widthInMetres));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText(QStringLiteral("Software"), qt(picture.description));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    SvgDrawing(picture).paint(painter, image.rect());
    painter.end();
    return pngOf(image);
}

QColor groundOf(profiler::ReportTheme theme)
{
    return tokensOf(theme == profiler::ReportTheme::Dark ? ThemeKind::Dark : ThemeKind::Light)
        .panel;
}

/// Pictures of ours that the report at that place shows now.
QStringList picturesOf(const QString& file)
{
    static const QRegularExpression link(QStringLiteral("!\\[[^\\]]*\\]\\(<([^>]+\\.png)>\\)"));
    QFile report(file);
    if (!report.open(QIODevice::ReadOnly))
        return {};
    QStringList pictures;
    auto found = link.globalMatch(QString::fromUtf8(report.readAll()));
    while (found.hasNext()) {
        const QString picture = QFileInfo(file).path() + u'/' + found.next().captured(1);
        if (QImageReader(picture).text(QStringLiteral("Software")).startsWith(u"Fusescope "))
            pictures << picture;
    }
    return pictures;
}

profiler::Result<void> saveMarkdown(const profiler::Report& report, const QString& file)
{
    QStringList left = picturesOf(file);
    const QFileInfo info(file);
    const QString folder = info.completeBaseName() + QStringLiteral("_files");
    const auto markdown = profiler::markdownReport(report, folder.toStdString(), ".png");
    FileSet files;
    for (const auto& picture : markdown.pictures) {
        const QString place
            = info.path() + u'/' + folder + u'/' + qt(picture.name) + QStringLiteral(".png");
        files.add(place, chartPng(picture.picture, groundOf(report.theme)));
        left.removeAll(place);
    }
    files.add(file, QByteArray::fromStdString(markdown.text));
    return files.write().map([&left] {
        for (const QString& picture : left)
            QFile::remove(picture);
        if (!left.isEmpty())
            QDir().rmdir(QFileInfo(left.front()).path()); // where nothing is in it any more
    });
}

QByteArray slideBytes(const profiler::Picture& slide, const ReportWish& wish, ReportFormat format)
{
    if (format == ReportFormat::Png)
        return slidePng(slide, wish.transparent);
    if (format == ReportFormat::Pdf)
        return slidePdf(slide);
    // 1920 units are 13.33 inches, whoever opens it.
    return QByteArray::fromStdString(profiler::standaloneSvg(
        slide, profiler::fontList, "in", profiler::slideWidth / (40.0 / 3)));
}

} // namespace

profiler::Result<ReportFormat> reportFormatOf(const QString& file)
{
    static const std::array<std::pair<QString, ReportFormat>, 7> endings {{
        {QStringLiteral("html"), ReportFormat::Html},
        {QStringLiteral("htm"), ReportFormat::Html},
        {QStringLiteral("md"), ReportFormat::Markdown},
        {QStringLiteral("markdown"), ReportFormat::Markdown},
        {QStringLiteral("pdf"), ReportFormat::Pdf},
        {QStringLiteral("png"), ReportFormat::Png},
        {QStringLiteral("svg"), ReportFormat::Svg},
    }};
    const QString ending = QFileInfo(file).suffix().toLower();
    for (const auto& [word, format] : endings)
        if (ending == word)
            return format;
    return failure(ErrorKind::BadInput,
        file.toStdString()
            + " says no format that a report has; end it in .html, .md, .pdf, .png or .svg.");
}

QByteArray pdfOf(profiler::Report report)
{
    const ReportPages pages(std::move(report));
    return pdfOf(qt(pages.report().title), qt(pages.report().source), QPageSize(QPageSize::A4),
        unitsPerInch, [&pages](QPainter& painter, QPdfWriter& writer) {
            for (int page = 0; page < pages.count(); ++page) {
                if (page > 0)
                    writer.newPage();
                pages.paint(painter, page);
            }
        });
}

QByteArray slidePng(const profiler::Picture& slide, bool transparent)
{
    QImage image(qRound(slide.width), qRound(slide.height), QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    image.setText(QStringLiteral("Software"), qt(slide.description));
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    SvgDrawing(slide).paint(painter, image.rect());
    painter.end();
    return pngOf(transparent ? image : image.convertToFormat(QImage::Format_RGB32));
}

QByteArray slidePdf(const profiler::Picture& slide)
{
    constexpr int unitsInInch = 144; // 1920 over 13.33 in
    const QPageSize size(QSizeF(slide.width, slide.height) / unitsInInch, QPageSize::Inch,
        QStringLiteral("slide"), QPageSize::ExactMatch);
    return pdfOf(qt(slide.title), qt(slide.description), size, unitsInInch,
        [&slide](QPainter& painter, QPdfWriter& /*writer*/) {
            SvgDrawing(slide).paint(painter, QRectF(0, 0, slide.width, slide.height));
        });
}

profiler::Report reportOf(const JudgedComparison& comparison, profiler::ReportOptions options)
{
    options.peers = peersOf(options.file, comparison);
    return profiler::buildReport(comparison.result, comparison.data, options);
}

profiler::Result<void> saveReport(
    const JudgedComparison& comparison, const ReportWish& wish, const QString& file)
{
    const auto format = reportFormatOf(file);
    if (!format)
        return tl::unexpected(format.error());
    FileSet files;
    const bool slide = *format == ReportFormat::Png || *format == ReportFormat::Svg || wish.slide;
    if (slide && *format != ReportFormat::Html && *format != ReportFormat::Markdown) {
        const auto picture = profiler::slidePicture(comparison.result, comparison.data,
            profiler::slideOptionsOf(wish.options, wish.transparent));
        files.add(file, slideBytes(picture, wish, *format));
        return files.write();
    }
    auto report = reportOf(comparison, wish.options);
    if (*format == ReportFormat::Markdown)
        return saveMarkdown(report, file);
    files.add(file,
        *format == ReportFormat::Pdf ? pdfOf(std::move(report))
                                     : QByteArray::fromStdString(profiler::htmlReport(report)));
    return files.write();
}

} // namespace ui
