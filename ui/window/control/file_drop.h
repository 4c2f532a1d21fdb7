// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

class QMimeData;

namespace ui {

/// Takes a run database, or traces of other tools, dropped onto a window, wherever in it.
class FileDrop : public QObject {
    Q_OBJECT

public:
    explicit FileDrop(QWidget* window);

Q_SIGNALS:
    void fileDropped(const QString& file);
    void tracesDropped(const QStringList& files);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// The first local file of what is dragged, one that is called like a run database before others;
/// empty: none.
[[nodiscard]] QString databaseIn(const QMimeData& data);

/// How files of other tools' records are called: ".json.gz".
[[nodiscard]] const QStringList& traceEndings();

/// All local files and folders of what is dragged when they are called like traces of other tools,
/// the one that is called eager first; empty: one of them is not.
[[nodiscard]] QStringList tracesIn(const QMimeData& data);

} // namespace ui
