// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/payback_panel.h"

#include "profiler/analysis/payback_series.h"
#include "profiler/report/format.h"
#include "ui/charts/chart_factory.h"
#include "ui/models/text.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui {

namespace {

QString captionOf(const profiler::VariantResult& variant)
{
    const QString caption = QObject::tr("time saved minus compile time");
    if (!variant.breakEvenCold)
        return caption;
    const profiler::BreakEven& even = *variant.breakEvenCold;
    const QString name = qt(variant.name);
    const QString low = qt(profiler::formatCount(even.low));
    return caption
        + (even.high ? QObject::tr(" · %1 after %2–%3 calls")
                           .arg(name, low, qt(profiler::formatCount(*even.high)))
                     : QObject::tr(" · %1 after %2 calls or more").arg(name, low));
}

} // namespace

PaybackPanel::PaybackPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("Payback"), parent)
    , m_chart(ChartFactory(theme).payback(this))
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
    m_empty->setText(qt(series.whyEmpty).toHtmlEscaped());
    m_empty->setVisible(series.lines.empty());
    m_chart->setVisible(!series.lines.empty());
    m_chart->setSeries(std::move(series), view.focus);
}

} // namespace ui
