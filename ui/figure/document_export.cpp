// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/document_export.h"

#include "ui/figure/custom_plot.h"
#include "ui/figure/svg_device.h"

#include <QBuffer>
#include <QFileInfo>
#include <QMarginsF>
#include <QMimeData>
#include <QPdfWriter>
#include <QSaveFile>

#include <utility>

namespace ui {

namespace {

constexpr double dotsPerInch = 96;
constexpr double millimetresPerInch = 25.4;

void replay(const DrawnDocument& drawn, QPainter& painter)
{
    painter.setRenderHint(QPainter::Antialiasing);
    QPicture picture = drawn.picture; // reading moves its place
    picture.play(&painter);
}

} // namespace

DrawnDocument drawDocument(ChartDocument& document, const Tokens& tokens)
{
    DrawnDocument drawn {.title = document.documentTitle(),
        .source = document.documentSource(),
        .size = document.documentSize(),
        .picture = QPicture(),
        .table = {}};
    QCPPainter painter(&drawn.picture);
    painter.setMode(QCPPainter::pmVectorized);
    paintDocument(document, painter, drawn.size, tokens);
    return drawn;
}

void giveTable(ChartTable table, DrawnDocument& drawn)
{
    drawn.table = std::move(table);
    drawn.table.source = drawn.source.text();
}

DrawnDocument wholeDocument(ChartDocument& document)
{
    DrawnDocument drawn = drawDocument(document);
    giveTable(document.table(), drawn);
    return drawn;
}

QImage imageOf(const DrawnDocument& drawn, double pixelRatio)
{
    QImage image(drawn.size * pixelRatio, QImage::Format_RGB32);
    QPainter painter(&image);
    painter.scale(pixelRatio, pixelRatio);
    replay(drawn, painter);
    painter.end();
    image.setDotsPerMeterX(qRound(pixelRatio * dotsPerInch / millimetresPerInch * 1000));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText(u"Title"_qs, drawn.title);
    image.setText(u"Software"_qs, drawn.source.tool);
    image.setText(u"Source"_qs, drawn.source.id);
    image.setText(u"Description"_qs, drawn.source.text());
    return image;
}

QByteArray svgOf(const DrawnDocument& drawn)
{
    SvgDevice device(drawn.size);
    QPainter painter(&device);
    replay(drawn, painter);
    painter.end();
    const FigureSource& source = drawn.source;
    return device.document({.title = drawn.title,
        .description = source.text(),
        .metadata = QStringLiteral("<figure xmlns=\"urn:fusescope:figure\" tool=\"%1\" "
                                   "id=\"%2\" command=\"%3\"/>")
                        .arg(source.tool.toHtmlEscaped(), source.id.toHtmlEscaped(),
                            source.command.toHtmlEscaped())});
}

QByteArray pdfOf(const DrawnDocument& drawn)
{
    const QString title = drawn.source.id.isEmpty()
        ? drawn.title
        : drawn.title + QStringLiteral(" · ") + drawn.source.id;
    const QPageSize size(QSizeF(drawn.size) * millimetresPerInch / dotsPerInch,
        QPageSize::Millimeter, drawn.title, QPageSize::ExactMatch);
    return pdfOf(title, drawn.source.text(), size, static_cast<int>(dotsPerInch),
        [&drawn](QPainter& painter, QPdfWriter& /*writer*/) { replay(drawn, painter); });
}

QByteArray pdfOf(const QString& title, const QString& source, const QPageSize& size, int resolution,
    const std::function<void(QPainter& painter, QPdfWriter& writer)>& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(source);
    writer.setResolution(resolution);
    writer.setPageSize(size);
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    paint(painter, writer);
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

profiler::Result<void> saveDocument(const DrawnDocument& drawn, const QString& file)
{
    const QString ending = QFileInfo(file).suffix().toLower();
    if (ending == u"csv"_qs)
        return writeWhole(file, toCsv(drawn.table).toUtf8());
    if (ending == u"svg"_qs)
        return writeWhole(file, svgOf(drawn));
    if (ending == u"pdf"_qs)
        return writeWhole(file, pdfOf(drawn));
    if (ending == u"png"_qs)
        return writeWhole(file, pngOf(imageOf(drawn)));
    return profiler::failure(profiler::ErrorKind::BadInput,
        QObject::tr("%1 was not written: the ending of a chart's file says what it becomes, .png, "
                    ".svg, .pdf or .csv.")
            .arg(file)
            .toStdString());
}

std::unique_ptr<QMimeData> mimeDataOf(const DrawnDocument& drawn)
{
    auto data = std::make_unique<QMimeData>();
    data->setImageData(imageOf(drawn));
    data->setData(u"image/svg+xml"_qs, svgOf(drawn));
    data->setText(toTsv(drawn.table));
    return data;
}

} // namespace ui
