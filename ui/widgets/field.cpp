// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/field.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/labels.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace ui {

constexpr int fieldHeight = 32;
constexpr int fieldMargin = 10;
constexpr int chevron = 12;

void paintFieldBox(
    QPainter& painter, const Tokens& tokens, const QRectF& box, bool focused, bool bad)
{
    const qreal line = focused ? std::max(tokens.line, 1.5) : tokens.line;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(focused ? tokens.accent : bad ? tokens.bad : tokens.border, line));
    painter.setBrush(tokens.window);
    painter.drawRoundedRect(box.adjusted(line / 2, line / 2, -line / 2, -line / 2), 6, 6);
}

TextField::TextField(const Theme& theme, const QString& name, QWidget* parent)
    : QLineEdit(parent)
    , m_theme(theme)
{
    setAccessibleName(name);
    setFont(uiFont());
    setFrame(false);
    setFixedHeight(fieldHeight);
    QPalette clear;
    clear.setColor(QPalette::Base, Qt::transparent);
    setPalette(clear);
    setMargins();
}

void TextField::setUnit(const QString& unit)
{
    m_unit = unit;
    setMargins();
    update();
}

void TextField::setMono()
{
    setFont(monoFont());
}

void TextField::setProblem(const QString& sentence)
{
    m_problem = sentence;
    setToolTip(sentence);
    setAccessibleDescription(sentence);
    update();
}

void TextField::setMargins()
{
    const int unit
        = m_unit.isEmpty() ? 0 : QFontMetrics(uiFont(type::caption)).horizontalAdvance(m_unit) + 6;
    setTextMargins(fieldMargin - 2, 0, fieldMargin - 2 + unit, 0);
}

QSize TextField::sizeHint() const
{
    return {140, fieldHeight};
}

void TextField::paintEvent(QPaintEvent* event)
{
    {
        QPainter painter(this);
        const Tokens& tokens = m_theme.tokens();
        paintFieldBox(painter, tokens, rect(), hasFocus(), !m_problem.isEmpty());
        if (!m_unit.isEmpty()) {
            painter.setFont(uiFont(type::caption));
            painter.setPen(tokens.muted);
            drawText(painter, rect().adjusted(0, 0, -fieldMargin, 0),
                Qt::AlignRight | Qt::AlignVCenter, m_unit);
        }
    }
    QLineEdit::paintEvent(event);
}

TextField* newCodeField(const Theme& theme, const QString& name, const QString& placeholder)
{
    auto* field = new TextField(theme, name);
    field->setMono();
    field->setPlaceholderText(placeholder);
    return field;
}

Choice::Choice(const Theme& theme, const QString& name, QWidget* parent)
    : QComboBox(parent)
    , m_theme(theme)
{
    setAccessibleName(name);
    setFont(uiFont(type::base, QFont::Medium));
    setFixedHeight(fieldHeight);
    setFocusPolicy(Qt::StrongFocus);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMaxVisibleItems(16);
}

void Choice::setMono()
{
    setFont(monoFont());
    view()->setFont(monoFont());
}

QSize Choice::sizeHint() const
{
    int widest = 60;
    for (int i = 0; i < count(); ++i)
        widest = std::max(widest, fontMetrics().horizontalAdvance(itemText(i)));
    return {std::min(widest, 420) + 2 * fieldMargin + chevron + 8, fieldHeight};
}

void Choice::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    paintFieldBox(painter, tokens, rect(), hasFocus(), false);
    const QRect words = rect().adjusted(fieldMargin, 0, -fieldMargin - chevron - 4, 0);
    painter.setFont(font());
    painter.setPen(isEnabled() ? tokens.text : tokens.faint);
    drawText(painter, words, Qt::AlignLeft | Qt::AlignVCenter,
        elidedText(painter, currentText(), Qt::ElideRight, words.width()));
    drawIcon(painter, Icon::ChevronDown,
        QRectF(width() - fieldMargin - chevron, (height() - chevron) / 2.0, chevron, chevron),
        tokens.muted);
}

void Choice::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

QWidget* captioned(const QString& caption, QWidget* field)
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(3);
    QLabel* label = makeLabel(caption, uiFont(type::caption), QPalette::PlaceholderText);
    label->setBuddy(field);
    column->addWidget(label);
    column->addWidget(field);
    box->setSizePolicy(field->sizePolicy().horizontalPolicy(), QSizePolicy::Fixed);
    return box;
}

} // namespace ui
