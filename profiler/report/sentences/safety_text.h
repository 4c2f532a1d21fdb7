// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/memory/memory_rows.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/report/text/emphasis.h"
#include "profiler/report/text/mark.h"

#include <optional>
#include <string>
#include <vector>

/// Words of the pages Numerics and Memory.
namespace profiler {

struct CaseResult;

/// A check mark only where the results agree in themselves, whatever their size.
[[nodiscard]] Mark markOf(NumericsStatus status, const std::optional<double>& cosine);
/// Of all tensors: none with a check mark may be too small to judge.
[[nodiscard]] Mark markOf(const NumericsSummary& numerics);

/// "keeps 2.3 of the 6.8 digits that eager has"; empty where an error to fp64 is not known.
[[nodiscard]] std::string digitsKeptText(const NumericsSummary& numerics, const std::string& eager);
[[nodiscard]] std::string numericsWord(NumericsStatus status); ///< "as accurate as eager"
/// "4 057 of 8 114 values (50 %) are NaN with default, none with eager", "… are NaN in both"; empty
/// where all are finite, or none were counted. Say it first: no other figure holds them.
[[nodiscard]] std::string specialValuesText(const std::optional<SpecialValues>& special,
    const std::string& variant, const std::string& baseline);
/// "50 % NaN, baseline none", "50 % NaN in both".
[[nodiscard]] std::string specialValuesNote(const std::optional<SpecialValues>& special);
/// By how much results differ: "largest difference 0.31, 310 × the tolerance"; NaN first. Empty
/// where they do not, or where no figure tells.
[[nodiscard]] std::string differenceAmountText(
    const NumericsSummary& numerics, const std::string& variant, const std::string& baseline);
/// "41 %"; from ten times on "310 × the tolerance".
[[nodiscard]] std::string toleranceUsedText(double ratio);
/// "1.3e-6 relative + 1e-5 absolute"; "must be equal" for integers.
/// "float32 1.3e-6 relative + 1e-5 absolute", "2 % of the values' size, to fp64".
[[nodiscard]] std::string toleranceText(const NumericsRow& row);

/// "The outputs of default match eager: largest error is 41 % of the tolerance, in output 0."
[[nodiscard]] std::string numericsSentence(const CaseResult& caseResult, int variant,
    const std::vector<NumericsRow>& rows, Emphasis emphasis = Emphasis::None);
/// Which tolerance, what eager's own error is, what was compared.
[[nodiscard]] std::string numericsNote(const std::vector<NumericsRow>& rows, int variant);

[[nodiscard]] std::string memoryPhaseName(MemoryPhase phase); ///< "warm-up"
/// "needs more": of peaks, in words; with its mark.
[[nodiscard]] MarkedText memoryWord(const MemoryRow& row);

/// "reduce-overhead peaks at 3.43 GiB in a call, +260 MiB against eager (+250 MiB to +270 MiB)."
[[nodiscard]] std::string memorySentence(const std::vector<MemoryRow>& rows, int variant,
    bool device, Emphasis emphasis = Emphasis::None);

} // namespace profiler
