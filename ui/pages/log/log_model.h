// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/log/log_document.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ui {

/// Lines of a log document; a row's texts are made when it is looked at.
class LogModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Time, Variant, Process, Stream, Text, ColumnCount };

    enum Role {
        VariantRole = Qt::UserRole, ///< -1: the recorder
        LevelRole, ///< int of LogLevel
        WholeTextRole, ///< the line without a cut, and where it was said again
        CountRole, ///< how often it was said
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Further lines are appended when the same lines stand at the beginning: a view keeps its
    /// place.
    void setLines(std::shared_ptr<const LogDocument> document, std::vector<FoldedLine> shown);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

    /// "12:30:05 default cold 1 stderr | text": for the clipboard.
    [[nodiscard]] QString lineText(int row) const;

    /// Of that row with nothing shortened; the time with its date, for files.
    [[nodiscard]] QStringList wholeRow(int row) const;

private:
    [[nodiscard]] QString text(std::size_t line, int column) const;
    [[nodiscard]] QString wholeText(const FoldedLine& folded) const;
    [[nodiscard]] std::size_t lineOf(int row) const;
    [[nodiscard]] bool continues(
        const LogDocument* document, const std::vector<FoldedLine>& shown) const;

    std::shared_ptr<const LogDocument> m_document;
    std::vector<FoldedLine> m_shown;
};

} // namespace ui
