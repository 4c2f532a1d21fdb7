// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/comparison_view.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QLabel;

namespace ui {

class Button;
class CaseSelector;
class ChipRow;
class ElidedLabel;

/// What is compared: workload, task, dtype, device; the case; the variants.
class ComparisonBar : public QWidget {
    Q_OBJECT

public:
    explicit ComparisonBar(const Theme& theme, QWidget* parent = nullptr);

    void showView(const ComparisonView& view);
    void setCompact(bool compact);

Q_SIGNALS:
    void caseChosen(int caseIndex);
    void focusRequested(int variant);
    void hiddenToggled(int variant);
    void exportMenuRequested(const QPoint& at);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Theme& m_theme;
    ElidedLabel* m_name;
    QLabel* m_facts;
    CaseSelector* m_case;
    QLabel* m_caseCount;
    ChipRow* m_chips;
    Button* m_export;
    bool m_compact = false;
};

} // namespace ui
