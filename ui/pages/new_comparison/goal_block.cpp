// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/goal_block.h"

#include "ui/widgets/check_option.h"
#include "ui/widgets/field.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

GoalBlock::GoalBlock(const Theme& theme, QWidget* parent)
    : DraftPanel(theme, 3, tr("Goal"),
        tr("decides the recommendation; can be changed later without measuring again"), parent)
    , m_metric(new Choice(theme, tr("Best by")))
    , m_horizon(new TextField(theme, tr("Horizon in calls")))
    , m_p99(new TextField(theme, tr("p99 at most, in ms")))
    , m_memory(new TextField(theme, tr("Peak memory at most, in GiB")))
    , m_caseLimits(new TextField(theme, tr("Limits of single cases")))
    , m_cacheKept(new CheckOption(theme, tr("warm cache"), tr("kept between processes")))
{
    // In the order of GoalMetric.
    m_metric->addItems(
        {tr("lowest median"), tr("lowest p99"), tr("highest throughput"), tr("least total time")});
    m_horizon->setUnit(tr("calls"));
    m_p99->setUnit(QStringLiteral("ms"));
    m_memory->setUnit(QStringLiteral("GiB"));
    for (TextField* field : {m_horizon, m_p99, m_memory})
        field->setPlaceholderText(QStringLiteral("–"));
    m_caseLimits->setPlaceholderText(QStringLiteral("s32.p99=15ms, …"));
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(captioned(tr("best by"), m_metric));
    row->addWidget(captioned(tr("over"), m_horizon), 2);
    row->addWidget(captioned(tr("p99 at most"), m_p99), 2);
    row->addWidget(captioned(tr("peak memory at most"), m_memory), 2);
    row->addWidget(captioned(tr("limits of single cases"), m_caseLimits), 4);
    row->addWidget(m_cacheKept, 0, Qt::AlignBottom);
    body()->addLayout(row);
    connect(m_metric, &QComboBox::activated, this, &GoalBlock::edited);
    connect(m_cacheKept, &CheckOption::clicked, this, &GoalBlock::edited);
    for (TextField* field : {m_horizon, m_p99, m_memory, m_caseLimits})
        connect(field, &QLineEdit::textEdited, this, &GoalBlock::edited);
}

void GoalBlock::showDraft(const PlanDraft& draft)
{
    m_metric->setCurrentIndex(static_cast<int>(draft.metric));
    m_horizon->setText(draft.horizon);
    m_p99->setText(draft.p99);
    m_memory->setText(draft.memory);
    m_caseLimits->setText(draft.caseLimits);
    m_cacheKept->setChecked(draft.cacheKept);
}

void GoalBlock::store(PlanDraft& draft) const
{
    draft.metric = static_cast<profiler::GoalMetric>(m_metric->currentIndex());
    draft.horizon = m_horizon->text();
    draft.p99 = m_p99->text();
    draft.memory = m_memory->text();
    draft.caseLimits = m_caseLimits->text();
    draft.cacheKept = m_cacheKept->isChecked();
}

} // namespace ui
