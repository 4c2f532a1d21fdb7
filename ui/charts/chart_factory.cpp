// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_factory.h"

#include "ui/charts/block_chart.h"
#include "ui/charts/call_chart.h"
#include "ui/charts/duration_chart.h"
#include "ui/charts/payback_chart.h"
#include "ui/charts/percentile_chart.h"
#include "ui/charts/process_dots_chart.h"
#include "ui/charts/quantile_chart.h"
#include "ui/charts/spread_chart.h"

namespace ui {

template <typename T>
T* ChartFactory::made(QWidget* parent) const
{
    return new T(m_theme, parent);
}

PaybackChart* ChartFactory::payback(QWidget* parent) const
{
    return made<PaybackChart>(parent);
}

RatioDotsChart* ChartFactory::ratioDots(QWidget* parent) const
{
    return made<RatioDotsChart>(parent);
}

SpreadChart* ChartFactory::spread(QWidget* parent) const
{
    return made<SpreadChart>(parent);
}

PercentileChart* ChartFactory::percentiles(QWidget* parent) const
{
    return made<PercentileChart>(parent);
}

QuantileChart* ChartFactory::quantiles(QWidget* parent) const
{
    return made<QuantileChart>(parent);
}

BlockChart* ChartFactory::blocks(QWidget* parent) const
{
    return made<BlockChart>(parent);
}

CallChart* ChartFactory::calls(QWidget* parent) const
{
    return made<CallChart>(parent);
}

ProcessDotsChart* ChartFactory::processDots(QWidget* parent) const
{
    return made<ProcessDotsChart>(parent);
}

DurationChart* ChartFactory::durations(QWidget* parent) const
{
    return made<DurationChart>(parent);
}

} // namespace ui
