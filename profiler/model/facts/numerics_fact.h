// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace profiler {

enum class TensorRole { Output, Loss, Gradient, Parameter };

/// One tensor of a variant against the baseline's; the status is judged at read time.
struct NumericsFact {
    int caseIndex = 0;
    int inputSet = 0;
    TensorRole role = TensorRole::Output;
    std::string path; ///< in the pytree: "0.logits"
    std::string dtype;
    std::string resultDtype; ///< of the candidate where both are floating and differ; else empty
    std::string layoutMismatch; ///< shape, dtype, device or layout differ: in words; else empty
    std::int64_t elements = 0;
    std::int64_t bitEqual = 0;
    std::int64_t mismatches = 0; ///< beyond atol + rtol |ref|
    bool nanPositionsEqual = true;
    std::optional<double> maxAbs; ///< this and what follows: where both sides are finite
    std::optional<double> maxRel; ///< over reference != 0
    std::optional<std::int64_t> maxUlp;
    std::optional<double> cosine;
    std::optional<double> toleranceUsedRatio; ///< max |res-ref| / (atol + rtol |ref|)
    std::optional<double> rmseReference; ///< against fp64
    std::optional<double> rmseResult; ///< against fp64
    std::optional<double> rmsPrecise; ///< of the values in fp64: what the errors are told against
    std::optional<double> argmaxAgreement; ///< last axis, float outputs of two or more dimensions
    bool randomOperators = false; ///< the graph holds random operators: pass with fallback_random
    std::optional<std::int64_t> nanReference; ///< values; nullopt: not counted
    std::optional<std::int64_t> nanResult;
    std::optional<std::int64_t> infiniteReference;
    std::optional<std::int64_t> infiniteResult;

    bool operator==(const NumericsFact&) const = default;
};

} // namespace profiler
