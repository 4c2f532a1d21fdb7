// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace profiler {

struct Plan;
struct Remedy;
struct Variant;

/// The variant with that remedy; nullopt where a plan cannot say it, as with code that is to be
/// rewritten.
[[nodiscard]] std::optional<Variant> withRemedy(Variant variant, const Remedy& remedy);

/// The variant of the plan that runs as this one does, whatever it is called.
[[nodiscard]] std::optional<int> variantLike(const Plan& plan, const Variant& wanted);

} // namespace profiler
