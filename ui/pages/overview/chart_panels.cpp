// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/chart_panels.h"

#include "profiler/evidence/compile/payback_series.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/work_text.h"
#include "profiler/report/training/training_text.h"
#include "ui/charts/payback_chart.h"
#include "ui/charts/process_dots_chart.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tab_strip.h"

#include <algorithm>

namespace ui {

namespace {

QString notSplitText(const std::vector<OneCallBars::Split>& splits)
{
    return OneCallPanel::tr("<b>Not split:</b> %1. A trace splits each bar by class of work and "
                            "the host's own time, so that the parts add up to the median.")
        .arg(splits.empty() ? OneCallPanel::tr("nothing was measured")
                            : qt(splits.front().error()).toHtmlEscaped());
}

/// How far the traced calls are from those that were timed, and what is too far to be split.
QString overheadText(const Forest& forest, const std::vector<OneCallBars::Split>& splits)
{
    std::vector<profiler::NamedOverhead> near;
    QStringList far;
    for (std::size_t i = 0; i < splits.size() && i < forest.rows.size(); ++i) {
        const QString& name = forest.rows[i].name;
        if (splits[i])
            near.push_back({name.toStdString(), splits[i]->overheadRatio});
        else
            far << OneCallPanel::tr("%1 is not split: %2").arg(name, qt(splits[i].error()));
    }
    QString words = OneCallPanel::tr("%1; times come from calls without a profiler.")
                        .arg(capitalized(qt(profiler::profilerOverheadText(near))));
    if (!far.isEmpty())
        words += QLatin1Char(' ') + capitalized(far.join(QStringLiteral("; "))) + QLatin1Char('.');
    return words.toHtmlEscaped();
}

QString captionOf(const profiler::VariantResult& variant)
{
    const QString caption = QObject::tr("time saved minus compile time");
    if (!variant.paybackCold)
        return caption;
    const profiler::Payback& even = *variant.paybackCold;
    const QString name = qt(variant.name);
    const QString low = qt(profiler::formatCount(even.low));
    return caption
        + (even.high ? QObject::tr(" · %1 after %2–%3 calls")
                           .arg(name, low, qt(profiler::formatCount(*even.high)))
                     : QObject::tr(" · %1 after %2 calls or more").arg(name, low));
}

/// Why there is no curve to show; empty: there is one.
QString whyNoCurve(const ComparisonView& view, const profiler::PaybackSeries& series)
{
    switch (view.caseResult()->recommendation.kind) {
    case profiler::RecommendationKind::ResultsDiffer:
        return QObject::tr("The results differ: what it costs does not matter until they agree.");
    case profiler::RecommendationKind::NotComparable:
        return QObject::tr("The variants are not comparable, so nothing can be paid back.");
    default:
        break;
    }
    return series.lines.empty() ? qt(series.whyEmpty) : QString();
}

} // namespace

OneCallPanel::OneCallPanel(const Theme& theme)
    : Panel(theme, tr("One call: where the time goes"))
    , m_by(new TabStrip(theme, tr("What the bars are split by"), {tr("Steps"), tr("Work")}))
    , m_bars(new OneCallBars(theme))
    , m_note(makeNote())
{
    addControl(m_by);
    connect(m_by, &TabStrip::currentChanged, this, &OneCallPanel::showBars);
    add({{m_bars, 1}, m_note, stretch(0)});
    connect(m_bars, &OneCallBars::variantChosen, this, &OneCallPanel::variantChosen);
}

void OneCallPanel::showContents(Contents contents, int focus)
{
    m_contents = std::move(contents);
    m_focus = focus;
    m_by->setVisible(!m_contents.steps.empty());
    showBars();
}

void OneCallPanel::showFocus(int focus, const QString& stepSentence)
{
    m_focus = focus;
    m_contents.stepSentence = stepSentence;
    m_bars->showFocus(focus);
    if (!m_contents.steps.empty() && m_by->current() == 0)
        showSteps();
}

void OneCallPanel::showBars()
{
    if (!m_contents.steps.empty() && m_by->current() == 0)
        showSteps();
    else
        showWork();
}

void OneCallPanel::showWork()
{
    const auto& [forest, splits, losses, steps, sentence] = m_contents;
    const bool split = std::any_of(splits.begin(), splits.end(),
        [](const OneCallBars::Split& each) { return each.has_value(); });
    setCaption(split ? tr("%1; each bar adds up to the median").arg(forest.timeUnit)
                     : tr("%1; median of one call").arg(forest.timeUnit));
    const QString words = split ? overheadText(forest, splits) : notSplitText(splits);
    m_note->setText(losses.isEmpty() ? words : words + QLatin1Char(' ') + losses);
    m_bars->showForest(forest, m_focus, splits);
}

void OneCallPanel::showSteps()
{
    const Forest& forest = m_contents.forest;
    setCaption(tr("%1; each bar adds up to the step").arg(forest.timeUnit));
    QString words = m_contents.stepSentence.toHtmlEscaped();
    for (const OneCallBars::Step& step : m_contents.steps)
        if (step) {
            words += QLatin1Char(' ') + qt(profiler::stepNote(*step)).toHtmlEscaped();
            break;
        }
    m_note->setText(words);
    m_bars->showSteps(forest, m_focus, m_contents.steps);
}

RatioPanel::RatioPanel(const Theme& theme)
    : Panel(theme, tr("Ratio of each process"))
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

PaybackPanel::PaybackPanel(const Theme& theme)
    : Panel(theme, tr("Payback"))
    , m_chart(new PaybackChart(theme, this))
    , m_empty(makeParagraph(uiFont(type::base), QPalette::PlaceholderText))
{
    m_empty->setAlignment(Qt::AlignCenter);
    add({{m_chart, 1}, {m_empty, 1}});
}

void PaybackPanel::showView(const ComparisonView& view)
{
    profiler::PaybackSeries series
        = profiler::paybackSeries(view.comparison->result, *view.caseResult(), view.focus);
    setCaption(captionOf(*view.focused()));
    const QString whyEmpty = whyNoCurve(view, series);
    showText(*m_empty, whyEmpty.toHtmlEscaped());
    m_chart->setVisible(whyEmpty.isEmpty());
    m_chart->setSeries(std::move(series), view.focus);
}

} // namespace ui
