// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/ratio_panel.h"

#include "profiler/report/sentences/ratio_text.h"
#include "ui/charts/process_dots_chart.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"

namespace ui {

RatioPanel::RatioPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Ratio of each process"), parent)
    , m_chart(new RatioDotsChart(theme, this))
    , m_conclusion(makeParagraph(uiFont(type::base, QFont::DemiBold)))
    , m_words(makeNote())
{
    add({m_conclusion, {m_chart, 1}, m_words});
}

void RatioPanel::showVariant(const ComparisonView& view, const profiler::VariantResult& variant)
{
    const profiler::CaseResult& caseResult = *view.caseResult();
    const QString baseline = qt(caseResult.variants.front().name);
    setCaption(tr("one dot per process, times faster than %1").arg(baseline));
    auto series = profiler::ratioSeries(
        view.comparison->data, view.comparison->result, caseResult, variant.variant);
    m_conclusion->setText(
        qt(profiler::ratioConclusion(series, variant, baseline.toStdString())).toHtmlEscaped());
    const QString outside = qt(profiler::outsideAxisText(series));
    const QString next = variant.verdict == profiler::Verdict::Slower
        ? tr("A call is slower, so its compile never pays back.")
        : tr("Payback is shown when one variant is clearly faster.");
    m_words->setText((outside.isEmpty() ? next : outside + u' ' + next).toHtmlEscaped());
    m_chart->setSeries(std::move(series));
}

} // namespace ui
