// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft_blocks.h"

#include "ui/pages/new_comparison/draft/variant_draft_model.h"
#include "ui/pages/new_comparison/draft_panel.h"
#include "ui/pages/new_comparison/form_table.h"
#include "ui/text/tr.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/check_option.h"
#include "ui/widgets/field.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <array>

namespace ui {

namespace {

QHBoxLayout* rowIn(const DraftPanel& block, int spacing)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(spacing);
    block.body()->addLayout(row);
    return row;
}

Button* addButton(
    QHBoxLayout& row, const Theme& theme, const QString& text, const QString& accessibleName)
{
    auto* button = makeCompactButton(theme, text, Icon::Plus);
    button->setAccessibleName(accessibleName);
    row.addWidget(button);
    return button;
}

TextField* limitField(const Theme& theme, const QString& name, const QString& unit)
{
    auto* field = new TextField(theme, name);
    field->setUnit(unit);
    field->setPlaceholderText(QStringLiteral("–"));
    return field;
}

} // namespace

DraftPanel* newGoalBlock(const Theme& theme)
{
    auto* block = new DraftPanel(theme, 3, tr("Goal"),
        tr("decides the recommendation; can be changed later without measuring again"));
    auto* metric = new Choice(theme, tr("Best by"));
    // In the order of GoalMetric.
    metric->addItems(
        {tr("lowest median"), tr("lowest p99"), tr("highest throughput"), tr("least total time")});
    auto* horizon = limitField(theme, tr("Horizon in calls"), tr("calls"));
    auto* p99 = limitField(theme, tr("p99 at most, in ms"), QStringLiteral("ms"));
    auto* memory = limitField(theme, tr("Peak memory at most, in GiB"), QStringLiteral("GiB"));
    auto* caseLimits = new TextField(theme, tr("Limits of single cases"));
    caseLimits->setPlaceholderText(QStringLiteral("s32.p99=15ms, …"));
    auto* cacheKept = new CheckOption(theme, tr("warm cache"), tr("kept between processes"));
    auto* row = rowIn(*block, 12);
    row->addWidget(captioned(tr("best by"), metric));
    row->addWidget(captioned(tr("over"), horizon), 2);
    row->addWidget(captioned(tr("p99 at most"), p99), 2);
    row->addWidget(captioned(tr("peak memory at most"), memory), 2);
    row->addWidget(captioned(tr("limits of single cases"), caseLimits), 4);
    row->addWidget(cacheKept, 0, Qt::AlignBottom);
    block->bind(metric, &PlanDraft::metric);
    block->bind(horizon, &PlanDraft::horizon);
    block->bind(p99, &PlanDraft::p99);
    block->bind(memory, &PlanDraft::memory);
    block->bind(caseLimits, &PlanDraft::caseLimits);
    block->bind(cacheKept, &PlanDraft::cacheKept);
    return block;
}

DraftPanel* newVariantsBlock(const Theme& theme)
{
    auto* block = new DraftPanel(theme, 4, tr("Variants"),
        tr("the first is the baseline; Alt with Up and Down moves a row"));
    auto* model = new VariantDraftModel(block);
    block->body()->addWidget(new FormTable(theme, tr("Variants"), *model));
    auto* row = rowIn(*block, 8);
    QObject::connect(addButton(*row, theme, tr("Variant"), tr("Add a variant")), &Button::clicked,
        model, &VariantDraftModel::addVariant);
    const std::array templates {std::pair {VariantTemplate::Modes, tr("All modes")},
        std::pair {VariantTemplate::StaticAgainstDynamic, tr("Static, dynamic")},
        std::pair {VariantTemplate::Fullgraph, tr("fullgraph")},
        std::pair {VariantTemplate::WithoutCudaGraphs, tr("No CUDA graphs")},
        std::pair {VariantTemplate::Engines, tr("Engines")},
        std::pair {VariantTemplate::TwoEnvironments, tr("Two environments")}};
    for (const auto& [which, name] : templates)
        QObject::connect(addButton(*row, theme, name, tr("Add from the template %1").arg(name)),
            &Button::clicked, model, [model, which = which] { model->addTemplate(which); });
    row->addStretch(1);
    QObject::connect(model, &FormModel::edited, block, &DraftPanel::edited);
    block->bind([model](const PlanDraft& draft) { model->setVariants(draft.variants); },
        [model](PlanDraft& draft) { draft.variants = model->variants(); });
    return block;
}

} // namespace ui
