// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/remedy_rows.h"

#include "profiler/model/finding.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/remedy_row.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int remedyGap = 6;

} // namespace

RemedyRows::RemedyRows(const Theme& theme, Words words)
    : m_theme(theme)
    , m_words(words)
    , m_list(new QVBoxLayout(this))
{
    m_list->setContentsMargins(0, 0, 0, 0);
    m_list->setSpacing(remedyGap);
    hide();
}

bool RemedyRows::isEmpty() const
{
    return m_list->isEmpty();
}

void RemedyRows::add(const ComparisonView& view, const profiler::Finding& finding)
{
    auto* row = makeRemedyRow(m_theme, view, finding);
    if (row == nullptr)
        return;
    connect(row, &RemedyRow::recordingRequested, this, &RemedyRows::recordingRequested);
    connect(row, &RemedyRow::variantChosen, this, &RemedyRows::variantChosen);
    if (m_words == Words::None) {
        m_list->addWidget(row);
        return;
    }
    auto* words = makeParagraph(uiFont());
    words->setText(emphasized(qt(profiler::findingSentence(view.comparison->result, finding))));
    auto* advice = makeNote();
    showText(*advice, emphasized(qt(profiler::findingAdvice(finding))));
    m_list->addWidget(rowOf(2 * remedyGap, {{columnOf(1, {words, advice}), 3}, {row, 2}}));
}

void RemedyRows::showFindings(
    const ComparisonView& view, const std::vector<profiler::Finding>& findings)
{
    clearLater(*m_list);
    for (const auto& finding : findings)
        add(view, finding);
    setVisible(!isEmpty());
}

} // namespace ui
