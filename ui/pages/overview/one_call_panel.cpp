// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/one_call_panel.h"

#include "profiler/report/sentences/work_text.h"
#include "ui/text/text.h"
#include "ui/widgets/labels.h"

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

} // namespace

OneCallPanel::OneCallPanel(const Theme& theme, QWidget* parent)
    : Panel(theme, tr("One call: where the time goes"), parent)
    , m_bars(new OneCallBars(theme))
    , m_note(makeNote())
{
    add({{m_bars, 1}, m_note, stretch(0)});
    connect(m_bars, &OneCallBars::variantChosen, this, &OneCallPanel::variantChosen);
}

void OneCallPanel::showForest(const Forest& forest, int focus,
    const std::vector<OneCallBars::Split>& splits, const QString& losses)
{
    const bool split = std::any_of(splits.begin(), splits.end(),
        [](const OneCallBars::Split& each) { return each.has_value(); });
    setCaption(split ? tr("%1; each bar adds up to the median").arg(forest.timeUnit)
                     : tr("%1; median of one call").arg(forest.timeUnit));
    const QString words = split ? overheadText(forest, splits) : notSplitText(splits);
    m_note->setText(losses.isEmpty() ? words : words + QLatin1Char(' ') + losses);
    m_bars->showForest(forest, focus, splits);
}

} // namespace ui
