// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_export.h"

#include "ui/charts/chart.h"

#include <QBuffer>
#include <QMarginsF>
#include <QMimeData>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace ui {

namespace {

constexpr double dotsPerInch = 96;

profiler::Result<void> writeBytes(const QString& file, const QByteArray& bytes)
{
    QSaveFile out(file);
    if (out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit())
        return {};
    return profiler::failure(profiler::ErrorKind::Unavailable,
        (u"%1 could not be written: %2. Choose another place."_qs)
            .arg(file, out.errorString())
            .toStdString());
}

QByteArray pngBytes(Chart& chart)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    chartImage(chart).save(&buffer, "PNG");
    return bytes;
}

QByteArray pdfBytes(Chart& chart)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(chart.title());
    writer.setCreator(chart.source());
    writer.setResolution(static_cast<int>(dotsPerInch));
    writer.setPageSize(QPageSize(QSizeF(documentSize) * 25.4 / dotsPerInch, QPageSize::Millimeter,
        chart.title(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QCPPainter painter(&writer);
    painter.setMode(QCPPainter::pmVectorized);
    chart.paintDocument(painter, documentSize, tokensOf(ThemeKind::Light));
    painter.end();
    return bytes;
}

} // namespace

QImage chartImage(Chart& chart, const Tokens& tokens, const QSize& size, double pixelRatio)
{
    QImage image(size * pixelRatio, QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(pixelRatio * dotsPerInch / 0.0254));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText(u"Software"_qs, chart.source());
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(pixelRatio, pixelRatio);
    chart.paintDocument(painter, size, tokens);
    return image;
}

QByteArray chartSvg(Chart& chart, const Tokens& tokens, const QSize& size)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setResolution(static_cast<int>(dotsPerInch));
    generator.setTitle(chart.title());
    generator.setDescription(chart.source());
    QCPPainter painter(&generator);
    painter.setMode(QCPPainter::pmVectorized);
    chart.paintDocument(painter, size, tokens);
    painter.end();
    // A reader without our font shall find one of the same width.
    return bytes.replace("font-family=\"Inter\"", "font-family=\"Inter, DejaVu Sans, sans-serif\"");
}

profiler::Result<void> saveChart(Chart& chart, const QString& file)
{
    if (file.endsWith(u".csv"_qs, Qt::CaseInsensitive))
        return writeBytes(file, toCsv(chart.table()).toUtf8());
    if (file.endsWith(u".svg"_qs, Qt::CaseInsensitive))
        return writeBytes(file, chartSvg(chart));
    if (file.endsWith(u".pdf"_qs, Qt::CaseInsensitive))
        return writeBytes(file, pdfBytes(chart));
    if (file.endsWith(u".png"_qs, Qt::CaseInsensitive))
        return writeBytes(file, pngBytes(chart));
    return profiler::failure(profiler::ErrorKind::BadInput,
        (u"%1: charts are saved as .png, .svg, .pdf or .csv."_qs).arg(file).toStdString());
}

QMimeData* chartMimeData(Chart& chart)
{
    auto* data = new QMimeData;
    data->setImageData(chartImage(chart));
    data->setData(u"image/svg+xml"_qs, chartSvg(chart));
    data->setText(toTsv(chart.table()));
    return data;
}

} // namespace ui
