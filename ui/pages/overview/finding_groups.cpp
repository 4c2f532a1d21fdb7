// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/finding_groups.h"

#include "profiler/findings/finding_order.h"
#include "profiler/report/sentences/worth_text.h"
#include "ui/text/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
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

/// What findings of several variants have in common when they say the same.
using Said = std::tuple<std::string, std::string, Finding::Severity, QString>;

std::optional<Said> saidOf(const ComparisonView& view, const Finding& finding)
{
    QString predicate = predicateOf(view, finding);
    if (predicate.isEmpty())
        return std::nullopt;
    return Said {finding.rule, finding.evidence, finding.severity, std::move(predicate)};
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
    std::map<Said, std::size_t> bySaid; // a file may hold a hundred thousand findings
    for (const Finding& finding :
        profiler::findingsOfCase(view.comparison->result, view.caseIndex)) {
        if (const auto said = saidOf(view, finding)) {
            const auto [alike, isNew] = bySaid.try_emplace(*said, groups.size());
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
