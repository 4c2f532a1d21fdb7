// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include "profiler/report/text/text_width.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/text/paragraph.h"

#include <QRegularExpression>
#include <QStringList>

namespace ui {

QLabel* makeLabel(const QString& text, const QFont& font, QPalette::ColorRole role)
{
    auto* label = new QLabel(text);
    label->setFont(font);
    label->setForegroundRole(role);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* makeParagraph(const QFont& font, QPalette::ColorRole role)
{
    auto* label = new Paragraph;
    label->setFont(font);
    label->setForegroundRole(role);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

QLabel* makeCaption(const QString& text)
{
    return makeLabel(text, uiFont(type::caption), QPalette::PlaceholderText);
}

QLabel* makeNote()
{
    return makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
}

QLabel* makeCentredLabel(const QString& text, const QFont& font, QPalette::ColorRole role)
{
    QLabel* label = makeLabel(text, font, role);
    label->setAlignment(Qt::AlignCenter);
    return label;
}

QLabel* makePartTitle(const QString& text)
{
    QLabel* label = makeParagraph(uiFont(type::base, QFont::DemiBold));
    label->setText(text);
    label->setContentsMargins(0, 6, 0, 0);
    return label;
}

void showText(QLabel& label, const QString& text)
{
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

namespace {

/// With zero width spaces behind what parts a path, an option or a name, and where nothing does.
QString withBreaks(const QString& word)
{
    constexpr int shortest = 4;
    constexpr int longest = 16;
    const QString parting = QStringLiteral("/\\,;:=._-");
    QString broken;
    int piece = 0;
    for (const QChar letter : word) {
        broken += letter;
        ++piece;
        const bool parts = piece >= shortest && parting.contains(letter);
        if (parts || (piece >= longest && !letter.isHighSurrogate())) {
            broken += QChar(0x200B);
            piece = 0;
        }
    }
    return broken;
}

/// Words longer than a line could not be wrapped: they get places to break that nobody sees.
QString breakable(const QString& text)
{
    constexpr qsizetype longWord = 40;
    constexpr qsizetype endless = 400;
    const QStringList words = text.split(QLatin1Char(' '));
    QStringList wrapped;
    for (QString word : words) {
        if (word.size() > endless) // a name that would push the page away; copies have all of it
            word = word.left(endless / 2) + QChar(0x2026) + word.right(endless / 4);
        if (word.size() > longWord)
            word = withBreaks(word);
        wrapped << word;
    }
    return wrapped.join(QLatin1Char(' '));
}

/// A number and its unit stand on one line.
QString withUnitsKept(const QString& text)
{
    return QString::fromStdString(profiler::unitsKept(text.toStdString()));
}

} // namespace

QString emphasized(const QString& markdown)
{
    static const QRegularExpression turning(QStringLiteral("[\u202a-\u202e\u2066-\u2069]"));
    QString shown = markdown;
    shown.remove(turning); // a name shall not turn the words that follow it
    // Rich text makes a blank of the narrow space between digits, and breaks the line there.
    shown.replace(QChar(0x202f), QChar::Nbsp);
    const QStringList parts = shown.split(QStringLiteral("**"));
    QString html;
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const QString escaped = breakable(withUnitsKept(parts.at(i))).toHtmlEscaped();
        // An odd piece stands between two pairs of stars; a lone last pair stays text.
        const bool bold = i % 2 == 1 && i + 1 < parts.size();
        html += bold ? QStringLiteral("<b>%1</b>").arg(escaped) : escaped;
    }
    return html;
}

} // namespace ui
