// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_captions.h"

#include "profiler/model/variant_result.h"
#include "profiler/report/ranks/rank_sentences.h"
#include "profiler/report/sentences/imported_text.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/kernels/work_cells.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

namespace ui {

namespace {

QString nameOf(const WorkFacts& facts, int variant)
{
    const auto& variants = facts.view.caseResult()->variants;
    return forHeading(variants.at(static_cast<std::size_t>(variant)).name, longestNameLength);
}

/// "a, b and c".
QString listed(QStringList texts)
{
    if (texts.size() < 2)
        return texts.join(QString());
    const QString last = texts.takeLast();
    return tr("%1 and %2").arg(texts.join(QStringLiteral(", ")), last);
}

QString unreadSides(const WorkFacts& facts)
{
    QString text;
    for (const int variant : facts.shown.variants) {
        const auto side = facts.reading.find(variant);
        if (side != facts.reading.end() && !side->second.missing.isEmpty())
            text += tr("Where %1 called its work from is not known: %2. ")
                        .arg(nameOf(facts, variant), withoutDot(side->second.missing));
    }
    return text;
}

/// Below that part of the compiled time the rows say too little of what was replaced by what.
constexpr double enoughMatched = 0.9;

QString sameWorkNote(const WorkFacts& facts)
{
    const auto& read = *facts.ledger;
    if (read.ledger == nullptr)
        return tr("What replaced what is not known: %1.").arg(withoutDot(read.missing));
    const double matched = read.ledger->matchedRatio;
    const QString part = tr("%1 of the compiled time is matched with the operators it stands for")
                             .arg(shareText(matched));
    if (matched >= enoughMatched)
        return part + u'.';
    if (facts.view.comparison->result.imported)
        return part
            + tr(": too little to say what was won where. Such files do not hold the code that "
                 "was generated; a comparison that is recorded here does.");
    return part
        + tr(": too little to say what was won where. Record again with torch 2.9 or newer, "
             "which tells what its kernels stand for.");
}

} // namespace

bool isByPlace(const std::optional<profiler::WorkGrouping>& grouping)
{
    return grouping == profiler::WorkGrouping::Module
        || grouping == profiler::WorkGrouping::SourceLine;
}

bool needsTraces(const std::optional<profiler::WorkGrouping>& grouping)
{
    return isByPlace(grouping) || grouping == profiler::WorkGrouping::Device;
}

QString matchText(const WorkFacts& facts, const WorkContents& contents)
{
    QStringList times;
    for (std::size_t side = 0; side < contents.shownTimes.size(); ++side)
        if (const auto& time = contents.shownTimes[side])
            times << tr("%1 in %2")
                         .arg(durationText(time->ns), nameOf(facts, facts.shown.variants[side]));
    QString text = tr("%1 of %2 names match").arg(contents.shown).arg(facts.shown.rows.size());
    if (!times.isEmpty())
        text += tr("; together %1 a call").arg(listed(times));
    if (const QString& problem = facts.arrangement.filter.problem(); !problem.isEmpty())
        text += tr("; taken as plain text, for it is no regular expression, %1").arg(problem);
    return text + u'.';
}

QString devicesNote(const WorkFacts& facts)
{
    const auto unit = profiler::importedUnit(facts.view.comparison->result);
    QStringList texts;
    for (const auto& [variant, side] : facts.reading) {
        QStringList parts;
        if (const auto busy = profiler::devicesSentence(side.shares, unit); !busy.empty())
            parts << qt(busy);
        for (const auto& share : side.shares) {
            const auto text = qt(profiler::communicationSentence(share, side.calls, unit));
            if (!text.isEmpty())
                parts << (side.shares.size() > 1 ? tr("on device %1 %2").arg(share.device).arg(text)
                                                 : text);
        }
        if (!parts.isEmpty())
            texts << tr("%1: %2.").arg(nameOf(facts, variant), parts.join(QStringLiteral("; ")));
    }
    return texts.join(QLatin1Char(' '));
}

QString workNote(const WorkFacts& facts)
{
    const QString rows = facts.shown.onDevice
        ? tr("Kernels by name. ")
        : tr("Operators by their own time, without what they call, and compiled kernels. ");
    if (!facts.arrangement.branches.empty() && facts.arrangement.filter.isEmpty())
        return rows
            + tr("A compiled kernel's time is divided among the lines and modules it stands for, "
                 "as eager's was. ")
            + sameWorkNote(facts);
    if (isByPlace(facts.arrangement.grouping) && facts.arrangement.filter.isEmpty())
        return rows
            + tr("The time of a name is divided among the places that called it as under "
                 "tracing. Compiled code runs outside of modules: only the change of a group "
                 "that both sides have says what was won there. ")
            + unreadSides(facts);
    if (facts.arrangement.grouping == profiler::WorkGrouping::Device
        && facts.arrangement.filter.isEmpty())
        return rows
            + tr("The time of a name is divided among the devices that ran it as under tracing. ")
            + unreadSides(facts);
    if (facts.shown.variants.size() < 2)
        return rows.trimmed();
    if (facts.ledger != nullptr)
        return rows + sameWorkNote(facts);
    return rows
        + tr("What only one side runs was replaced by something else on the other: only the change "
             "of a class that both have, of the rest and of the call says what was won.");
}

} // namespace ui
