// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan/shape_sweep.h"

/// A sweep as `--sweep` and `--input` write it, and so does the form of New comparison.
namespace profiler {

/// What several words of `--sweep` say together: each name once. The error names the word.
[[nodiscard]] Result<std::vector<SweepAxis>> sweepAxesFrom(const std::vector<std::string>& words);

/// The shortest word that is read as the same axis: "batch=1,2..64", "seq=16:512:16".
[[nodiscard]] std::string sweepWord(const SweepAxis& axis);

/// "batchxseqx64": sizes parted by x, as sweptSizes() reads them.
[[nodiscard]] std::string sweptShape(const std::vector<std::string>& sizes);

} // namespace profiler
