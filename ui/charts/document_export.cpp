// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/document_export.h"

#include "ui/charts/custom_plot.h"
#include "ui/charts/svg_device.h"

#include <QBuffer>
#include <QFileInfo>
#include <QMarginsF>
#include <QMimeData>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>

namespace ui {

namespace {

constexpr double dotsPerInch = 96;
constexpr double millimetresPerInch = 25.4;

QByteArray pngBytes(ChartDocument& document)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    documentImage(document).save(&buffer, "PNG");
    return bytes;
}

ChartTable tableOf(ChartDocument& document)
{
    ChartTable table = document.table();
    table.source = document.documentSource().text();
    return table;
}

} // namespace

QImage documentImage(ChartDocument& document, const Tokens& tokens, double pixelRatio)
{
    const QSize size = document.documentSize();
    const FigureSource source = document.documentSource();
    QImage image(size * pixelRatio, QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(pixelRatio * dotsPerInch / millimetresPerInch * 1000));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText(u"Title"_qs, document.documentTitle());
    image.setText(u"Software"_qs, source.tool);
    image.setText(u"Source"_qs, source.id);
    image.setText(u"Description"_qs, source.text());
    QCPPainter painter(&image);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(pixelRatio, pixelRatio);
    paintDocument(document, painter, size, tokens);
    return image;
}

QByteArray documentSvg(ChartDocument& document, const Tokens& tokens)
{
    const QSize size = document.documentSize();
    const FigureSource source = document.documentSource();
    SvgDevice device(size);
    QCPPainter painter(&device);
    painter.setMode(QCPPainter::pmVectorized);
    paintDocument(document, painter, size, tokens);
    painter.end();
    return device.document({.title = document.documentTitle(),
        .description = source.text(),
        .metadata = QStringLiteral("<figure xmlns=\"urn:fusescope:figure\" tool=\"%1\" "
                                   "id=\"%2\" command=\"%3\"/>")
                        .arg(source.tool.toHtmlEscaped(), source.id.toHtmlEscaped(),
                            source.command.toHtmlEscaped())});
}

QByteArray documentPdf(ChartDocument& document, const Tokens& tokens)
{
    const QSize size = document.documentSize();
    const FigureSource source = document.documentSource();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(source.id.isEmpty()
            ? document.documentTitle()
            : document.documentTitle() + QStringLiteral(" · ") + source.id);
    writer.setCreator(source.text());
    writer.setResolution(static_cast<int>(dotsPerInch));
    writer.setPageSize(QPageSize(QSizeF(size) * millimetresPerInch / dotsPerInch,
        QPageSize::Millimeter, document.documentTitle(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QCPPainter painter(&writer);
    painter.setMode(QCPPainter::pmVectorized);
    paintDocument(document, painter, size, tokens);
    painter.end();
    return bytes;
}

profiler::Result<void> writeWhole(const QString& file, const QByteArray& bytes)
{
    const auto refuse = [&file](const QString& reason) {
        return profiler::failure(profiler::ErrorKind::Unavailable,
            QObject::tr("%1 was not written: %2. Nothing of it was kept; choose another place.")
                .arg(file, reason)
                .toStdString());
    };
    const QFileInfo there(file);
    if (there.exists() && !there.isFile())
        return refuse(QObject::tr("it is no plain file"));
    // Unbuffered: Qt 6.4 forgets when the last buffer did not fit on the disk, and commits.
    QSaveFile out(file);
    if (out.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && out.write(bytes) == bytes.size()
        && out.commit())
        return {};
    return refuse(out.errorString());
}

profiler::Result<void> saveDocument(ChartDocument& document, const QString& file)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    if (ending == u"csv"_qs)
        return writeWhole(file, toCsv(tableOf(document)).toUtf8());
    if (ending == u"svg"_qs)
        return writeWhole(file, documentSvg(document));
    if (ending == u"pdf"_qs)
        return writeWhole(file, documentPdf(document));
    if (ending == u"png"_qs)
        return writeWhole(file, pngBytes(document));
    return profiler::failure(profiler::ErrorKind::BadInput,
        QObject::tr("%1 was not written: the ending of a chart's file says what it becomes, .png, "
                    ".svg, .pdf or .csv.")
            .arg(file)
            .toStdString());
}

QMimeData* documentMimeData(ChartDocument& document)
{
    auto* data = new QMimeData;
    data->setImageData(documentImage(document));
    data->setData(u"image/svg+xml"_qs, documentSvg(document));
    data->setText(toTsv(document.table()));
    return data;
}

} // namespace ui
