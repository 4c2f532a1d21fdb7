// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"

#include <QByteArray>
#include <QString>

class QWidget;

namespace ui {

/// Asks for a place and writes the table whole or not at all, with its source in the last column.
/// What came of it is said where the widget's window says such things.
void saveCsvAs(QWidget& widget, ChartTable table);

/// The same of a CSV that exists already.
void saveCsvAs(QWidget& widget, const QString& title, const QByteArray& csv);

} // namespace ui
