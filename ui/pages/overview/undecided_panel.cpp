// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/undecided_panel.h"

#include "profiler/analysis/process_series.h"
#include "profiler/report/format.h"
#include "ui/charts/chart_factory.h"
#include "ui/models/text.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

UndecidedPanel::UndecidedPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Why it is undecided"), parent)
    , m_chart(ChartFactory(theme).ratioDots(this))
    , m_words(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    body()->addWidget(m_chart, 1);
    body()->addWidget(m_words);
}

void UndecidedPanel::showVariant(const ComparisonView& view, const profiler::VariantResult& variant)
{
    const profiler::CaseResult& caseResult = *view.caseResult();
    setCaption(
        tr("one dot per process, times faster than %1").arg(qt(caseResult.variants.front().name)));
    m_chart->setSeries(profiler::ratioSeries(
        view.comparison->data, view.comparison->result, caseResult, variant.variant));
    const auto& ratios = variant.speedUp->byRepetition;
    const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
    m_words->setText(
        tr("Each process lays out memory anew; %1 gave %2 to %3. More calls in one process would "
           "not help; more processes do. Payback is shown when one variant is clearly faster.")
            .arg(qt(variant.name), qt(profiler::formatRatio(*least)),
                qt(profiler::formatRatio(*most)))
            .toHtmlEscaped());
}

} // namespace ui
