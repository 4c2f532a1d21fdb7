// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/asking_button.h"

#include <chrono>

namespace ui {

namespace {

constexpr std::chrono::seconds asksFor {5};

} // namespace

AskingButton::AskingButton(const Theme& theme, ButtonKind kind, const QString& text)
    : Button(theme, kind, text)
    , m_usual(text)
{
    m_asking.setSingleShot(true);
    m_asking.setInterval(asksFor);
    connect(&m_asking, &QTimer::timeout, this, &AskingButton::showUsual);
    connect(this, &QAbstractButton::clicked, this, &AskingButton::take);
    showUsual();
}

void AskingButton::setTexts(const QString& text, const QString& question)
{
    if (text == m_usual && question == m_question)
        return;
    m_usual = text;
    m_question = question;
    m_asking.stop();
    showUsual();
}

void AskingButton::take()
{
    if (!m_question.isEmpty() && !m_asking.isActive()) {
        m_asking.start();
        setText(m_question);
        setAccessibleName(m_question);
        return;
    }
    m_asking.stop();
    showUsual();
    Q_EMIT confirmed();
}

void AskingButton::showUsual()
{
    setText(m_usual);
    setAccessibleName(m_usual);
}

} // namespace ui
