// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QStyledItemDelegate>
#include <QTableView>

#include <vector>

namespace ui {

class TextField;

/// Cells of a form: names, shapes, choices, and the cross that removes a row.
class FormDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit FormDelegate(const Theme& theme, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(
        QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;

private:
    void suggest(TextField& field, const QStringList& words) const;
    void paintText(QPainter& painter, QRect box, const QModelIndex& index) const;
    void paintRemove(QPainter& painter, const QRect& cell, bool hot) const;

    const Theme& m_theme;
};

/// A small editable table that is as high as its rows. Click or Enter edits, Del removes a row,
/// Alt with Up and Down moves it.
class FormTable : public QTableView {
    Q_OBJECT

public:
    /// How the width is shared: least widths, and what each column gets of the rest.
    struct ColumnWidth {
        int least = 60;
        int share = 1;
    };

    FormTable(const Theme& theme, const QString& name, std::vector<ColumnWidth> widths,
        QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;

Q_SIGNALS:
    void removeRequested(int row);
    void moveRequested(int row, int by);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void fitHeight();
    void placeColumns();
    void handleClick(const QModelIndex& index);

    std::vector<ColumnWidth> m_widths;
};

} // namespace ui
