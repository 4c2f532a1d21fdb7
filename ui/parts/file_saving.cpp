// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/file_saving.h"

#include <QFileDialog>
#include <QSaveFile>

namespace ui {

QString saveCsvAs(
    QWidget* parent, const QString& title, const QString& suggested, const QByteArray& text)
{
    const QString name = QFileDialog::getSaveFileName(
        parent, title, suggested, QObject::tr("Comma-separated values (*.csv)"));
    if (name.isEmpty())
        return {};
    QSaveFile file(name);
    if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
        return QObject::tr("Saved %1.").arg(name);
    return QObject::tr("%1 cannot be written: %2. Choose another place.")
        .arg(name, file.errorString());
}

} // namespace ui
