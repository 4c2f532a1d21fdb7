// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

struct CaseResult;
struct ComparisonData;
enum class ComparisonKind;
struct ImportedSummary;

[[nodiscard]] ComparisonKind comparisonKindOf(const ComparisonData& data);

/// A TORCH_TRACE log was imported of this variant.
[[nodiscard]] bool hasCompileLog(const ComparisonData& data, int variant);

/// What the file of an imported variant names as its device; empty: nothing.
[[nodiscard]] std::string importedDevice(const ComparisonData& data, int variant);

/// Of a comparison that was imported and judged. Its only case is the first.
[[nodiscard]] ImportedSummary summarizeImports(
    const ComparisonData& data, const CaseResult& inCase);

} // namespace profiler
