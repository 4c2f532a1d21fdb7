// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/panel.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"

#include <QPainter>
#include <QPainterPath>

namespace ui {

constexpr int panelPadding = 16;
constexpr qreal panelCorner = 10;
constexpr qreal stripeWidth = 4;

Panel::Panel(const Theme& theme, const QString& title, QWidget* parent)
    : PaintedWidget(theme, parent)
    , m_body(new QVBoxLayout)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(panelPadding, 12, panelPadding, panelPadding - 4);
    layout->setSpacing(8);
    if (!title.isEmpty()) {
        m_title = makeLabel(title, uiFont(14, QFont::DemiBold));
        m_title->setMinimumHeight(20);
        m_caption = new ElidedLabel;
        m_caption->setPartsWhole(true);
        m_caption->setFont(uiFont(type::caption));
        m_caption->setForegroundRole(QPalette::PlaceholderText);
        m_head = makeRow(nullptr, 10, {m_title, {m_caption, 1}});
        layout->addLayout(m_head);
        setAccessibleName(title);
    }
    m_body->setSpacing(8);
    layout->addLayout(m_body, 1);
}

void Panel::setTitle(const QString& title)
{
    if (m_title != nullptr)
        m_title->setText(title);
    setAccessibleName(title);
}

void Panel::setCaption(const QString& caption)
{
    if (m_caption != nullptr)
        m_caption->setText(caption);
}

QString Panel::figureCaption() const
{
    return m_caption == nullptr ? QString() : m_caption->text();
}

void Panel::setStripe(std::optional<Status> stripe)
{
    if (stripe == m_stripe)
        return;
    m_stripe = stripe;
    update();
}

void Panel::addControl(QWidget* control)
{
    if (m_head != nullptr)
        m_head->addWidget(control);
}

void Panel::addControls(std::initializer_list<QWidget*> controls)
{
    for (QWidget* control : controls)
        addControl(control);
}

void Panel::paint(QPainter& painter, const Tokens& tokens)
{
    drawFrame(painter, tokens, rect(), tokens.panel, panelCorner);
    if (!m_stripe)
        return;
    const qreal inset = tokens.line / 2;
    QPainterPath outline;
    outline.addRoundedRect(
        QRectF(rect()).adjusted(inset, inset, -inset, -inset), panelCorner, panelCorner);
    painter.setClipPath(outline);
    painter.fillRect(QRectF(0, 0, stripeWidth, height()), tokens.status(*m_stripe));
}

} // namespace ui
