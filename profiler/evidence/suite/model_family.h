// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// What sort of model a recording is of: models of one sort gain alike from a compiler.
namespace profiler {

struct ComparisonData;
struct Plan;

enum class FamilySource {
    Suite, ///< the suite says it
    Name, ///< a model by this name is known
    Operators, ///< that a traced eager call runs
    Unknown,
};

struct ModelFamily {
    std::string key; ///< "vision_cnn"; where the suite says it, its own word; empty: not known
    FamilySource source = FamilySource::Unknown;
    std::string evidence; ///< the name or the operator that decided

    bool operator==(const ModelFamily&) const = default;
};

[[nodiscard]] ModelFamily modelFamily(const ComparisonData& data);

/// By the plan alone.
[[nodiscard]] ModelFamily familyByName(const Plan& plan);

} // namespace profiler
