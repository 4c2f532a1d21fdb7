// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/status_line.h"

#include "ui/parts/status_label.h"

#include <QHBoxLayout>
#include <QPainter>

#include <chrono>

namespace ui {

StatusLine::StatusLine(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_label(new StatusLabel(theme, Status::Information, {}))
{
    using namespace std::chrono_literals;
    setFixedHeight(26);
    setAccessibleName(tr("Status"));
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 1, 16, 0);
    row->addWidget(m_label, 1);
    m_noteTimer.setSingleShot(true);
    m_noteTimer.setInterval(4s);
    connect(&m_noteTimer, &QTimer::timeout, this, &StatusLine::endNote);
    hide();
}

void StatusLine::say(Status status, const QString& sentence)
{
    m_lastingStatus = status;
    m_lasting = sentence;
    m_noteTimer.stop();
    showText(status, sentence);
}

void StatusLine::note(const QString& sentence)
{
    showText(Status::Good, sentence);
    m_noteTimer.start();
}

void StatusLine::clear()
{
    m_lasting.clear();
    if (!m_noteTimer.isActive())
        hide();
}

QString StatusLine::text() const
{
    return isHidden() ? QString() : m_label->text();
}

void StatusLine::showText(Status status, const QString& sentence)
{
    m_label->setStatus(status, sentence);
    show();
}

void StatusLine::endNote()
{
    if (m_lasting.isEmpty())
        hide();
    else
        showText(m_lastingStatus, m_lasting);
}

void StatusLine::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.panel);
    painter.fillRect(QRectF(0, 0, width(), tokens.line), tokens.border);
}

} // namespace ui
