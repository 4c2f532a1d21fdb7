// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/cases_block.h"

#include "ui/pages/new_comparison/draft/case_table_model.h"
#include "ui/pages/new_comparison/form_table.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace ui {

CasesBlock::CasesBlock(const Theme& theme, QWidget* parent)
    : DraftPanel(theme, 2, tr("Cases"),
        tr("sets of named tensors; every variant runs all of them, in this order"), parent)
    , m_model(new CaseTableModel(this))
    , m_table(new FormTable(theme, tr("Cases"),
          {{120, 3}, {90, 2}, {120, 3}, {84, 1}, {120, 3}, {84, 1}, {120, 3}, {26, 0}}))
    , m_note(makeLabel({}, uiFont(type::caption), QPalette::PlaceholderText))
{
    m_table->setModel(m_model);
    body()->addWidget(m_table);
    auto* addCase = new Button(theme, ButtonKind::Secondary, tr("Case"), Icon::Plus);
    auto* addTensor = new Button(theme, ButtonKind::Secondary, tr("Tensor"), Icon::Plus);
    addCase->setAccessibleName(tr("Add a case"));
    addTensor->setAccessibleName(tr("Add a tensor to the chosen case"));
    addCase->setCompact(true);
    addTensor->setCompact(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(addCase);
    row->addWidget(addTensor);
    row->addStretch(1);
    row->addWidget(m_note);
    body()->addLayout(row);
    connect(addCase, &Button::clicked, m_model, &CaseTableModel::addCase);
    connect(addTensor, &Button::clicked, this,
        [this] { m_model->addTensor(m_table->currentIndex().row()); });
    connect(m_table, &FormTable::removeRequested, m_model, &CaseTableModel::removeAt);
    connect(m_model, &CaseTableModel::edited, this, [this] {
        showNote();
        Q_EMIT edited();
    });
}

void CasesBlock::showNote()
{
    m_table->setVisible(!m_model->cases().empty());
    m_note->setText(m_model->cases().empty()
            ? tr("no case is named: the callable’s own example inputs are used")
            : tr("made from the seed, the same in every variant; a name is the parameter of the "
                 "call, or 0, 1 … by position"));
}

void CasesBlock::showDraft(const PlanDraft& draft)
{
    m_model->setCases(draft.cases);
    showNote();
}

void CasesBlock::store(PlanDraft& draft) const
{
    draft.cases = m_model->cases();
}

} // namespace ui
