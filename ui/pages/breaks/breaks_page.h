// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/breaks/break_rows.h"
#include "ui/pages/sentence_page.h"
#include "ui/theme/theme.h"

#include <filesystem>

class QLabel;
class QStackedWidget;

namespace ui {

class BreakExplanation;
class BreakList;
class BreakModel;
class CallPath;
class GraphStrip;
class Panel;
class SourceView;
class TabStrip;

/// Where and why does a variant leave its graph, and how do I remove it? The list, the source as
/// it was recorded, and what to write instead.
class BreaksPage : public SentencePage {
    Q_OBJECT

public:
    [[nodiscard]] static PageDescriptor descriptor();

    explicit BreaksPage(const Theme& theme);

    void showView(const ComparisonView& view) override;

    [[nodiscard]] const BreakModel& breaks() const { return *m_model; }

private:
    void compactChanged() override;
    void createPanels();
    void createLower();
    void createSource();
    QWidget* createClean();
    void arrange();
    void chooseRow(int row);
    void chooseBreak(int place);
    void showSource(const BreakRow& row);
    void showRest();
    [[nodiscard]] int rowToChoose(const BreakRow* before) const;
    void copyTable();

    ComparisonView m_view;
    BreakContents m_contents;
    BreakModel* m_model;
    Panel* m_stripPanel = nullptr;
    GraphStrip* m_strip = nullptr;
    QStackedWidget* m_lower = nullptr; ///< list and source, or the clean state
    Panel* m_listPanel = nullptr;
    BreakList* m_list = nullptr;
    Panel* m_sourcePanel = nullptr;
    QStackedWidget* m_sourceStack = nullptr;
    SourceView* m_source = nullptr;
    CallPath* m_path = nullptr;
    QLabel* m_noSource = nullptr;
    QWidget* m_inspector = nullptr;
    BreakExplanation* m_explanation = nullptr;
    TabStrip* m_tabs = nullptr; ///< in a small window: source or explanation
    QStackedWidget* m_right = nullptr;
};

} // namespace ui
