// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/case_model.h"
#include "ui/window/palette/popup.h"

class QTableView;

namespace ui {

/// What opens under the case selector: every case with shapes, × and what to use; "All cases" on
/// top leads to Results.
class CaseList : public Popup {
    Q_OBJECT

public:
    explicit CaseList(const Theme& theme, QWidget* parent);

    void open(const ComparisonView& view, const QPoint& at);

    [[nodiscard]] const CaseModel& model() const { return *m_model; }

Q_SIGNALS:
    void caseChosen(int caseIndex);
    void allCasesChosen();

protected:
    void takeChosen() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(const QModelIndex& index);
    void fit();

    CaseModel* m_model;
    QTableView* m_table;
};

} // namespace ui
