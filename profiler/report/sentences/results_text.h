// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <string>
#include <vector>

/// Words of the Results page: which setting for which input.
namespace profiler {

struct ComparisonResult;
struct VariantResult;

/// "b1, b8 and b32"; "9 of 12 cases" where they are many; "all 4 cases".
[[nodiscard]] std::string casesText(const ComparisonResult& result, const std::vector<int>& cases);

/// Cases get different advice, so that no one sentence holds for all.
[[nodiscard]] bool isByCase(const ComparisonResult& result);

/// The advice of every page and command. "On H200, bf16: use reduce-overhead in b1, b8 and b32
/// (1.63× to 3.09× faster than eager); use max-autotune in b384 (…)". Of one case, or with one
/// setting for all, the usual sentence.
[[nodiscard]] std::string settingsSentence(
    const ComparisonResult& result, Emphasis emphasis = Emphasis::None);

/// One word over all cases, with its mark: "Recommended", or "By case" where they differ.
[[nodiscard]] MarkedText settingsVerdict(const ComparisonResult& result);

/// "5 processes × 20 rounds, all steady, noise ±0.3 %".
[[nodiscard]] MarkedText trustOverCases(const ComparisonResult& result);

/// Python for every recommended setting, its cases named above it; empty without one.
[[nodiscard]] std::string settingsCode(const ComparisonResult& result);

/// "One setting for all: reduce-overhead; b384 then runs 1.07× slower than its best (1.05–1.08)."
[[nodiscard]] std::string oneSettingText(const ComparisonResult& result);

/// "Goal: lowest median; p99 at most 15.00 ms (70.00 ms in b384), 100 000 calls, cache not kept."
[[nodiscard]] std::string goalText(const ComparisonResult& result);

/// What the mark beside an interval means; empty where nothing is compared several times.
[[nodiscard]] std::string correctionText(const ComparisonResult& result);
/// Also holds when the confidence is shared out over all comparisons.
[[nodiscard]] bool holdsForAll(const ComparisonResult& result, const VariantResult& variant);

} // namespace profiler
