// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/code_block.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/button.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

QString inOneLine(const QString& code)
{
    static const QRegularExpression comment(QStringLiteral("  #[^\"']*$"));
    QString shown;
    for (QString line : code.split(u'\n')) {
        line = line.remove(comment).trimmed();
        if (!shown.isEmpty() && !line.isEmpty())
            shown += shown.endsWith(u':') ? QStringLiteral(" ") : QStringLiteral("; ");
        shown += line;
    }
    return shown;
}

CodeLine::CodeLine(const Theme& theme)
    : PaintedWidget(theme)
    , m_copy(new Button(theme, ButtonKind::Secondary, tr("Copy"), Icon::Copy, this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_copy->setButtonSize(ButtonSize::Compact);
    m_copy->setAccessibleName(tr("Copy the code line"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 3, 0);
    layout->addStretch(1);
    layout->addWidget(m_copy);
    connect(m_copy, &Button::clicked, this, [this] { Q_EMIT copyRequested(m_code); });
}

void CodeLine::setCode(const QString& code)
{
    if (code == m_code)
        return;
    m_code = code;
    setAccessibleName(tr("Code: %1").arg(code));
    setToolTip(code);
    update();
}

void CodeLine::paint(QPainter& painter, const Tokens& tokens)
{
    drawFrame(painter, tokens, rect(), tokens.window, 6);
    paintCode(painter, rect().adjusted(13, 0, -m_copy->width() - 12, 0));
}

void CodeLine::paintCode(QPainter& painter, const QRect& box) const
{
    // What a reader looks for stands out: the call and the quoted settings.
    static const QRegularExpression strong(
        QStringLiteral("\\bcompile\\b|\"[^\"]*\"|\\bTrue\\b|\\bFalse\\b|^fusescope \\w+"));
    const QFont plainFont = monoFont(type::caption);
    const QFont strongFont = monoFont(type::caption, QFont::DemiBold);
    const QFontMetrics metrics(plainFont);
    const QString shown = metrics.elidedText(inOneLine(m_code), Qt::ElideMiddle, box.width());
    const Tokens& tokens = theme().tokens();
    int x = box.left();
    const auto draw = [&](const QString& piece, const QFont& font, const QColor& colour) {
        painter.setFont(font);
        painter.setPen(colour);
        drawText(painter, QRect(x, box.top(), box.right() - x + 4, box.height()),
            Qt::AlignLeft | Qt::AlignVCenter, piece);
        x += QFontMetrics(font).horizontalAdvance(piece);
    };
    qsizetype done = 0;
    auto matches = strong.globalMatch(shown);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        draw(shown.mid(done, match.capturedStart() - done), plainFont, tokens.muted);
        draw(match.captured(), strongFont, tokens.text);
        done = match.capturedEnd();
    }
    draw(shown.mid(done), plainFont, tokens.muted);
}

constexpr int codeMargin = 12;
constexpr int right = 4;
constexpr int above = 8;

CodeBlock::CodeBlock(const Theme& theme, const QString& accessibleName)
    : PaintedWidget(theme)
    , m_text(new QPlainTextEdit)
    , m_copy(makeCompactButton(theme, tr("Copy"), Icon::Copy))
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
    m_copy->setAccessibleName(tr("Copy the code"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(codeMargin, above, right, 4);
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
    const int room = std::max(80, width - codeMargin - right);
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

void CodeBlock::paint(QPainter& painter, const Tokens& tokens)
{
    drawFrame(painter, tokens, rect(), tokens.window, 6);
}

} // namespace ui
