// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/chart_document.h"

#include "ui/figure/custom_plot.h"
#include "ui/theme/fonts.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStringList>
#include <QTextLayout>
#include <QWidget>

namespace ui {

namespace {

constexpr int margin = 16;
constexpr int top = 12;
constexpr int titleHeight = 22;
constexpr int subtitleLine = 15;
constexpr int mostSubtitleLines = 2;
constexpr int gap = 8;
constexpr int footHeight = 22;

QFont subtitleFont()
{
    return uiFont(type::small);
}

/// What was measured, and the caption beside the title on the page.
QString subtitleOf(ChartDocument& document)
{
    QStringList parts {document.documentSource().subject, document.documentCaption()};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

/// At most so many lines, the last one shortened.
QStringList wrapped(const QString& text, const QFont& font, int width)
{
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() + 1 == mostSubtitleLines) {
            lines << QFontMetrics(font).elidedText(
                text.mid(line.textStart()).trimmed(), Qt::ElideMiddle, width);
            break;
        }
        lines << text.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    return lines;
}

int headHeight(qsizetype subtitleLines)
{
    return top + titleHeight + (static_cast<int>(subtitleLines) * subtitleLine) + gap;
}

} // namespace

int frameHeight(ChartDocument& document, int width)
{
    const QStringList lines = wrapped(subtitleOf(document), subtitleFont(), width - (2 * margin));
    return headHeight(lines.size()) + footHeight + gap;
}

void paintDocument(
    ChartDocument& document, QCPPainter& painter, const QSize& size, const Tokens& tokens)
{
    painter.fillRect(QRect(QPoint(0, 0), size), tokens.panel);
    const int width = size.width() - (2 * margin);
    painter.setFont(uiFont(type::title, QFont::DemiBold));
    painter.setPen(tokens.text);
    painter.drawText(QRect(margin, top, width, titleHeight), Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(document.documentTitle(), Qt::ElideMiddle, width));
    const QStringList lines = wrapped(subtitleOf(document), subtitleFont(), width);
    painter.setFont(subtitleFont());
    painter.setPen(tokens.muted);
    for (qsizetype i = 0; i < lines.size(); ++i)
        painter.drawText(QRect(margin, top + titleHeight + (static_cast<int>(i) * subtitleLine),
                             width, subtitleLine),
            Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
    const QRect foot(margin, size.height() - footHeight - 2, width, footHeight);
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(document.documentSource().line, Qt::ElideMiddle, width));
    const int head = headHeight(lines.size());
    painter.save();
    document.paintContents(painter, QRect(margin, head, width, foot.top() - gap - head), tokens);
    painter.restore();
}

} // namespace ui
