// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/widgets/bordered_bar.h"

class QLabel;

namespace ui {

class Button;
class CaseSelector;
class ChipRow;
class ElidedLabel;
class SearchButton;

/// What is compared: workload, task, dtype, device; the case; the variants. At its right end the
/// way to everything: palette, export, menu.
class ComparisonBar : public BorderedBar {
    Q_OBJECT

public:
    explicit ComparisonBar(const Theme& theme);

    void showView(const ComparisonView& view);
    void setCompact(bool compact);
    void setSearchKey(const QString& key);

    [[nodiscard]] CaseSelector& cases() const { return *m_case; }

    [[nodiscard]] ChipRow& chips() const { return *m_chips; }

    [[nodiscard]] QWidget* searchButton() const;
    [[nodiscard]] QWidget* exportButton() const;

Q_SIGNALS:
    void searchRequested();
    void exportMenuRequested(const QPoint& at);
    void menuRequested(const QPoint& at);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void arrange();

    ElidedLabel* m_name;
    ElidedLabel* m_facts;
    CaseSelector* m_case;
    QLabel* m_caseCount;
    ChipRow* m_chips;
    SearchButton* m_search;
    Button* m_export;
    bool m_compact = false;
    bool m_open = false; ///< a comparison is shown
};

} // namespace ui
