// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace profiler {
struct Case;
struct TensorSpec;
} // namespace profiler

namespace cli {

/// `--input`: NAME=SHAPE:TYPE[LOW,HIGH) or NAME=FILE[:KEY], as in `x=8x3x64x64:float32`,
/// `ids=8x32:int64[0,30522)`, `x=inputs.npz:images`.
[[nodiscard]] profiler::Result<profiler::TensorSpec> tensorFrom(std::string_view word);

/// Where the shape stands in such a word, as position and length; nullopt: it is of a file, or of
/// nothing.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> shapePlace(std::string_view word);

/// `--case`: NAME:TENSOR;TENSOR…
[[nodiscard]] profiler::Result<profiler::Case> caseFrom(std::string_view word);

} // namespace cli
