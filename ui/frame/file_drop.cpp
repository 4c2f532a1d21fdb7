// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/file_drop.h"

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace ui {

QString databaseIn(const QMimeData& data)
{
    QString first;
    const QList<QUrl> urls = data.urls();
    for (const QUrl& url : urls) {
        if (!url.isLocalFile())
            continue;
        const QString file = url.toLocalFile();
        if (file.endsWith(QStringLiteral(".fscope"), Qt::CaseInsensitive))
            return file;
        if (first.isEmpty())
            first = file; // opening it says in words what it is not
    }
    return first;
}

FileDrop::FileDrop(QWidget* window)
    : QObject(window)
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event)
{
    const bool enters = event->type() == QEvent::DragEnter;
    if (!enters && event->type() != QEvent::Drop)
        return QObject::eventFilter(watched, event);
    auto* drop = static_cast<QDropEvent*>(event);
    const QString file = databaseIn(*drop->mimeData());
    if (file.isEmpty())
        return QObject::eventFilter(watched, event);
    drop->setDropAction(Qt::CopyAction);
    drop->accept();
    if (!enters)
        Q_EMIT fileDropped(file);
    return true;
}

} // namespace ui
