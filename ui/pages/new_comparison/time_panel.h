// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_check.h"
#include "ui/widgets/panel.h"

#include <optional>

class QLabel;

namespace ui {

/// How long it takes and where the time goes; how large the file gets.
class TimePanel : public Panel {
    Q_OBJECT

public:
    explicit TimePanel(const Theme& theme);

    void showEstimate(const std::optional<PlanEstimate>& estimate, const QString& whyNot);

private:
    class Bar;

    QLabel* m_time;
    QLabel* m_range;
    QLabel* m_disk;
    QLabel* m_diskNote;
    QLabel* m_foot;
    Bar* m_bar;
};

/// The middle of the range: what a sentence says.
[[nodiscard]] double expectedNs(const PlanEstimate& estimate);

/// "210 MB": decimal, as disks are sold; no more digits than an estimate deserves.
[[nodiscard]] QString roughSize(std::int64_t bytes);

} // namespace ui
