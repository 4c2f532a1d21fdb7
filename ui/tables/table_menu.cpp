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

void TableMenu::copyRow()
{
    QGuiApplication::clipboard()->setMimeData(tableMimeData(m_row()));
    sayOfFigure(m_view, tr("Copied the row."));
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
    menu->actions().constFirst()->setShortcut(QKeySequence::Copy);
    if (m_row)
        menu->addAction(tr("Copy row"), this, &TableMenu::copyRow)
            ->setEnabled(m_view.currentIndex().isValid());
    menu->addAction(tr("Save as CSV…"), this, &TableMenu::save);
    const bool keys = asked->reason() == QContextMenuEvent::Keyboard;
    menu->popup(keys ? m_view.mapToGlobal(m_view.rect().center()) : asked->globalPos());
    return true;
}

} // namespace ui
