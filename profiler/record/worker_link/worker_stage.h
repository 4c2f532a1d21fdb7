// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace profiler {

/// What a worker does in a stage of PROTOCOL.md, for people; an unknown stage as it stands.
[[nodiscard]] std::string stageText(std::string_view stage);

} // namespace profiler
