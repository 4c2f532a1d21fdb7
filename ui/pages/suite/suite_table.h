// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/suite/suite_model.h"
#include "ui/tables/table_view.h"

namespace ui {

class RatioDelegate;

/// The models of a suite: numbers, and each row's ratios drawn on one axis. A click on a heading
/// sorts.
class SuiteTable : public TableView {
    Q_OBJECT

public:
    explicit SuiteTable(const Theme& theme);

    void showSuite(std::shared_ptr<const profiler::SuiteResult> suite,
        const std::string& figuresOf = {}, const QString& filter = {});

    [[nodiscard]] const SuiteModel& suiteModel() const { return *m_model; }

    /// The recordings whose rows can be seen now.
    [[nodiscard]] std::vector<profiler::ComparisonId> seen() const;

Q_SIGNALS:
    void seenChanged();

protected:
    [[nodiscard]] QString title() const override { return m_model->title(); }

    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    SuiteTable(const Theme& theme, SuiteModel* model);

    SuiteModel* m_model;
    RatioDelegate* m_delegate;
    int m_drawn = -1; ///< column that the delegate paints
};

} // namespace ui
