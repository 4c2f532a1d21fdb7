// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/file_saving.h"

#include "ui/figure/document_export.h"
#include "ui/figure/document_menu.h"
#include "ui/figure/figure_owner.h"

#include <QWidget>

namespace ui {

void saveCsvAs(QWidget& widget, ChartTable table)
{
    table.source = figureSourceOf(widget).text();
    saveCsvAs(widget, table.title, toCsv(table).toUtf8());
}

void saveCsvAs(QWidget& widget, const QString& title, const QByteArray& csv)
{
    const QString file = document_menu::askForPlace(widget, title, QStringLiteral("csv"));
    if (file.isEmpty())
        return;
    if (const auto written = writeWhole(file, csv); !written)
        sayOfFigure(widget, QString::fromStdString(written.error().message), true);
    else
        sayOfFigure(widget, QObject::tr("Saved %1.").arg(file));
}

} // namespace ui
