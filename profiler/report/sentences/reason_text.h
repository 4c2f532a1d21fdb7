// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <string>
#include <string_view>
#include <vector>

/// The sentences of what judging states.
namespace profiler {

struct ComparisonResult;
struct MeasurementQuality;
struct SpeedUp;

/// One clause; empty: there is no reason.
[[nodiscard]] std::string reasonText(const Reason& reason);

[[nodiscard]] std::vector<std::string> reasonTexts(const std::vector<Reason>& reasons);

/// ": " and the clause, ", but " and the clause…; empty without a reason.
[[nodiscard]] std::string reasonAfter(const char* separator, const Reason& reason);

/// What a compared tensor is called: "logits", "output 0", "the output" where the model returns one
/// tensor alone and it has no name.
[[nodiscard]] std::string tensorName(const std::string& path);

/// A number or a name as it stands in a sentence.
[[nodiscard]] std::string valueText(const StatementValue& value);

/// Who a sentence may name beside its values.
struct NamesInSentence {
    std::string variant;
    std::string baseline;
    std::string graphBreak; ///< its title
};

/// The sentence with the values in their places, in order: `{}` takes the next, `{call|calls}` the
/// next with the word that fits its number; `{variant}`, `{baseline}` and `{break}` are the names.
[[nodiscard]] std::string filled(std::string_view sentence,
    const std::vector<StatementValue>& values, const NamesInSentence& names = {});

/// "?" where there is no such variant.
[[nodiscard]] std::string variantName(const ComparisonResult& result, int variant);

/// "5 processes × 20 rounds".
[[nodiscard]] std::string processesText(int repetitions, int rounds);

/// "28 % of blocks had CPU contention"; on a device "28 % of blocks were disturbed: a lowered GPU
/// clock in 25 %, CPU contention in 3 %".
[[nodiscard]] std::string contentionText(const MeasurementQuality& quality);
/// One clause.
[[nodiscard]] std::string whatToDoWhenBusy();
/// "differences below ±12 % cannot be seen here"; empty where the precision is not known.
[[nodiscard]] std::string precisionText(const SpeedUp& speedUp);

} // namespace profiler
