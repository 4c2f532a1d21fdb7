// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace ui {

/// What is known of one variant while it is recorded. No verdict.
struct LiveProgressRow {
    int variant = 0;
    QString name;
    std::optional<profiler::Interval> ratio;
    std::vector<double> dots; ///< the ratio of each finished process
    QString ratioText; ///< "1.62×", "–"
    QString intervalText; ///< "1.60–1.65"
    QString processes; ///< "2 of 5"
    QString note; ///< "not enough yet"
    QString whyNot; ///< no ratio
};

struct LiveProgress {
    std::vector<LiveProgressRow> rows;
    QString baseline;
    double bandLow = 1;
    double bandHigh = 1;
    std::optional<double> noisePercent;
};

/// `view.caseResult()` must not be null.
[[nodiscard]] LiveProgress liveProgressOf(const ComparisonView& view);

class LiveProgressModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Bar, Ratio, Processes, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setProgress(LiveProgress liveProgress);

    [[nodiscard]] const LiveProgress& liveProgress() const { return m_liveProgress; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(
        int section, Qt::Orientation orientation, int role) const override;

private:
    LiveProgress m_liveProgress;
};

} // namespace ui
