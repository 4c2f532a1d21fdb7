// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/stale_banner.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

namespace {

constexpr int margin = 16;
constexpr int sign = 16;

} // namespace

StaleBanner::StaleBanner(const Theme& theme)
    : m_theme(theme)
    , m_text(makeParagraph(uiFont()))
{
    auto* copy = new Button(theme, ButtonKind::Secondary, tr("Save a copy…"));
    auto* open = new Button(theme, ButtonKind::Quiet, tr("Open again"));
    copy->setToolTip(tr("Writes what is shown into a run database of its own"));
    open->setToolTip(tr("Reads what the file holds now, in place of what is shown"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(margin + sign + 10, 8, margin, 8);
    row->setSpacing(8);
    row->addWidget(m_text, 1, Qt::AlignVCenter);
    for (Button* button : {copy, open}) {
        button->setButtonSize(ButtonSize::Compact);
        row->addWidget(button, 0, Qt::AlignTop);
    }
    connect(copy, &Button::clicked, this, &StaleBanner::copyRequested);
    connect(open, &Button::clicked, this, &StaleBanner::openRequested);
    hide();
}

void StaleBanner::tell(const QString& sentence)
{
    m_text->setText(emphasized(sentence));
    setAccessibleName(sentence);
    setVisible(!sentence.isEmpty());
}

QString StaleBanner::text() const
{
    return isHidden() ? QString() : accessibleName();
}

void StaleBanner::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), tokens.raised);
    painter.fillRect(QRectF(0, height() - tokens.line, width(), tokens.line), tokens.border);
    drawStatus(painter, tokens, Status::Warning, QRectF(margin, 14, sign, sign));
}

} // namespace ui
