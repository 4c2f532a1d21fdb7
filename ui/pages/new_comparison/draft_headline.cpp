// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft_headline.h"

#include "profiler/model/number_text.h"
#include "ui/pages/new_comparison/time_panel.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace ui {

namespace {

QString blockName(DraftBlock block)
{
    const std::array names {QObject::tr("Model"), QObject::tr("Cases"), QObject::tr("Goal"),
        QObject::tr("Variants"), QObject::tr("Measurement"), QObject::tr("Load")};
    return names.at(static_cast<std::size_t>(block));
}

/// Limits that take a part of the results away; the others only widen doubt.
bool takesAway(const MachineCheck& check)
{
    return check.name != QLatin1String("cpu_clock") && check.name != QLatin1String("pressure");
}

QString endText(const DraftState& state, const QString& sentence)
{
    if (!state.estimate)
        return {};
    return sentence.arg(QDateTime::currentDateTime()
                            .addMSecs(static_cast<qint64>(expectedNs(*state.estimate) / 1e6))
                            .toString(QStringLiteral("HH:mm")));
}

} // namespace

QString DraftState::whyNotStart() const
{
    if (recording)
        return QObject::tr("a recording runs; two would measure each other");
    if (!problems.empty())
        return problems.front().sentence;
    if (!refusal.isEmpty())
        return refusal;
    for (const MachineCheck& check : machine)
        if (check.result == CheckResult::Stops)
            return check.sentence;
    return {};
}

bool DraftState::isBusy() const
{
    return std::any_of(machine.begin(), machine.end(), [](const MachineCheck& check) {
        return check.name == QLatin1String("load") && check.result == CheckResult::Limits;
    });
}

std::vector<MachineCheck> DraftState::limits() const
{
    std::vector<MachineCheck> found;
    std::copy_if(machine.begin(), machine.end(), std::back_inserter(found),
        [](const MachineCheck& check) { return check.result == CheckResult::Limits; });
    std::stable_partition(found.begin(), found.end(), takesAway);
    return found;
}

WorkHeadline headlineOf(const DraftState& state)
{
    const QString what = counted(static_cast<qint64>(state.variants), QObject::tr("variant"),
                             QObject::tr("variants"))
        + (state.cases == 0 ? QObject::tr(" on the model’s own inputs")
                            : QObject::tr(" × ")
                    + counted(static_cast<qint64>(state.cases), QObject::tr("case"),
                        QObject::tr("cases")));
    WorkHeadline headline;
    headline.caption = QObject::tr("checked while you type, by the same rules as the command line; "
                                   "nothing was measured yet");
    if (!state.problems.empty()) {
        headline.status = Status::Bad;
        headline.sentence = QObject::tr("**Not ready:** %1.").arg(state.problems.front().sentence);
        headline.caption
            = QObject::tr("see block %1%2")
                  .arg(blockName(state.problems.front().block),
                      state.problems.size() > 1 ? QObject::tr("; %1 blocks are to be corrected")
                                                      .arg(state.problems.size())
                                                : QString());
        return headline;
    }
    if (!state.refusal.isEmpty()) {
        headline.status = Status::Bad;
        headline.sentence = QObject::tr("**Not ready:** %1.").arg(state.refusal);
        return headline;
    }
    const auto limits = state.limits();
    const auto stops = std::find_if(state.machine.begin(), state.machine.end(),
        [](const MachineCheck& check) { return check.result == CheckResult::Stops; });
    if (!state.estimate) {
        headline.sentence = QObject::tr("%1: checking the plan…").arg(what);
    } else {
        headline.sentence = QObject::tr("%1 take **about %2 and %3**")
                                .arg(what, qt(profiler::formatRoughly(expectedNs(*state.estimate))),
                                    roughSize(state.estimate->diskBytes));
    }
    if (stops != state.machine.end()) {
        headline.status = Status::Bad;
        headline.sentence
            = QObject::tr("**Nothing can be recorded here:** %1.").arg(stops->sentence);
    } else if (!limits.empty()) {
        headline.status = takesAway(limits.front()) ? Status::Warning : Status::Information;
        headline.sentence
            += QObject::tr("; %1: **%2**.")
                   .arg(limits.size() == 1 ? QObject::tr("one warning")
                                           : QObject::tr("%1 warnings").arg(limits.size()),
                       lossOf(limits.front()));
    } else {
        headline.status
            = state.estimate && !state.machineChecking ? Status::Good : Status::Information;
        headline.sentence += state.estimate ? QStringLiteral(".") : QString();
    }
    return headline;
}

QString tuneIsHereText()
{
    return QObject::tr("Tune searches on this machine alone; choose it to tune");
}

QString shortStartText(const DraftState& state)
{
    if (state.whyNotStart().isEmpty())
        return state.estimate ? endText(state, QObject::tr("Ends about %1."))
                              : QObject::tr("Starts now.");
    if (state.recording)
        return QObject::tr("Not yet: a recording runs.");
    return state.problems.empty()
        ? QObject::tr("Not yet: see above.")
        : QObject::tr("Not yet: see %1.").arg(blockName(state.problems.front().block));
}

QString startText(const DraftState& state)
{
    if (const QString why = state.whyNotStart(); !why.isEmpty())
        return QObject::tr("Not yet: %1.").arg(why);
    QString text = QObject::tr("Starts now");
    const auto limits = state.limits();
    if (!limits.empty() && takesAway(limits.front()))
        text += QObject::tr("; %1").arg(lossOf(limits.front()));
    text += u'.';
    return state.estimate ? text + u' ' + endText(state, QObject::tr("Ends at about %1.")) : text;
}

} // namespace ui
