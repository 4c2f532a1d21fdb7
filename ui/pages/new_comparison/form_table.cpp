// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/form_table.h"

#include "ui/pages/new_comparison/draft/form_model.h"
#include "ui/tables/quiet_table.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/field.h"

#include <QCompleter>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int formHeaderHeight = 25;
constexpr int lineHeight = 30;

QFont cellFont(const FormCell& cell)
{
    return cell.code ? monoFont()
                     : uiFont(type::base, cell.strong ? QFont::DemiBold : QFont::Medium);
}

} // namespace

void FormDelegate::paintItem(const PaintedItem& item) const
{
    const auto& [painter, option, index, theme] = item;
    const Tokens& tokens = theme.tokens();
    const FormCell cell = formCellAt(index);
    painter.setClipRect(option.rect);
    painter.setPen(QPen(tokens.grid, 1));
    painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    const bool hot = option.state.testFlag(QStyle::State_HasFocus);
    if (!cell.removes.isEmpty()) {
        paintRemove(painter, option.rect, hot || option.state.testFlag(QStyle::State_MouseOver));
        return;
    }
    QRect box = option.rect.adjusted(cellSide, 0, -cellSide, 0);
    if (!cell.choices.isEmpty() || !cell.suggestions.isEmpty()) {
        const QRectF field = QRectF(option.rect).adjusted(2, 3, -6, -3);
        paintFieldBox(painter, tokens, field, hot, false);
        drawIcon(painter, Icon::ChevronDown,
            QRectF(field.right() - 18, field.center().y() - 5, 10, 10), tokens.muted);
        box = field.adjusted(8, 0, -20, 0).toRect();
    } else if (hot) {
        painter.setPen(QPen(tokens.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), 5, 5);
    }
    paintText(painter, box, cell, index.data(Qt::TextAlignmentRole).value<Qt::Alignment>());
}

void FormDelegate::paintText(
    QPainter& painter, QRect box, const FormCell& cell, Qt::Alignment alignment) const
{
    const Tokens& tokens = theme().tokens();
    if (cell.variant) {
        drawDash(painter, theme().variant(*cell.variant),
            QRectF(box.left(), box.top(), cellDash, box.height()));
        box.adjust(cellDash + 8, 0, 0, 0);
    }
    const bool bad = !cell.problem.isEmpty();
    const bool empty = cell.text.isEmpty();
    if (bad) {
        drawStatus(
            painter, tokens, Status::Bad, QRectF(box.right() - 13, box.center().y() - 6, 13, 13));
        box.adjust(0, 0, -18, 0);
    }
    painter.setFont(empty ? uiFont(type::caption) : cellFont(cell));
    painter.setPen(bad ? tokens.bad : empty ? tokens.muted : tokens.text);
    const QString fitting
        = elidedText(painter, empty ? cell.placeholder : cell.text, Qt::ElideRight, box.width());
    drawText(painter, box, static_cast<int>(alignment | Qt::AlignVCenter), fitting);
    if (cell.variant != 0)
        return;
    box.adjust(painter.fontMetrics().horizontalAdvance(fitting) + 8, 0, 0, 0);
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    if (painter.fontMetrics().horizontalAdvance(tr("baseline")) <= box.width())
        drawText(painter, box, Qt::AlignLeft | Qt::AlignVCenter, tr("baseline"));
}

void FormDelegate::paintRemove(QPainter& painter, const QRect& cell, bool hot) const
{
    const Tokens& tokens = theme().tokens();
    const QPointF centre = QRectF(cell).center();
    painter.setPen(QPen(hot ? tokens.text : tokens.muted, 1.4, Qt::SolidLine, Qt::RoundCap));
    constexpr double half = 3.8;
    painter.drawLine(centre - QPointF(half, half), centre + QPointF(half, half));
    painter.drawLine(centre - QPointF(half, -half), centre + QPointF(half, -half));
}

QWidget* FormDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const
{
    const FormCell cell = formCellAt(index);
    const QString name
        = index.model()->headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString();
    if (!cell.choices.isEmpty()) {
        auto* choice = new Choice(theme(), name, parent);
        choice->setMinimumHeight(0);
        choice->setFixedHeight(lineHeight - 6);
        choice->addItems(cell.choices);
        auto* self = const_cast<FormDelegate*>(this); // NOLINT: Qt's own signals are not const
        connect(choice, &QComboBox::activated, self, [self, choice] {
            Q_EMIT self->commitData(choice);
            Q_EMIT self->closeEditor(choice);
        });
        return choice;
    }
    auto* field = new TextField(theme(), name, parent);
    field->setFixedHeight(lineHeight - 4);
    if (cell.code)
        field->setMono();
    if (!cell.suggestions.isEmpty())
        suggest(*field, cell.suggestions);
    return field;
}

