// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

namespace profiler {

[[nodiscard]] ComparisonKind comparisonKindOf(const ComparisonData& data);

/// A TORCH_TRACE log was imported of this variant.
[[nodiscard]] bool hasCompileLog(const ComparisonData& data, int variant);

/// What the file of an imported variant names as its device; empty: nothing.
[[nodiscard]] std::string importedDevice(const ComparisonData& data, int variant);

/// Why something that only a log of the compiler or a recording tells is not known of an import.
[[nodiscard]] std::string notInTrace(const std::string& what);

/// Of a comparison that was imported and judged. Its only case is the first.
[[nodiscard]] ImportedSummary summarizeImports(
    const ComparisonData& data, const CaseResult& inCase);

} // namespace profiler
