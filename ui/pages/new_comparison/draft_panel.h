// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/new_comparison/draft/plan_draft.h"
#include "ui/widgets/check_option.h"
#include "ui/widgets/field.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/tab_strip.h"

#include <functional>
#include <utility>
#include <vector>

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

    virtual void showDraft(const PlanDraft& draft);
    virtual void store(PlanDraft& draft) const;

    /// A field of the draft: how it is shown, and how it is read back.
    void bind(std::function<void(const PlanDraft&)> show, std::function<void(PlanDraft&)> read);
    void bind(TextField* field, QString PlanDraft::*text);
    void bind(CheckOption* option, bool PlanDraft::*flag);
    /// A number that has an option of its own; empty: as usual.
    void bind(TextField* field, const profiler::PlanSetting& setting);

    /// Choices in the order of the enumerators.
    template <typename Value>
    void bind(Choice* choice, Value PlanDraft::*value)
    {
        connect(choice, &QComboBox::activated, this, &DraftPanel::edited);
        bind(
            [choice, value](const PlanDraft& draft) {
                choice->setCurrentIndex(static_cast<int>(draft.*value));
            },
            [choice, value](
                PlanDraft& draft) { draft.*value = static_cast<Value>(choice->currentIndex()); });
    }

    template <typename Value>
    void bind(TabStrip* tabs, Value PlanDraft::*value)
    {
        connect(tabs, &TabStrip::currentChanged, this, &DraftPanel::edited);
        bind([tabs, value](
                 const PlanDraft& draft) { tabs->setCurrent(static_cast<int>(draft.*value)); },
            [tabs, value](
                PlanDraft& draft) { draft.*value = static_cast<Value>(tabs->current()); });
    }

    /// What is wrong with it; empty: nothing.
    void setProblem(const QString& sentence);
    void setWaiting();

Q_SIGNALS:
    void edited();

protected:
    /// Between the caption and the state.
    void addHeadControl(QWidget* control);

private:
    struct Binding {
        std::function<void(const PlanDraft&)> show;
        std::function<void(PlanDraft&)> read;
    };

    std::vector<Binding> m_bindings;
    StatusLabel* m_state;
    QLabel* m_problem; ///< the whole sentence, under everything else
    QHBoxLayout* m_headRow;
};

} // namespace ui
