// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/variants_block.h"

#include "ui/pages/new_comparison/draft/variant_draft_model.h"
#include "ui/pages/new_comparison/form_table.h"
#include "ui/widgets/button.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <array>

namespace ui {

VariantsBlock::VariantsBlock(const Theme& theme, QWidget* parent)
    : DraftPanel(theme, 4, tr("Variants"),
        tr("the first is the baseline; Alt with Up and Down moves a row"), parent)
    , m_model(new VariantDraftModel(this))
    , m_table(new FormTable(theme, tr("Variants"),
          {{130, 4}, {128, 3}, {74, 0}, {116, 0}, {74, 1}, {70, 3}, {80, 3}, {64, 2}, {26, 0}}))
{
    m_table->setModel(m_model);
    body()->addWidget(m_table);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* add = new Button(theme, ButtonKind::Secondary, tr("Variant"), Icon::Plus);
    add->setAccessibleName(tr("Add a variant"));
    add->setCompact(true);
    row->addWidget(add);
    const std::array templates {std::pair {VariantTemplate::Modes, tr("All modes")},
        std::pair {VariantTemplate::StaticAgainstDynamic, tr("Static, dynamic")},
        std::pair {VariantTemplate::Fullgraph, tr("fullgraph")},
        std::pair {VariantTemplate::WithoutCudaGraphs, tr("No CUDA graphs")},
        std::pair {VariantTemplate::TwoEnvironments, tr("Two environments")}};
    for (const auto& [which, name] : templates) {
        auto* button = new Button(theme, ButtonKind::Secondary, name, Icon::Plus);
        button->setAccessibleName(tr("Add from the template %1").arg(name));
        button->setCompact(true);
        row->addWidget(button);
        connect(
            button, &Button::clicked, this, [this, which = which] { m_model->addTemplate(which); });
    }
    row->addStretch(1);
    body()->addLayout(row);
    connect(add, &Button::clicked, m_model, &VariantDraftModel::addVariant);
    connect(m_table, &FormTable::removeRequested, m_model, &VariantDraftModel::removeAt);
    connect(m_table, &FormTable::moveRequested, m_model, &VariantDraftModel::move);
    connect(m_model, &VariantDraftModel::edited, this, &VariantsBlock::edited);
}

void VariantsBlock::showDraft(const PlanDraft& draft)
{
    m_model->setVariants(draft.variants);
}

void VariantsBlock::store(PlanDraft& draft) const
{
    draft.variants = m_model->variants();
}

} // namespace ui
