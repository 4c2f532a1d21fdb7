// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace profiler {

struct Plan;

/// The plan as a recording keeps it: without values whose names say that they are secret.
[[nodiscard]] Plan withoutSecrets(Plan plan);

/// What a stored plan lacks to be run again ("argument token"); nullopt: nothing.
[[nodiscard]] std::optional<std::string> withheldIn(const Plan& plan);

} // namespace profiler
