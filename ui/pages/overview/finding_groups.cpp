// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/finding_groups.h"

#include "profiler/findings/finding_order.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/worth_text.h"
#include "ui/text/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ui {

namespace {

using profiler::Finding;

QString nameOf(const ComparisonView& view, int variant)
{
    const auto& variants = view.comparison->result.plan.variants;
    const auto index = static_cast<std::size_t>(variant);
    return index < variants.size() ? qt(variants[index].name) : QString();
}

/// What findings of several variants have in common when they state the same.
struct Stated {
    std::string rule;
    std::string place;
    Finding::Severity severity = Finding::Severity::Information;
    std::vector<std::string> values;

    auto operator<=>(const Stated&) const = default;
};

std::string predicateOf(const ComparisonView& view, const Finding& finding)
{
    return profiler::findingPredicate(view.comparison->result, finding);
}

/// Nothing of a finding that does not begin with its variant: it cannot speak of several.
std::optional<Stated> statedBy(const ComparisonView& view, const Finding& finding)
{
    if (predicateOf(view, finding).empty())
        return std::nullopt;
    return Stated {finding.rule, profiler::findingPlace(view.comparison->result, finding),
        finding.severity, profiler::findingValues(finding)};
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
    group.worthText = qt(worth.words);
    group.place = qt(profiler::findingPlace(view.comparison->result, group.finding));
    const QString sentence = qt(profiler::findingSentence(view.comparison->result, group.finding));
    if (group.variants.empty()) {
        group.title = capitalized(sentence);
        return;
    }
    group.who = nameOf(view, group.variants.front());
    if (group.variants.size() == 1) {
        group.title = sentence;
        return;
    }
    group.title = capitalized(qt(predicateOf(view, group.finding)));
    group.who
        = QCoreApplication::translate("ui::FindingGroup", "%1 variants").arg(group.variants.size());
}

} // namespace

std::vector<FindingGroup> findingGroups(const ComparisonView& view)
{
    std::vector<FindingGroup> groups;
    std::map<Stated, std::size_t> byStatement; // a file may hold a hundred thousand findings
    for (const Finding& finding :
        profiler::findingsOfCase(view.comparison->result, view.caseIndex)) {
        if (const auto stated = statedBy(view, finding)) {
            const auto [alike, isNew] = byStatement.try_emplace(*stated, groups.size());
            if (!isNew) {
                join(view, groups[alike->second], finding);
                continue;
            }
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
