// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_menu.h"

#include "ui/figure/figure_owner.h"
#include "ui/tables/file_saving.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>

namespace ui {

namespace {

QVariant cellOf(const QModelIndex& index)
{
    QString text = index.data(Qt::AccessibleTextRole).toString();
    if (text.isEmpty())
        text = index.data(Qt::DisplayRole).toString();
    if (text == QStringLiteral("–"))
        return missing(index.data(Qt::ToolTipRole).toString());
    return text;
}

bool isRight(const QAbstractItemModel& model, int column)
{
    const QVariant alignment = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
    return alignment.isValid() && Qt::Alignment(alignment.toInt()).testFlag(Qt::AlignRight);
}

} // namespace

ChartTable tableOf(const QAbstractItemModel& model, const QString& title)
{
    ChartTable table {.title = title};
    for (int column = 0; column < model.columnCount(); ++column) {
        table.columns.append(model.headerData(column, Qt::Horizontal).toString());
        table.rightAligned.append(isRight(model, column));
    }
    for (int row = 0; row < model.rowCount(); ++row) {
        QVariantList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells.append(cellOf(model.index(row, column)));
        table.rows.append(cells);
    }
    return table;
}

TableMenu::TableMenu(QAbstractItemView& view, MakeTable shown, MakeTable raw)
    : QObject(&view)
    , m_view(view)
    , m_shown(std::move(shown))
    , m_raw(raw ? std::move(raw) : m_shown)
{
    view.installEventFilter(this);
    view.viewport()->installEventFilter(this);
}

void TableMenu::setOwnCopy(const QString& text, std::function<void()> copy)
{
    m_ownText = text;
    m_ownCopy = std::move(copy);
}

void TableMenu::copy()
{
    QMimeData* copied = tableMimeData(m_shown());
    copied->setData(QStringLiteral("text/tab-separated-values"), toTsv(m_raw()).toUtf8());
    QGuiApplication::clipboard()->setMimeData(copied);
    sayOfFigure(m_view, tr("Copied the table."));
}

void TableMenu::save()
{
    saveCsvAs(m_view, m_raw());
}

bool TableMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && watched == &m_view
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        m_ownCopy ? m_ownCopy() : copy();
        return true;
    }
    if (event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    auto* asked = static_cast<QContextMenuEvent*>(event);
    auto* menu = new QMenu(&m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_ownCopy)
        menu->addAction(m_ownText, this, m_ownCopy);
    menu->addAction(tr("Copy table"), this, &TableMenu::copy);
    menu->actions().front()->setShortcut(QKeySequence::Copy);
    menu->addAction(tr("Save as CSV…"), this, &TableMenu::save);
    const bool keys = asked->reason() == QContextMenuEvent::Keyboard;
    menu->popup(keys ? m_view.mapToGlobal(m_view.rect().center()) : asked->globalPos());
    return true;
}

} // namespace ui
