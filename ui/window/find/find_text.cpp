// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/find/find_text.h"

#include "ui/pages/results/matrix_table.h"
#include "ui/pages/suite/suite_table.h"
#include "ui/tables/data_table.h"
#include "ui/widgets/card.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fact_row.h"
#include "ui/widgets/status_label.h"

#include <QAbstractButton>
#include <QLabel>
#include <QListView>
#include <QTextDocumentFragment>

namespace ui {

namespace {

QString patternOf(QChar character)
{
    if (character.isSpace())
        return QStringLiteral("[\\s\\x{200b}]");
    if (character == u'-')
        return QStringLiteral("[-\\x{2010}-\\x{2013}\\x{2212}]");
    if (character == u'x' || character == u'X')
        return QStringLiteral("[x\\x{d7}]");
    return QRegularExpression::escape(QString(character));
}

QString labelText(const QLabel& label)
{
    const bool rich = label.textFormat() == Qt::RichText
        || (label.textFormat() == Qt::AutoText && Qt::mightBeRichText(label.text()));
    return rich ? QTextDocumentFragment::fromHtml(label.text()).toPlainText() : label.text();
}

} // namespace

QRegularExpression wholeWordsPattern(const QString& words)
{
    QStringList characters;
    for (const QChar character : words)
        characters << patternOf(character);
    // Long words have places to break in them that nobody sees.
    return QRegularExpression(characters.join(QStringLiteral("\\x{200b}?")),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
}

QString shownText(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        return labelText(*label);
    if (const auto* label = qobject_cast<const ElidedLabel*>(&widget))
        return label->text();
    if (const auto* label = qobject_cast<const StatusLabel*>(&widget))
        return label->text();
    if (const auto* badge = qobject_cast<const Badge*>(&widget))
        return badge->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return button->text().remove(u'&');
    if (const auto* line = qobject_cast<const CodeLine*>(&widget))
        return line->code();
    if (qobject_cast<const FactRow*>(&widget) != nullptr
        || qobject_cast<const Card*>(&widget) != nullptr)
        return widget.accessibleName();
    return {};
}

QString shownText(const QAbstractItemView& view, const QModelIndex& index)
{
    const bool namesCase
        = index.column() == 0 && qobject_cast<const MatrixTable*>(&view) != nullptr;
    if (namesCase || qobject_cast<const DataTable*>(&view) != nullptr
        || qobject_cast<const SuiteTable*>(&view) != nullptr)
        return index.data(Qt::AccessibleTextRole).toString();
    if (qobject_cast<const QListView*>(&view) == nullptr)
        return index.data(Qt::DisplayRole).toString();
    QStringList cells;
    for (int column = 0; column < view.model()->columnCount(index.parent()); ++column)
        cells << index.siblingAtColumn(column).data(Qt::DisplayRole).toString();
    return cells.join(u'\n');
}

} // namespace ui
