// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/folded_findings.h"

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace profiler {

namespace {

constexpr std::int64_t mostPlaces = 50;

struct Told {
    std::int64_t places = 0;
    FindingPage page = FindingPage::Configuration;
};

using RuleOfVariant = std::pair<std::string, std::optional<int>>;

Finding countOf(const RuleOfVariant& rule, const Told& told)
{
    return {.rule = rule.first,
        .statements = {{"more_places", {told.places - mostPlaces}}},
        .seen = Finding::Seen::InRecording,
        .page = told.page,
        .variant = rule.second};
}

} // namespace

void foldManyPlaces(std::vector<Finding>& findings)
{
    std::map<RuleOfVariant, Told> rules;
    std::erase_if(findings, [&](const Finding& finding) {
        if (!finding.place)
            return false;
        auto& told = rules[{finding.rule, finding.variant}];
        told.page = finding.page;
        return ++told.places > mostPlaces;
    });
    for (const auto& [rule, told] : rules)
        if (told.places > mostPlaces)
            findings.push_back(countOf(rule, told));
}

} // namespace profiler
