// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/widgets/bordered_bar.h"
#include "ui/window/bars/nav_item.h"

#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace ui {

class ActionRegistry;
class Button;
class ElidedLabel;
class JobCard;
class RecordingJob;

/// Name, "New comparison", the pages in their groups, what the comparison ran on.
class SideBar : public BorderedBar {
    Q_OBJECT

public:
    explicit SideBar(const Theme& theme);

    void setCurrentPage(PageId page);
    void showView(const ComparisonView& view);
    void setCompact(bool compact);
    void setIconOnly(bool iconOnly);
    /// Tooltips with the keys that do the same.
    void describe(ActionRegistry& actions);
    /// The window's recording: a card at the foot while it runs.
    void setJob(const RecordingJob* job);
    /// Name of a comparison that somebody else records into the open file; empty: none.
    void setRecordingElsewhere(const QString& name, std::optional<double> doneRatio);

    [[nodiscard]] bool isIconOnly() const { return m_iconOnly; }

Q_SIGNALS:
    void pageRequested(ui::PageId page);
    void themeMenuRequested(const QPoint& at);

private:
    void createHead(QVBoxLayout& column);
    void createPages(QVBoxLayout& column);
    void createFoot(QVBoxLayout& column);
    void arrange();
    void showBadges(const ComparisonView& view);
    [[nodiscard]] NavItem* item(PageId page) const;

    Button* m_newComparison;
    JobCard* m_jobCard;
    std::vector<NavItem*> m_items;
    std::vector<QLabel*> m_groups;
    ElidedLabel* m_device;
    ElidedLabel* m_versions;
    bool m_compact = false;
    bool m_iconOnly = false;
};

} // namespace ui
