// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/findings/finding_rules.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/process_record.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "tests/support/median_latency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tests {

/// One case of eager and a compiled variant, to be filled with what a rule needs.
struct RuleExample {
    profiler::ComparisonData data;
    profiler::ComparisonResult judged;

    explicit RuleExample(double medianNs = 10e6, double baselineNs = 10e6)
    {
        data.plan.cases = {{.name = "b8"}};
        data.plan.variants
            = {{.name = "eager"}, {.name = "default", .kind = profiler::VariantKind::Compiled}};
        auto& inCase = judged.cases.emplace_back();
        inCase.name = "b8";
        for (int variant = 0; variant < 2; ++variant) {
            auto& result = inCase.variants.emplace_back();
            result.variant = variant;
            result.name = data.plan.variants[static_cast<std::size_t>(variant)].name;
            result.latency = profiler::medianLatency(variant == 0 ? baselineNs : medianNs);
        }
    }

    profiler::Variant& planned() { return data.plan.variants.at(1); }

    profiler::VariantResult& baseline() { return judged.cases.at(0).variants.at(0); }

    profiler::VariantResult& variant() { return judged.cases.at(0).variants.at(1); }

    /// A process of the variant, or of eager.
    profiler::ProcessRecord& addProcess(profiler::ProcessKind kind, int variant = 1)
    {
        auto& process = data.processes.emplace_back();
        process.start = {.kind = kind, .variant = variant};
        process.end = profiler::ProcessEnd {};
        return process;
    }

    /// What the rules find, of eager or of the variant.
    std::vector<profiler::Finding> ask(
        std::span<const profiler::FindingRule> rules, std::size_t variant = 1)
    {
        judged.plan = data.plan;
        const auto& inCase = judged.cases.at(0);
        std::vector<profiler::Finding> findings;
        for (const auto& rule : rules)
            for (auto& finding : rule.find({.data = data,
                                 .judged = judged,
                                 .inCase = &inCase,
                                 .variant = &inCase.variants.at(variant)})) {
                if (finding.rule.empty())
                    finding.rule = rule.key;
                findings.push_back(std::move(finding));
            }
        return findings;
    }

    [[nodiscard]] std::string sentence(const profiler::Finding& finding) const
    {
        return profiler::findingSentence(judged, finding);
    }

    [[nodiscard]] std::string code(const profiler::Finding& finding) const
    {
        return profiler::remedyCode(judged, finding);
    }
};

inline std::vector<std::string> rulesIn(const std::vector<profiler::Finding>& findings)
{
    std::vector<std::string> rules;
    std::ranges::transform(findings, std::back_inserter(rules), &profiler::Finding::rule);
    return rules;
}

} // namespace tests

// What every test of a rule says.
using namespace profiler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::RuleExample;
using tests::rulesIn;
