// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/one_call_panel.h"

#include "profiler/report/format.h"
#include "ui/models/text.h"
#include "ui/parts/labels.h"
#include "ui/theme/fonts.h"

#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

QString notSplitWords(const std::vector<OneCallBars::Split>& splits)
{
    return OneCallPanel::tr("<b>Not split:</b> %1. A trace splits each bar by class of work and "
                            "the host's own time, so that the parts add up to the median.")
        .arg(
            splits.empty() ? OneCallPanel::tr("nothing was measured") : qt(splits.front().error()));
}

/// How far the traced calls are from those that were timed.
QString overheadWords(const std::vector<OneCallBars::Split>& splits)
{
    double least = 0;
    double most = 0;
    for (const auto& split : splits)
        if (split) {
            least = least == 0 ? split->overheadRatio : std::min(least, split->overheadRatio);
            most = std::max(most, split->overheadRatio);
        }
    const QString low = qt(profiler::formatNumber(least, 3));
    const QString high = qt(profiler::formatNumber(most, 3));
    return OneCallPanel::tr("From traced calls, which took %1 times as long as timed ones; times "
                            "come from calls without a trace.")
        .arg(low == high ? low : OneCallPanel::tr("%1 to %2").arg(low, high));
}

} // namespace

OneCallPanel::OneCallPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("One call: where the time goes"), parent)
    , m_bars(new OneCallBars(theme))
    , m_note(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
{
    body()->addWidget(m_bars, 1);
    body()->addWidget(m_note);
    body()->addStretch(0);
    connect(m_bars, &OneCallBars::variantChosen, this, &OneCallPanel::variantChosen);
}

void OneCallPanel::showForest(const Forest& forest, int focus,
    const std::vector<OneCallBars::Split>& splits, const QString& losses)
{
    const bool split = std::any_of(splits.begin(), splits.end(),
        [](const OneCallBars::Split& each) { return each.has_value(); });
    setCaption(split ? tr("%1; each bar adds up to the median").arg(forest.timeUnit)
                     : tr("%1; median of one call").arg(forest.timeUnit));
    const QString words = split ? overheadWords(splits) : notSplitWords(splits);
    m_note->setText(losses.isEmpty() ? words : words + QLatin1Char(' ') + losses);
    m_bars->showForest(forest, focus, splits);
}

} // namespace ui
