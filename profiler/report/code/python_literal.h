// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Values as they stand in Python code.
namespace profiler {

[[nodiscard]] std::string pythonString(const std::string& text);

[[nodiscard]] std::string pythonLiteral(const nlohmann::json& value);

/// Of one JSON document: `true` becomes `True`.
[[nodiscard]] std::string pythonLiteral(const std::string& jsonText);

} // namespace profiler
