// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace profiler {

/// Of a collective's kernel its process group, with its ranks where they are told: "0 [0, 1, 2,
/// 3]". Empty: its arguments name none, as those of early torch.
[[nodiscard]] std::string kinetoGroup(std::string_view arguments);

} // namespace profiler
