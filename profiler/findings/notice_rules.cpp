// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/notice_fact.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

/// What the recorder said while it recorded.
namespace profiler {

namespace {

bool warns(const std::string& rule)
{
    return rule == "training_mode_on" || rule == "recompile_limit" || rule == "dispatch_mode";
}

bool ranEager(const ComparisonResult& judged, int variant)
{
    return std::ranges::any_of(judged.cases, [variant](const CaseResult& inCase) {
        return inCase.variants.at(static_cast<std::size_t>(variant)).verdict == Verdict::RanEager;
    });
}

/// A rule of its own reports a variant's recompile limit and where it was reached, and calls that
/// ran eager give a dispatch mode as their reason.
bool isSaidElsewhere(const NoticeFact& notice, const ComparisonResult& judged)
{
    return notice.variant
        && (notice.rule == "recompile_limit"
            || (notice.rule == "dispatch_mode" && ranEager(judged, *notice.variant)));
}

Remedy remedyOf(const NoticeFact& notice)
{
    return {.kind = notice.rule == "training_mode_on" ? RemedyKind::EvalMode : RemedyKind::None};
}

/// Every process says the same, and a file may hold a hundred thousand of them. What several
/// variants say alike is said once, of all.
std::vector<Finding> notices(const FindingInput& input)
{
    using Notice = std::tuple<std::string_view, std::string_view, std::optional<int>>;
    std::vector<Finding> findings;
    std::map<Notice, std::size_t> known;
    for (const auto& notice : input.data.notices) {
        if (isSaidElsewhere(notice, input.judged))
            continue;
        const auto [said, isNew]
            = known.insert({{notice.rule, notice.sentence, notice.caseIndex}, findings.size()});
        if (!isNew) {
            auto& first = findings[said->second];
            if (first.variant != notice.variant)
                first.variant.reset();
            continue;
        }
        findings.push_back({.rule = notice.rule,
            .severity
            = warns(notice.rule) ? Finding::Severity::Warning : Finding::Severity::Information,
            .statements = {statementOf(notice, input.judged.plan)},
            .seen = Finding::Seen::InRecording,
            .variant = notice.variant,
            .caseIndex = notice.caseIndex,
            .remedy = remedyOf(notice),
            .confidence = Confidence::Suspected});
    }
    return findings;
}

constexpr auto noticeRuleTable = std::to_array<FindingRule>({
    {"notice", notices, FindingPage::Configuration, FindingNeeds::File, FindingScope::Comparison},
});

} // namespace

/// The recorder begins what it says of a variant with its name.
FindingStatement statementOf(const NoticeFact& notice, const Plan& plan)
{
    const auto index = static_cast<std::size_t>(notice.variant.value_or(-1));
    const auto name = index < plan.variants.size() ? plan.variants[index].name + " " : " ";
    if (!notice.sentence.starts_with(name) || name == " ")
        return {"notice", {notice.sentence}};
    return {"notice_of_variant", {notice.sentence.substr(name.size())}};
}

constinit const std::span<const FindingRule> noticeRules {noticeRuleTable};

} // namespace profiler
