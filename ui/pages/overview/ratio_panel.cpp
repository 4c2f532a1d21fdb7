// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/ratio_panel.h"

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

RatioPanel::RatioPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Why it is undecided"), parent)
    , m_chart(ChartFactory(theme).ratioDots(this))
    , m_words(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    body()->addWidget(m_chart, 1);
    body()->addWidget(m_words);
}

void RatioPanel::showVariant(const ComparisonView& view, const profiler::VariantResult& variant)
{
    const profiler::CaseResult& caseResult = *view.caseResult();
    const bool slower = variant.verdict == profiler::Verdict::Slower;
    setTitle(slower ? tr("Why it is slower") : tr("Why it is undecided"));
    setCaption(
        tr("one dot per process, times faster than %1").arg(qt(caseResult.variants.front().name)));
    m_chart->setSeries(profiler::ratioSeries(
        view.comparison->data, view.comparison->result, caseResult, variant.variant));
    const auto& ratios = variant.speedUp->byRepetition;
    const auto [least, most] = std::minmax_element(ratios.begin(), ratios.end());
    const QString gave = tr("Each process lays out memory anew; %1 gave %2 to %3.")
                             .arg(qt(variant.name), qt(profiler::formatRatio(*least)),
                                 qt(profiler::formatRatio(*most)));
    const QString next = slower
        ? tr("Together they leave no doubt, so nothing pays its compile back.")
        : tr("More calls in one process would not help; more processes do. Payback is shown when "
             "one variant is clearly faster.");
    m_words->setText((gave + u' ' + next).toHtmlEscaped());
}

} // namespace ui
