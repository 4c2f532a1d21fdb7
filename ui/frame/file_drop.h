// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QMimeData;

namespace ui {

/// Takes a run database that is dropped onto a window, wherever in it.
class FileDrop : public QObject {
    Q_OBJECT

public:
    explicit FileDrop(QWidget* window);

Q_SIGNALS:
    void fileDropped(const QString& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// The first local file of what is dragged, one that is called like a run database before others;
/// empty: none.
[[nodiscard]] QString databaseIn(const QMimeData& data);

} // namespace ui
