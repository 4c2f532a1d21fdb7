// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/cases_block.h"

#include "ui/pages/new_comparison/draft/case_table_model.h"
#include "ui/pages/new_comparison/form_table.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

CasesBlock::CasesBlock(const Theme& theme)
    : DraftPanel(theme, 2, tr("Cases"),
        tr("sets of named tensors; every variant runs all of them, in this order"))
    , m_model(new CaseTableModel(this))
    , m_table(new FormTable(theme, tr("Cases"), *m_model))
{
    body()->addWidget(m_table);
    createSweep(theme);
    createButtons(theme);
    connect(m_model, &FormModel::edited, this, &CasesBlock::showNote);
    connect(m_model, &FormModel::edited, this, &DraftPanel::edited);
    connect(m_sweep, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_model->setSweep(text);
        showNote();
        Q_EMIT edited();
    });
    bind(
        [this](const PlanDraft& draft) {
            m_sweep->setText(draft.sweep);
            m_model->setCases(draft.cases, draft.sweep);
            showNote();
        },
        [this](PlanDraft& draft) {
            draft.sweep = m_sweep->text();
            draft.cases = m_model->cases();
        });
}

void CasesBlock::createSweep(const Theme& theme)
{
    m_sweep = newCodeField(theme, tr("Sweep: sizes by name, such as batch=1,2..64"),
        tr("none; such as batch=1,2..64 seq=16:512:16"));
    m_made = makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText);
    m_made->setContentsMargins(0, 16, 0, 0); // beside the field, not its caption
    body()->addWidget(rowOf(10,
        {{captioned(
              tr("sweep: a case for each combination of sizes that a shape above names"), m_sweep),
             3},
            {m_made, 2}}));
}

void CasesBlock::createButtons(const Theme& theme)
{
    m_addCase = makeCompactButton(theme, tr("Case"), Icon::Plus);
    m_addCase->setAccessibleName(tr("Add a case"));
    auto* addTensor = makeCompactButton(theme, tr("Tensor"), Icon::Plus);
    addTensor->setAccessibleName(tr("Add a tensor to the chosen case"));
    m_note = makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText);
    body()->addWidget(rowOf(8, {m_addCase, addTensor, stretch(), m_note}));
    connect(m_addCase, &Button::clicked, m_model, &CaseTableModel::addCase);
    connect(addTensor, &Button::clicked, m_model,
        [this] { m_model->addTensor(m_table->currentIndex().row()); });
}

void CasesBlock::showNote()
{
    const bool swept = m_model->isSwept();
    m_table->setVisible(!m_model->cases().empty());
    m_addCase->setEnabled(!swept || m_model->cases().empty()); // the sweep makes the others
    m_note->setText(m_model->cases().empty() && !swept
            ? tr("no case is named: the callable’s own example inputs are used")
            : tr("made from the seed, the same in every variant; a name is the parameter of "
                 "the call, or 0, 1 … by position"));
    const auto cases = casesOf(m_sweep->text(), m_model->cases());
    const bool makes = swept && cases && !cases->empty();
    m_made->setVisible(swept);
    if (makes && cases->size() > 1)
        m_made->setText(
            tr("%1: %2 to %3")
                .arg(counted(static_cast<qint64>(cases->size()), tr("case"), tr("cases")),
                    qt(cases->front().name), qt(cases->back().name)));
    else if (makes)
        m_made->setText(tr("one case: %1").arg(qt(cases->front().name)));
    else
        m_made->setText(tr("no cases yet"));
}

} // namespace ui
