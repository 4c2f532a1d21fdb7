// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "storage/file/run_database.h"
#include "ui/pages/runs/best_ratios.h"
#include "ui/tables/column.h"

#include <QStringList>

#include <vector>

namespace profiler {
struct Workload;
} // namespace profiler

namespace ui {

/// The comparisons of a run database, newest first. Names and tags can be edited: the model asks
/// by signals, the page stores.
class RunsModel : public RowModel<storage::ComparisonSummary> {
    Q_OBJECT

public:
    enum Column {
        Date,
        Name,
        Workload,
        Cases,
        Variants,
        Device,
        Torch,
        Best,
        Median, ///< and that of the same workload's recording before
        State,
        Tags,
    };

    explicit RunsModel(QObject* parent = nullptr);

    void setSummaries(std::vector<storage::ComparisonSummary> summaries);

    /// May be null; read whenever a cell is looked at.
    void setBest(const BestRatios* best) { m_best = best; }

    void bestFound(profiler::ComparisonId id);

    void setEditable(bool editable) { m_editable = editable; }

    [[nodiscard]] const storage::ComparisonSummary& summary(int row) const
    {
        return this->row(row);
    }

    /// -1: it is not there.
    [[nodiscard]] int rowOf(profiler::ComparisonId id) const;

    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// Of the whole row, for a filter without a key.
    [[nodiscard]] QStringList texts(int row) const;

    [[nodiscard]] QString text(int row, int column) const { return cell(row, column).text; }

Q_SIGNALS:
    void renameRequested(profiler::ComparisonId id, const QString& name);
    void tagsRequested(profiler::ComparisonId id, const QStringList& tags);

private:
    [[nodiscard]] std::vector<ui::Column<storage::ComparisonSummary>> runsColumns() const;
    [[nodiscard]] const BestEntry* bestOf(const storage::ComparisonSummary& summary) const;
    /// The newest older recording whose median is of the same; null: none.
    [[nodiscard]] const storage::ComparisonSummary* recordedBefore(
        const storage::ComparisonSummary& summary) const;
    [[nodiscard]] DataCell bestCell(const storage::ComparisonSummary& summary) const;
    [[nodiscard]] DataCell medianCell(const storage::ComparisonSummary& summary) const;

    const BestRatios* m_best = nullptr;
    bool m_editable = true;
};

/// "a, b c" as tags: parted by commas.
[[nodiscard]] QStringList tagsFrom(const QString& text);

/// The runs that a filter text asks for: `device:H200 torch:2.11 tag:night status:complete`.
class RunsFilter : public DataSorter {
    Q_OBJECT

public:
    RunsFilter(RunsModel* model, QObject* parent = nullptr);

    void setFilterText(const QString& text);

    [[nodiscard]] static const QStringList& keys();

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    [[nodiscard]] bool holds(int row, const QString& key, const QString& value) const;

    const RunsModel& m_model;
    QString m_text;
};

} // namespace ui
