// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/file_drop.h"

#include "profiler/formats/trace_format.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

#include <algorithm>

namespace ui {

QString databaseIn(const QMimeData& data)
{
    QString first;
    const QList<QUrl> urls = data.urls();
    for (const QUrl& url : urls) {
        if (!url.isLocalFile())
            continue;
        QString file = url.toLocalFile();
        if (file.endsWith(QStringLiteral(".fscope"), Qt::CaseInsensitive))
            return file;
        if (first.isEmpty())
            first = file; // opening it says in words what it is not
    }
    return first;
}

const QStringList& traceEndings()
{
    static const QStringList endings = [] {
        QStringList all;
        for (const auto& format : profiler::traceFormats())
            for (const auto ending : format.endings)
                all << QLatin1String(ending.data(), static_cast<int>(ending.size()));
        return all;
    }();
    return endings;
}

namespace {

bool isCalledLikeATrace(const QString& file)
{
    const auto ends
        = [&](const QString& ending) { return file.endsWith(ending, Qt::CaseInsensitive); };
    const bool isFolder = QFileInfo(file).isDir() && !ends(QStringLiteral(".fscope"));
    return std::ranges::any_of(traceEndings(), ends) || isFolder;
}

} // namespace

QStringList tracesIn(const QMimeData& data)
{
    QStringList files;
    const QList<QUrl> urls = data.urls();
    for (const QUrl& url : urls) {
        const QString file = url.toLocalFile();
        if (!url.isLocalFile() || !isCalledLikeATrace(file))
            return {};
        files << file;
    }
    std::stable_partition(files.begin(), files.end(), [](const QString& file) {
        return QFileInfo(file).fileName().contains(QStringLiteral("eager"), Qt::CaseInsensitive);
    });
    return files;
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
    const QStringList traces = tracesIn(*drop->mimeData());
    const QString file = databaseIn(*drop->mimeData());
    if (file.isEmpty())
        return QObject::eventFilter(watched, event);
    drop->setDropAction(Qt::CopyAction);
    drop->accept();
    if (enters)
        return true;
    if (traces.isEmpty())
        Q_EMIT fileDropped(file);
    else
        Q_EMIT tracesDropped(traces);
    return true;
}

} // namespace ui
