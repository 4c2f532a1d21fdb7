// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/case.h"
#include "profiler/model/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Inputs of many shapes: each combination of some named sizes is a case.
namespace profiler {

inline constexpr std::size_t mostSweptCases = 512;

struct SweepAxis {
    std::string name; ///< "batch"
    std::vector<std::int64_t> values; ///< above 0, ascending, each once

    bool operator==(const SweepAxis&) const = default;
};

/// "batch=1,2,4..64" (what the last two begin goes on: times two, or plus their difference) and
/// "seq=16:512:16" (from, to, step). The error says what was expected.
[[nodiscard]] Result<SweepAxis> sweepAxisFrom(std::string_view word);

/// A tensor whose sizes are numbers or names of axes, in their order.
struct SweptTensor {
    TensorSpec tensor; ///< its shape is filled by each case
    std::vector<std::string> sizes; ///< "8", "batch"
};

/// The parts of "batchxseqx64". The error says what was expected.
[[nodiscard]] Result<std::vector<std::string>> sweptSizes(
    std::string_view shape, const std::vector<SweepAxis>& axes);

/// One case for each combination, the last axis fastest: "batch8-seq128".
[[nodiscard]] Result<std::vector<Case>> sweptCases(
    const std::vector<SweepAxis>& axes, const std::vector<SweptTensor>& tensors);

/// What cases were made of.
struct Sweep {
    std::vector<SweepAxis> axes;
    std::vector<SweptTensor> tensors;
};

/// The sweep that gives these cases, what a call makes apart. nullopt: none does, because some of
/// its combinations are not there, or are other cases.
[[nodiscard]] std::optional<Sweep> sweepOf(const std::vector<Case>& cases);

/// The sizes that a sweep named, of one case.
[[nodiscard]] std::map<std::string, std::int64_t> namedSizes(const Case& value);

/// Cases like `cases` of a sweep with sizes that it did not have: each combination of the values of
/// `axes`, and of all there are of the other names. Those that are there already are left out.
/// Refused where the cases are none of a sweep or have no such size, and where nothing is new.
[[nodiscard]] Result<std::vector<Case>> furtherCases(
    const std::vector<Case>& cases, const std::vector<SweepAxis>& axes);

} // namespace profiler