/// All of them at once, so that a click opens what a click can choose.
void FormDelegate::suggest(TextField& field, const QStringList& words) const
{
    auto* completer = new QCompleter(words, &field);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer->popup()->setMinimumWidth(120);
    field.setCompleter(completer);
    auto* self = const_cast<FormDelegate*>(this); // NOLINT: Qt's own signals are not const
    connect(
        completer, qOverload<const QString&>(&QCompleter::activated), &field,
        [self, &field] {
            Q_EMIT self->commitData(&field);
            Q_EMIT self->closeEditor(&field);
        },
        Qt::QueuedConnection); // after the field has the word
    QMetaObject::invokeMethod(
        &field, [completer] { completer->complete(); }, Qt::QueuedConnection);
}

void FormDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString text = index.data(Qt::EditRole).toString();
    if (auto* choice = qobject_cast<Choice*>(editor)) {
        choice->setCurrentText(text);
        QMetaObject::invokeMethod(choice, &QComboBox::showPopup, Qt::QueuedConnection);
    } else if (auto* field = qobject_cast<TextField*>(editor)) {
        field->setText(text);
    }
}

void FormDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* choice = qobject_cast<Choice*>(editor))
        model->setData(index, choice->currentText(), Qt::EditRole);
    else if (const auto* field = qobject_cast<TextField*>(editor))
        model->setData(index, field->text(), Qt::EditRole);
}

void FormDelegate::updateEditorGeometry(
    QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    editor->setGeometry(option.rect.adjusted(1, 2, -4, -2));
}

FormTable::FormTable(const Theme& theme, const QString& name, FormModel& model)
    : m_model(model)
{
    setAccessibleName(name);
    setItemDelegate(new FormDelegate(theme, this));
    makeQuiet(*this);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->setMinimumSectionSize(lineHeight);
    verticalHeader()->setDefaultSectionSize(lineHeight);
    QHeaderView* header = horizontalHeader();
    header->setFixedHeight(formHeaderHeight);
    header->setFont(uiFont(type::caption, QFont::Medium));
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setMinimumSectionSize(20);
    header->setSectionsClickable(false);
    QPalette clear;
    clear.setColor(QPalette::Base, Qt::transparent);
    setPalette(clear);
    setModel(&model);
    connect(this, &QTableView::clicked, this, &FormTable::handleClick);
    connect(&model, &QAbstractItemModel::modelReset, this, &FormTable::fitHeight);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &FormTable::fitHeight);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &FormTable::fitHeight);
    fitHeight();
    placeColumns();
}

void FormTable::fitHeight()
{
    setFixedHeight(formHeaderHeight + m_model.rowCount() * lineHeight + 1);
}

void FormTable::placeColumns()
{
    int rest = viewport()->width();
    int shares = 0;
    for (const FormColumn& column : m_model.columns()) {
        rest -= column.least;
        shares += column.share;
    }
    rest = std::max(0, rest);
    for (int i = 0; const FormColumn& column : m_model.columns())
        setColumnWidth(i++, column.least + rest * column.share / shares);
}

void FormTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    placeColumns();
}

void FormTable::handleClick(const QModelIndex& index)
{
    if (!formCellAt(index).removes.isEmpty())
        m_model.removeAt(index.row());
    else if (index.flags().testFlag(Qt::ItemIsEditable))
        edit(index);
}

void FormTable::keyPressEvent(QKeyEvent* event)
{
    const QModelIndex current = currentIndex();
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool alt = event->modifiers().testFlag(Qt::AltModifier);
    if (!current.isValid() || event->modifiers().testFlag(Qt::ControlModifier))
        QTableView::keyPressEvent(event);
    else if (event->key() == Qt::Key_Delete)
        m_model.removeAt(current.row());
    else if (alt && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down))
        m_model.move(current.row(), event->key() == Qt::Key_Up ? -1 : 1);
    else if (enter && state() != QAbstractItemView::EditingState) // else it ends the edit
        handleClick(current);
    else
        QTableView::keyPressEvent(event);
}

} // namespace ui
