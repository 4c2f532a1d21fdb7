// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/button.h"

#include <QTimer>

namespace ui {

/// A button for what one key must not do by mistake: the first click shows a question in place of
/// its text for some seconds, a second click answers it.
class AskingButton : public Button {
    Q_OBJECT

public:
    AskingButton(const Theme& theme, ButtonKind kind, const QString& text);

    /// `question` empty: the first click does it.
    void setTexts(const QString& text, const QString& question);

Q_SIGNALS:
    void confirmed();

private:
    void take();
    void showUsual();

    QString m_usual;
    QString m_question;
    QTimer m_asking;
};

} // namespace ui
