// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/numerics_fact.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Where in a model an error comes in, and how its sizes are spread.
namespace profiler {

/// One tensor that a module returned, in the variant against the baseline and both against fp64.
struct ModuleError {
    std::string module; ///< qualified name: "layers.3.norm"; empty: the model itself
    std::string kind; ///< its class: "LayerNorm"
    std::string file; ///< of its forward; empty: none that can be read
    std::optional<int> line;
    int call = 0; ///< how often the module had returned before in the same call
    std::optional<double> maxErrorReference; ///< against fp64
    std::optional<double> maxErrorResult; ///< against fp64
    std::string reason; ///< why there are no figures; empty: there are
    NumericsFact figures; ///< its path: inside what the module returned

    bool operator==(const ModuleError&) const = default;
};

/// The modules of one call of a case in the order in which they returned, so that what a module
/// holds comes before itself.
struct ModuleErrors {
    int caseIndex = 0;
    int inputSet = 0;
    std::string reason; ///< why there are none
    std::optional<bool> sameOutputs; ///< the variant's outputs stayed as they were, bit by bit,
                                     ///< while the modules' were kept; nullopt: not known
    std::vector<ModuleError> modules;

    bool operator==(const ModuleErrors&) const = default;
};

enum class UlpPair { ResultToReference, ReferenceToPrecise, ResultToPrecise };

/// Values whose distance in units of the last place lies in a bucket: 0: none; 1: 1; 2: 2; 3: 3 to
/// 4; 4: 5 to 8; and so on by powers of two.
struct UlpCount {
    int bucket = 0;
    std::int64_t values = 0;

    bool operator==(const UlpCount&) const = default;
};

/// Of one tensor; of gradients and parameters, of all of them that have the type.
struct UlpHistogram {
    int caseIndex = 0;
    int inputSet = 0;
    TensorRole role = TensorRole::Output;
    std::string path; ///< empty: of all tensors of the role
    std::string dtype; ///< fp64 is rounded to it
    UlpPair pair = UlpPair::ResultToReference;
    std::int64_t nanInBoth = 0;
    std::int64_t nanInOne = 0; ///< no distance is that of a number to NaN
    std::vector<UlpCount> counts; ///< by bucket; those without values are left out

    bool operator==(const UlpHistogram&) const = default;
};

/// More is refused wherever it comes from.
inline constexpr std::size_t mostModuleErrors = 10'000; ///< of a case and a set of inputs
inline constexpr std::size_t mostUlpCounts = 66; ///< buckets of 64 bits

} // namespace profiler
