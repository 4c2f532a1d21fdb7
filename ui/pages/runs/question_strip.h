// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <functional>

class QLabel;

namespace ui {

class Button;

/// One question or one thing that was done, with up to two answers, inside the page: nothing has
/// to be dismissed before work goes on.
class QuestionStrip : public PaintedWidget {
    Q_OBJECT

public:
    explicit QuestionStrip(const Theme& theme);

    /// An empty second word leaves one answer. Either answer hides the strip.
    void ask(Status status, const QString& sentence, const QString& yes, const QString& no,
        std::function<void()> onYes);

    [[nodiscard]] QString text() const;

    /// As if the first answer was clicked.
    void answerYes();

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    Status m_status = Status::Information;
    QLabel* m_text;
    Button* m_yes;
    Button* m_no;
    std::function<void()> m_onYes;
};

} // namespace ui
