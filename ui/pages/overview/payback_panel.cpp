// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/payback_panel.h"

#include "profiler/evidence/compile/payback_series.h"
#include "profiler/model/number_text.h"
#include "ui/charts/payback_chart.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/labels.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

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

PaybackPanel::PaybackPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Payback"), parent)
    , m_chart(new PaybackChart(theme, this))
    , m_empty(makeParagraph(uiFont(type::base), QPalette::PlaceholderText))
{
    m_empty->setAlignment(Qt::AlignCenter);
    body()->addWidget(m_chart, 1);
    body()->addWidget(m_empty, 1);
}

void PaybackPanel::showView(const ComparisonView& view)
{
    profiler::PaybackSeries series
        = profiler::paybackSeries(view.comparison->result, *view.caseResult(), view.focus);
    setCaption(captionOf(*view.focused()));
    const QString whyEmpty = whyNoCurve(view, series);
    m_empty->setText(whyEmpty.toHtmlEscaped());
    m_empty->setVisible(!whyEmpty.isEmpty());
    m_chart->setVisible(whyEmpty.isEmpty());
    m_chart->setSeries(std::move(series), view.focus);
}

} // namespace ui
