// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_facts.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What tells, before anybody compiles, how far compiling can go: measured in a trace process,
/// after its traces.
namespace profiler {

enum class RoofKind {
    MemoryCopy, ///< of more than the caches hold
    CacheCopy, ///< of what a cache near the cores holds
    MatmulFloat32,
    MatmulBFloat16,
    MatmulFloat16,
};

/// What this machine does at most, with the threads of the recording.
struct RoofFact {
    RoofKind kind = RoofKind::MemoryCopy;
    std::int64_t size = 0; ///< bytes that were copied, or the largest width of the matrices
    std::optional<double> perSecond; ///< bytes, read and written both counted, or operations
    std::string reason; ///< why it was not measured

    bool operator==(const RoofFact&) const = default;
};

/// The calls of one operator with tensors of the same shapes, in one call of the model.
struct OperatorWork {
    std::string name; ///< "aten::addmm"
    std::string shapes; ///< of the tensors that it takes: "64, 8×32, 32×64"
    std::string dtype; ///< of the first floating one; empty: there is none
    bool library = false; ///< a product, a convolution, attention: no compiler fuses it away
    std::int64_t count = 0;
    std::int64_t bytes = 0; ///< read and written, each tensor once a call of the operator
    std::optional<std::int64_t> flops; ///< nullopt: no formula is known

    bool operator==(const OperatorWork&) const = default;
};

/// One untimed call of an eager variant, operator by operator.
struct CallWorkFact {
    int caseIndex = 0;
    std::vector<OperatorWork> operators;
    /// Between operators that can be fused and all else: what is left of their traffic when each
    /// group of them is one kernel.
    std::optional<std::int64_t> crossingBytes;
    std::optional<std::int64_t> sourceBytes; ///< parameters and inputs, each once
    std::optional<std::int64_t> resultBytes; ///< what the call returns
    std::string reason; ///< why it is not known

    bool operator==(const CallWorkFact&) const = default;
};

enum class TrialOutcome { Done, TooLong, Failed };

/// torch.compile of an eager variant by a backend that leaves each graph as it is: where would its
/// graphs break?
struct TrialFact {
    int caseIndex = 0;
    TrialOutcome outcome = TrialOutcome::Done;
    std::string reason; ///< why it is not Done
    std::optional<int> graphs; ///< that one call compiled
    nanoseconds duration {};
    std::vector<GraphBreakFact> breaks; ///< in the order met, also those before it failed

    bool operator==(const TrialFact&) const = default;
};

/// More is refused wherever it comes from.
inline constexpr std::size_t mostOperatorKinds = 2'000; ///< of a call
inline constexpr std::size_t mostTrialBreaks = 1'000; ///< of a case

} // namespace profiler
