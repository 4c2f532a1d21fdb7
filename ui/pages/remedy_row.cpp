// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/remedy_row.h"

#include "profiler/findings/remedies_to_try.h"
#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/remedy_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/status_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

namespace {

using profiler::Finding;
using profiler::RemedyKind;
using profiler::RemedyState;

/// Check, octagon, open circle.
Status statusOf(RemedyState state)
{
    return profiler::valueFor(state,
        {{RemedyState::Confirmed, Status::Good}, {RemedyState::Refuted, Status::Bad}},
        Status::Neutral);
}

/// Of those that are edits of the user's code; torch's settings can be tried from here.
bool isEdit(const Finding& finding)
{
    switch (finding.remedy.kind) {
    case RemedyKind::Rewrite:
    case RemedyKind::TensorNumber:
    case RemedyKind::CompileOnce:
    case RemedyKind::NoGradient:
    case RemedyKind::MarkDynamic:
        return true;
    default:
        return false;
    }
}

RemedyRow* makeRow(QHBoxLayout*& line)
{
    auto* row = new RemedyRow;
    line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    return row;
}

RemedyRow* rowOfProof(const Theme& theme, const ComparisonView& view, const Finding& finding)
{
    QHBoxLayout* line = nullptr;
    auto* row = makeRow(line);
    line->setSpacing(2);
    line->addWidget(makeLeadingSign(theme, statusOf(finding.state), 15, 5), 0, Qt::AlignTop);
    auto* words = makeParagraph(uiFont(type::caption, QFont::DemiBold), QPalette::WindowText);
    words->setText(qt(profiler::proofText(finding, view.comparison->result.plan)).toHtmlEscaped());
    line->addWidget(words, 1);
    const auto tried = static_cast<std::size_t>(finding.triedAs.value_or(-1));
    const auto& variants = view.comparison->result.plan.variants;
    if (tried < variants.size()) {
        auto* look = makeCompactButton(theme, RemedyRow::tr("Show it"));
        look->setToolTip(RemedyRow::tr("Puts %1 in focus").arg(qt(variants[tried].name)));
        QObject::connect(look, &Button::clicked, row,
            [row, variant = *finding.triedAs] { Q_EMIT row->variantChosen(variant); });
        line->addWidget(look, 0, Qt::AlignTop);
    }
    return row;
}

RemedyRow* rowOfButton(
    const Theme& theme, const QString& text, const QString& toolTip, const profiler::Plan& plan)
{
    QHBoxLayout* line = nullptr;
    auto* row = makeRow(line);
    auto* button = makeCompactButton(theme, text);
    button->setToolTip(toolTip);
    QObject::connect(
        button, &Button::clicked, row, [row, plan] { Q_EMIT row->recordingRequested(plan); });
    line->addWidget(button);
    line->addStretch(1);
    return row;
}

} // namespace

RemedyRow* makeRemedyRow(const Theme& theme, const ComparisonView& view, const Finding& finding)
{
    const auto& result = view.comparison->result;
    if (profiler::isImported(result.kind))
        return nullptr;
    if (finding.state != RemedyState::Untried)
        return rowOfProof(theme, view, finding);
    if (const auto plan = profiler::planThatTries(result.plan, finding))
        return rowOfButton(theme, RemedyRow::tr("Try it"),
            RemedyRow::tr("Records %1 and %2 in lock step, and says what it wins")
                .arg(qt(plan->variants[1].name), qt(plan->variants.back().name)),
            *plan);
    if (isEdit(finding))
        return rowOfButton(theme, RemedyRow::tr("Record again"),
            RemedyRow::tr("After the edit: the same plan, in the same file"), result.plan);
    return nullptr;
}

} // namespace ui
