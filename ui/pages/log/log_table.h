// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/log/log_document.h"
#include "ui/tables/column.h"
#include "ui/tables/table_view.h"

#include <memory>
#include <vector>

namespace profiler {
struct Variant;
} // namespace profiler

namespace ui {

/// Lines of a log document; a row's texts are made when it is looked at.
class LogModel : public RowModel<FoldedLine> {
public:
    enum Column { Time, Variant, Process, Stream, Text };

    enum LineRole {
        WholeTextRole = LastRole + 1, ///< the line without a cut, and where it was said again
        CountRole, ///< how often it was said
    };

    explicit LogModel(QObject* parent = nullptr);

    /// Further lines are appended when the same lines stand at the beginning: a view keeps its
    /// place.
    void setLines(std::shared_ptr<const LogDocument> document, std::vector<FoldedLine> shown);

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    /// "12:30:05 default cold 1 stderr | text": for the clipboard.
    [[nodiscard]] QString lineText(int row) const;

    /// Of that row with nothing shortened; the time with its date, for files.
    [[nodiscard]] QStringList wholeRow(int row) const;

private:
    [[nodiscard]] std::vector<ui::Column<FoldedLine>> logColumns() const;
    [[nodiscard]] QString text(std::size_t line, int column) const;
    [[nodiscard]] QString wholeText(const FoldedLine& folded) const;
    [[nodiscard]] std::size_t lineOf(int row) const;
    [[nodiscard]] bool continues(
        const LogDocument* document, const std::vector<FoldedLine>& shown) const;

    std::shared_ptr<const LogDocument> m_document;
};

/// Log lines in rows of one height: as many as there are, only the visible ones are made.
class LogTable : public TableView {
    Q_OBJECT

public:
    LogTable(const Theme& theme, LogModel* model);

    /// The selected lines, or the current one, as text.
    [[nodiscard]] QString selectedText() const;
    /// The last line stands in view: the table follows new ones.
    [[nodiscard]] bool isAtEnd() const;

    /// Whole lines.
    [[nodiscard]] ChartTable rawTable() const override;

    [[nodiscard]] ChartTable shownTable() const override { return rawTable(); }

Q_SIGNALS:
    void lineChosen(const QModelIndex& index);
    void copyRequested();

protected:
    [[nodiscard]] std::vector<int> widthsFor(int room) const override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    const LogModel& m_lines;
};

} // namespace ui
