// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tables/painted_delegate.h"
#include "ui/theme/theme.h"

#include <QTableView>

namespace ui {

class FormModel;
struct FormCell;
class TextField;

/// Cells of a form: names, shapes, choices, and the cross that removes a row.
class FormDelegate : public PaintedDelegate {
    Q_OBJECT

public:
    using PaintedDelegate::PaintedDelegate;

    void paintItem(const PaintedItem& item) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(
        QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

private:
    void suggest(TextField& field, const QStringList& words) const;
    void paintText(
        QPainter& painter, QRect box, const FormCell& cell, Qt::Alignment alignment) const;
    void paintRemove(QPainter& painter, const QRect& cell, bool hot) const;
};

/// A small editable table that is as high as its rows. Click or Enter edits, Del removes a row,
/// Alt with Up and Down moves it.
class FormTable : public QTableView {
    Q_OBJECT

public:
    FormTable(const Theme& theme, const QString& name, FormModel& model);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fitHeight();
    void placeColumns();
    void handleClick(const QModelIndex& index);

    FormModel& m_model;
};

} // namespace ui
