// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/window/bars/bar_button.h"

namespace ui {

class CaseList;

/// The shown case; its list has all with name, inputs, × and verdict.
class CaseSelector : public BarButton {
    Q_OBJECT

public:
    explicit CaseSelector(const Theme& theme);

    void showView(const ComparisonView& view);

    [[nodiscard]] QSize sizeHint() const override;

    /// A short name is never cut.
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void caseChosen(int caseIndex);
    void allCasesChosen();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void openList();

    ComparisonView m_view;
    CaseList* m_list;
};

} // namespace ui
