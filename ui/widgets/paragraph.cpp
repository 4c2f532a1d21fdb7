// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/paragraph.h"

#include <QCoreApplication>
#include <QTextDocument>
#include <QTextOption>
#include <QtMath>

#include <algorithm>

namespace ui {

namespace {

/// The document that measures.
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
    }

    /// Where the text is free to choose: QLabel's own proportions.
    QSize preferred()
    {
        m_document.adjustSize();
        return size();
    }

    QSize at(int width)
    {
        m_document.setTextWidth(width);
        return size();
    }

private:
    [[nodiscard]] QSize size() const
    {
        const QSizeF exact = m_document.size();
        return {qCeil(exact.width()), qCeil(exact.height())};
    }

    QTextDocument m_document;
    QString m_html;
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
