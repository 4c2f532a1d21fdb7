// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace profiler {
struct Finding;
struct Plan;
} // namespace profiler

namespace ui {

/// What can be done about findings, each below the other; hidden where nothing is to be done.
class RemedyRows : public QWidget {
    Q_OBJECT

public:
    enum class Words { None, Sentences }; ///< beside what is to be done: what the finding says

    RemedyRows(const Theme& theme, Words words);

    void showFindings(const ComparisonView& view, const std::vector<profiler::Finding>& findings);

    [[nodiscard]] bool isEmpty() const;

Q_SIGNALS:
    void recordingRequested(const profiler::Plan& plan);
    /// The variant that is the finding's own with the remedy.
    void variantChosen(int variant);

private:
    void add(const ComparisonView& view, const profiler::Finding& finding);

    const Theme& m_theme;
    Words m_words;
    QVBoxLayout* m_list;
};

} // namespace ui
