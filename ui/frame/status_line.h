// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QTimer>
#include <QWidget>

namespace ui {

class StatusLabel;

/// 24 px at the foot of the window, only while there is something to say.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(const Theme& theme, QWidget* parent = nullptr);

    /// Stays until it is replaced or cleared: an error, a running recording.
    void say(Status status, const QString& sentence);
    /// Gone after a few seconds: "Copied the sentence."
    void note(const QString& sentence);
    void clear();

    [[nodiscard]] QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showText(Status status, const QString& sentence);
    void endNote();

    const Theme& m_theme;
    StatusLabel* m_label;
    Status m_lastingStatus = Status::Information;
    QString m_lasting;
    QTimer m_noteTimer;
};

} // namespace ui
