// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/comparison/judged_comparison.h"

#include <QObject>

namespace ui {

/// The one view that all of the window shows.
class ShownView : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const ComparisonView& view() const { return m_view; }

    /// Null while nothing is open.
    [[nodiscard]] const JudgedComparison* comparison() const { return m_view.comparison.get(); }

    void setView(ComparisonView view);
    /// A case or a variant that the comparison does not have changes nothing.
    void setCase(int caseIndex);
    void setFocus(int variant);
    /// Baseline and focused variant are never hidden.
    void toggleHidden(int variant);
    void showAllVariants();

Q_SIGNALS:
    void changed(const ui::ComparisonView& view);

private:
    ComparisonView m_view;
};

} // namespace ui
