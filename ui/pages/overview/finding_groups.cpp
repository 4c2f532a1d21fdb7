// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/finding_groups.h"

#include "profiler/analysis/finding_order.h"
#include "profiler/report/worth_text.h"
#include "ui/models/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

using profiler::Finding;

QString nameOf(const ComparisonView& view, int variant)
{
    const auto& variants = view.comparison->result.plan.variants;
    const auto index = static_cast<std::size_t>(variant);
    return index < variants.size() ? qt(variants[index].name) : QString();
}

/// What is said of the variant; empty where the sentence does not begin with its name.
QString predicateOf(const ComparisonView& view, const Finding& finding)
{
    if (!finding.variant)
        return {};
    const QString name = nameOf(view, *finding.variant);
    const QString sentence = qt(finding.sentence);
    return !name.isEmpty() && sentence.startsWith(name + u' ') ? sentence.mid(name.size() + 1)
                                                               : QString();
}

bool isAlike(const ComparisonView& view, const FindingGroup& group, const Finding& finding)
{
    const QString predicate = predicateOf(view, finding);
    return !predicate.isEmpty() && group.finding.rule == finding.rule
        && group.finding.evidence == finding.evidence && group.finding.severity == finding.severity
        && predicateOf(view, group.finding) == predicate;
}

void join(const ComparisonView& view, FindingGroup& group, const Finding& finding)
{
    if (std::find(group.variants.begin(), group.variants.end(), *finding.variant)
        != group.variants.end())
        return;
    group.variants.push_back(*finding.variant);
    if (*finding.variant == view.focus)
        group.finding = finding;
}

void name(const ComparisonView& view, FindingGroup& group)
{
    const auto worth = profiler::worthOf(group.finding, view.comparison->result, view.caseIndex);
    group.worth = qt(worth.figure);
    group.worthWords = qt(worth.words);
    if (group.variants.empty()) {
        group.title = capitalized(qt(group.finding.sentence));
        return;
    }
    group.who = nameOf(view, group.variants.front());
    if (group.variants.size() == 1) {
        group.title = qt(group.finding.sentence);
        return;
    }
    group.title = capitalized(predicateOf(view, group.finding));
    group.who
        = QCoreApplication::translate("ui::FindingGroup", "%1 variants").arg(group.variants.size());
}

} // namespace

std::vector<FindingGroup> findingGroups(const ComparisonView& view)
{
    std::vector<FindingGroup> groups;
    for (const Finding& finding :
        profiler::findingsOfCase(view.comparison->result, view.caseIndex)) {
        const auto alike = std::find_if(groups.begin(), groups.end(),
            [&](const FindingGroup& group) { return isAlike(view, group, finding); });
        if (alike != groups.end()) {
            join(view, *alike, finding);
            continue;
        }
        FindingGroup group {.finding = finding};
        if (finding.variant)
            group.variants = {*finding.variant};
        groups.push_back(std::move(group));
    }
    for (FindingGroup& group : groups)
        name(view, group);
    return groups;
}

} // namespace ui
