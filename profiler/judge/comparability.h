// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct Comparability;
struct ComparisonData;
struct Variant;

enum class FieldWeight { Blocking, Warning, Ignored };

/// What a difference in that field means: docs/fields.md. Unknown fields are ignored.
[[nodiscard]] FieldWeight weightOf(std::string_view field);

/// What a recording reported that has to be alike in another for a ratio between the two: fields of
/// blocking weight, of inputs only those of the case.
[[nodiscard]] std::map<std::string, std::string> blockingValues(
    const std::map<std::string, std::string>& reported, std::string_view caseName);

/// The field for people: "thread count", "inputs b32"; the field itself where it has no words.
[[nodiscard]] std::string fieldText(std::string_view field);

using FieldValues = std::set<std::string>;

/// Every value that processes of the variant reported: of its lanes, or of any kind before the
/// first lane exists.
[[nodiscard]] std::map<std::string, FieldValues> reportedValues(
    const ComparisonData& data, int variant);

/// Fields that the plan lets differ between the two: their own variables, interpreter, torch.
[[nodiscard]] FieldValues fieldsOnPurpose(const Variant& baseline, const Variant& variant);

struct FieldDifference {
    std::string field;
    Reason difference;
    FieldWeight weight = FieldWeight::Warning;
    std::optional<int> caseIndex; ///< nullopt: of all cases
};

/// Fields in which the variant's processes and the baseline's are not alike, except for what the
/// plan lets differ on purpose (the variant's own variables, interpreter and torch).
[[nodiscard]] std::vector<FieldDifference> fieldDifferences(
    const ComparisonData& data, int variant);

/// Did two copies of the code make inputs of other values? Then their results say nothing of each
/// other, while their times do.
[[nodiscard]] bool hasOtherInputValues(const ComparisonData& data, int variant, int caseIndex);

/// Of all variants, each difference once.
[[nodiscard]] Comparability comparabilityOf(const ComparisonData& data);

/// Why variants that did not take turns have no verdict; empty where they did.
[[nodiscard]] Reason whyNotPaired(const ComparisonData& data);

/// The blocking ones of a variant that concern a case; empty = comparable.
[[nodiscard]] Reason whyNotComparable(
    const std::vector<FieldDifference>& differences, int caseIndex);

} // namespace profiler
