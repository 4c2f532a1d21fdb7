// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

class QWidget;

namespace ui {

/// Asks for a place and writes the file whole or not at all. Returns what to say about it; empty
/// when nobody chose a place.
[[nodiscard]] QString saveCsvAs(
    QWidget* parent, const QString& title, const QString& suggested, const QByteArray& text);

} // namespace ui
