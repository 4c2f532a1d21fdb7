// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_draft.h"
#include "ui/widgets/panel.h"

class QHBoxLayout;
class QLabel;

namespace ui {

class StatusLabel;

/// A numbered block of the page: its number, title, caption and live state in the head line.
class DraftPanel : public Panel {
    Q_OBJECT

public:
    DraftPanel(const Theme& theme, int number, const QString& title, const QString& caption,
        QWidget* parent = nullptr);

    virtual void showDraft(const PlanDraft& draft) = 0;
    virtual void store(PlanDraft& draft) const = 0;

    /// What is wrong with it; empty: nothing.
    void setProblem(const QString& sentence);
    void setWaiting();

    /// What the block says of itself: "checked", or the sentence.
    [[nodiscard]] QString stateText() const;

Q_SIGNALS:
    void edited();

protected:
    /// Between the caption and the state.
    void addHeadControl(QWidget* control);

private:
    StatusLabel* m_state;
    QLabel* m_problem; ///< the whole sentence, under everything else
    QHBoxLayout* m_headRow;
    QString m_sentence;
};

} // namespace ui
