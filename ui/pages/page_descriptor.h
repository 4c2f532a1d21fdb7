// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/pages/page_id.h"
#include "ui/theme/icons.h"

#include <QKeySequence>
#include <QString>

#include <vector>

namespace profiler {
struct ImportedVariantFacts;
} // namespace profiler

namespace ui {

class Page;
class PageServices;

/// The headings of the side bar; pages without are reached by commands.
enum class PageGroup { None, Worth, Why, Safe, Production, Setup, Library };

/// "Worth it?".
[[nodiscard]] QString groupTitle(PageGroup group);

/// The field above what the page lists.
enum class PageField {
    None,
    Filter,
    Find, ///< it stands in for the window's own find in page
};

/// What the page can be asked to do while it is shown: Page::runCommand().
struct PageCommand {
    QString id; ///< of the window's action
    QString text;
    QString help;
    QKeySequence key;
};

/// What an import has to hold for a page.
struct ImportNeed {
    /// Of any of its files; null: no import can hold it.
    bool (*isMet)(const profiler::ImportedVariantFacts& facts) = nullptr;
    QString otherwise; ///< said in place of the page; empty: every import will do
    QString command; ///< that brings what is needed; may be empty
};

/// All that the window knows of a page. Each page class has one, and page_list.cpp lists them.
struct PageDescriptor {
    PageId id {};
    PageGroup group = PageGroup::None;
    Icon icon = Icon::Overview;
    QString name {};
    QString question {}; ///< what the page answers
    QString help {}; ///< what it shows and how to read it, in two or three sentences

    /// Whether it is about the open comparison and has nothing to say without one.
    bool needsComparison = true;
    /// Shows nothing but the view: made ahead, and not built anew from the same one.
    bool showsViewAlone = false;
    /// Has a bar of its own, in place of that of the comparison.
    bool hasOwnBar = false;
    PageField field = PageField::None;
    /// Whether a recorded comparison holds what the page shows; null: each one does.
    bool (*isRecorded)(const ComparisonView& view) = nullptr;
    ImportNeed import {};
    std::vector<PageCommand> commands {};

    Page* (*make)(PageServices& services) = nullptr;

    [[nodiscard]] QString word() const;

    /// Pages without data are dimmed and say what to record.
    [[nodiscard]] bool hasData(const ComparisonView& view) const;

    /// Of an import: why the page can show nothing; empty: it can, or the comparison was recorded.
    [[nodiscard]] QString whyNotInFile(const ComparisonView& view) const;
};

} // namespace ui
