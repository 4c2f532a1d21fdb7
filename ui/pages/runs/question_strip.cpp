// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/runs/question_strip.h"

#include "ui/theme/fonts.h"
#include "ui/theme/measures.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QPainter>

#include <utility>

namespace ui {

QuestionStrip::QuestionStrip(const Theme& theme)
    : PaintedWidget(theme)
    , m_text(makeLabel({}, uiFont()))
    , m_yes(makeCompactButton(theme, {}))
    , m_no(new Button(theme, ButtonKind::Quiet, {}))
{
    setAccessibleName(tr("Question"));
    m_text->setWordWrap(true);
    m_no->setButtonSize(ButtonSize::Compact);
    makeRow(this, partGap, {{m_text, 1}, m_yes, m_no})->setContentsMargins(38, 6, 8, 6);
    connect(m_yes, &Button::clicked, this, &QuestionStrip::answerYes);
    connect(m_no, &Button::clicked, this, &QWidget::hide);
    hide();
}

void QuestionStrip::ask(Status status, const QString& sentence, const QString& yes,
    const QString& no, std::function<void()> onYes)
{
    m_status = status;
    m_text->setText(sentence);
    setAccessibleName(sentence);
    m_yes->setText(yes);
    m_yes->setAccessibleName(yes);
    m_no->setText(no);
    m_no->setAccessibleName(no);
    m_no->setVisible(!no.isEmpty());
    m_onYes = std::move(onYes);
    show();
    update();
}

QString QuestionStrip::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void QuestionStrip::answerYes()
{
    hide();
    // The answer may ask the next question.
    if (const auto onYes = std::exchange(m_onYes, nullptr))
        onYes();
}

void QuestionStrip::paint(QPainter& painter, const Tokens& tokens)
{
    drawFrame(painter, tokens, rect(), tokens.raised, 8);
    drawStatus(painter, tokens, m_status, QRectF(12, (height() - 16) / 2.0, 16, 16));
}

} // namespace ui
