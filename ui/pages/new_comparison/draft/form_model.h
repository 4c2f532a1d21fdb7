// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <vector>

namespace ui {

struct FormColumn {
    QString name;
    int least = 60; ///< width
    int share = 1; ///< of the width that is left over
    Qt::Alignment align = Qt::AlignLeft;
};

/// What an editable table shows in one cell.
struct FormCell {
    QString text;
    QString problem; ///< a sentence: what is wrong with the text
    QString placeholder; ///< shown muted while the text is empty
    QStringList choices; ///< the words to choose from
    QStringList suggestions; ///< words to choose from; others can be typed
    std::optional<int> variant; ///< its dash stands before the text
    QString removes; ///< what a click removes: "Remove this case"
    QString accessible; ///< read aloud in place of the text
    bool code = false; ///< code and shapes
    bool strong = false; ///< a name
    bool editable = true;
};

/// A list that is filled in as a table. Its cells are made when they are looked at.
class FormModel : public QAbstractTableModel {
    Q_OBJECT

public:
    FormModel(std::vector<FormColumn> columns, QObject* parent);

    [[nodiscard]] const std::vector<FormColumn>& columns() const { return m_columns; }

    [[nodiscard]] virtual FormCell cell(int row, int column) const = 0;

    virtual void removeAt(int row) = 0;

    /// Some rows up or down, where their order counts.
    virtual void move(int /*row*/, int /*by*/) { }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

Q_SIGNALS:
    void edited();

protected:
    virtual void store(int row, int column, const QString& text) = 0;
    /// A cell can change what others say.
    void showAll();

private:
    std::vector<FormColumn> m_columns;
};

/// Of an index of such a model.
[[nodiscard]] FormCell formCellAt(const QModelIndex& index);

} // namespace ui
