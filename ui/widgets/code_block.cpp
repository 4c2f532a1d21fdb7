// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/code_block.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"

#include <QPainter>
#include <QPlainTextEdit>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

constexpr int side = 12;
constexpr int right = 4;
constexpr int above = 8;

CodeBlock::CodeBlock(const Theme& theme, const QString& accessibleName, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_text(new QPlainTextEdit)
    , m_copy(new Button(theme, ButtonKind::Secondary, tr("Copy"), Icon::Copy))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_text->setReadOnly(true);
    m_text->setAccessibleName(accessibleName);
    m_text->setFont(monoFont(type::caption));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->document()->setDocumentMargin(0);
    m_text->viewport()->setAutoFillBackground(false);
    QPalette palette = m_text->palette();
    palette.setColor(QPalette::Base, Qt::transparent);
    m_text->setPalette(palette);
    m_copy->setCompact(true);
    m_copy->setAccessibleName(tr("Copy the code"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(side, above, right, 4);
    layout->setSpacing(2);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_copy, 0, Qt::AlignRight);
    connect(m_copy, &Button::clicked, this, [this] { Q_EMIT copyRequested(code()); });
}

void CodeBlock::setCode(const QString& code)
{
    m_text->setPlainText(code);
    updateGeometry();
}

QString CodeBlock::code() const
{
    return m_text->toPlainText();
}

/// As the editor will break them: a width divided by the room would be a line short.
int CodeBlock::linesAt(int width) const
{
    const int room = std::max(80, width - side - right);
    int lines = 0;
    for (const QString& line : code().split(u'\n')) {
        QTextLayout layout(line, m_text->font());
        QTextOption option;
        option.setWrapMode(m_text->wordWrapMode());
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine part = layout.createLine(); part.isValid(); part = layout.createLine()) {
            part.setLineWidth(room);
            ++lines;
        }
        layout.endLayout();
    }
    return lines;
}

QSize CodeBlock::sizeHint() const
{
    const int lines = std::min(m_mostLines, linesAt(width()));
    const int height = QFontMetrics(m_text->font()).lineSpacing() * lines;
    return {280, above + height + 8 + m_copy->sizeHint().height() + 4};
}

void CodeBlock::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateGeometry(); // other lines wrap
}

void CodeBlock::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    drawFrame(painter, tokens, rect(), tokens.window, 6);
}

} // namespace ui
