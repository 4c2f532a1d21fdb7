// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text/paragraph.h"

#include <QCoreApplication>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextLayout>
#include <QTextOption>
#include <QtMath>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ui {

namespace {

/// Breaks one paragraph of rich text into lines at any width. Its words are shaped once: a document
/// of Qt's shapes them anew for each width. Heights and widths are those of QTextDocumentLayout.
class Lines {
public:
    /// Of the document's only block.
    explicit Lines(const QTextDocument& document)
    {
        const QTextBlock block = document.begin();
        m_layout.setText(block.text());
        m_layout.setFont(document.defaultFont());
        m_layout.setTextOption(document.defaultTextOption());
        QList<QTextLayout::FormatRange> formats;
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            formats.append({.start = fragment.position() - block.position(),
                .length = fragment.length(),
                .format = fragment.charFormat()});
        }
        m_layout.setFormats(formats);
    }

    /// Whether this class knows all that is in it.
    static bool canHold(const QTextDocument& document)
    {
        const QTextBlockFormat format = document.begin().blockFormat();
        return document.blockCount() == 1 && document.rootFrame()->childFrames().isEmpty()
            && document.begin().textList() == nullptr && format.topMargin() == 0
            && format.bottomMargin() == 0 && format.leftMargin() == 0 && format.rightMargin() == 0
            && format.indent() == 0 && format.textIndent() == 0
            && format.lineHeightType() == QTextBlockFormat::SingleHeight;
    }

    QSizeF at(qreal width)
    {
        qreal height = 0;
        m_widest = 0;
        m_layout.beginLayout();
        for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
            line.setLeadingIncluded(true);
            line.setLineWidth(width);
            height += qCeil(line.ascent() + line.descent() + line.leading());
            m_widest = std::max(m_widest, line.naturalTextWidth());
        }
        m_layout.endLayout();
        return {std::max(width, m_widest), height};
    }

    /// As QTextDocument::adjustSize: neither long and flat nor narrow and high.
    QSizeF preferred()
    {
        const auto root = [](qreal area) { return std::floor(std::sqrt(area)); };
        const qreal most = 80 * QFontMetrics(m_layout.font()).horizontalAdvance(u'x');
        QSizeF size = at(most);
        if (size.width() != 0) {
            qreal width = root(5 * size.height() * size.width() / 3);
            size = at(std::min(width, most));
            if (width * 3 < 5 * size.height()) {
                width = root(2 * size.height() * size.width());
                at(std::min(width, most));
            }
        }
        return at(m_widest);
    }

private:
    QTextLayout m_layout;
    qreal m_widest = 0; ///< line of the last width
};

/// Measures one text after the other.
class Measure {
public:
    Measure()
    {
        m_document.setDocumentMargin(0);
        m_document.setUndoRedoEnabled(false);
        QTextOption option = m_document.defaultTextOption();
        option.setWrapMode(QTextOption::WordWrap);
        m_document.setDefaultTextOption(option);
    }

    void take(const QString& html, const QFont& font)
    {
        if (html == m_html && font == m_document.defaultFont())
            return;
        m_html = html;
        m_document.setDefaultFont(font);
        m_document.setHtml(html);
        m_lines.reset();
        if (Lines::canHold(m_document))
            m_lines.emplace(m_document);
    }

    /// Where the text is free to choose: QLabel's own proportions.
    QSize preferred()
    {
        if (m_lines)
            return whole(m_lines->preferred());
        m_document.adjustSize();
        return whole(m_document.size());
    }

    QSize at(int width)
    {
        if (m_lines)
            return whole(m_lines->at(width));
        m_document.setTextWidth(width);
        return whole(m_document.size());
    }

private:
    static QSize whole(QSizeF exact) { return {qCeil(exact.width()), qCeil(exact.height())}; }

    QTextDocument m_document;
    QString m_html;
    std::optional<Lines> m_lines;
};

/// Made for the first paragraph, gone before the application: fonts do not outlive it.
Measure& measure()
{
    static Measure* made = nullptr;
    if (!made) {
        made = new Measure;
        qAddPostRoutine([] {
            delete made;
            made = nullptr;
        });
    }
    return *made;
}

} // namespace

QSize Paragraph::sizeHint() const
{
    if (text().isEmpty())
        return QLabel::sizeHint();
    return answers().preferred;
}

QSize Paragraph::minimumSizeHint() const
{
    if (text().isEmpty())
        return QLabel::minimumSizeHint();
    return answers().minimum;
}

int Paragraph::heightForWidth(int width) const
{
    if (text().isEmpty())
        return QLabel::heightForWidth(width);
    Answers& known = answers();
    const auto found = known.heights.constFind(width);
    if (found != known.heights.cend())
        return *found;
    measure().take(known.text, known.font);
    const QMargins& around = known.margins;
    const int inside = std::max(0, width - around.left() - around.right());
    const int text = measure().at(inside).height();
    const int height = std::max(text + around.top() + around.bottom(), minimumHeight());
    return *known.heights.insert(width, height);
}

Paragraph::Answers& Paragraph::answers() const
{
    ensurePolished(); // a style sheet may choose the font
    if (m_answers && m_answers->text == text() && m_answers->font == font()
        && m_answers->margins == contentsMargins())
        return *m_answers;
    m_answers = Answers {text(), font(), contentsMargins(), {}, {}, {}};
    Measure& measured = measure();
    measured.take(m_answers->text, m_answers->font);
    m_answers->preferred = measured.preferred();
    const int line = measured.at(QWIDGETSIZE_MAX).height();
    const int longestWord = measured.at(0).width();
    m_answers->minimum = {longestWord, std::min(line, m_answers->preferred.height())};
    for (QSize* size : {&m_answers->preferred, &m_answers->minimum})
        *size = size->grownBy(m_answers->margins).expandedTo(minimumSize());
    return *m_answers;
}

} // namespace ui
