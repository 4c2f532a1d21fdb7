// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

/// Small lists that the program keeps between calls: one JSON document each, with rows of texts.
namespace cli {

/// Empty where it is no text, or not there.
[[nodiscard]] std::string textIn(const nlohmann::ordered_json& row, const char* key);

/// What `{"schema": 1, KEY: […]}` lists; nothing where there is no file. `what` is what it should
/// be a list of, in the refusal of another document.
[[nodiscard]] profiler::Result<nlohmann::ordered_json> loadRows(
    const std::filesystem::path& file, const char* key, const std::string& what);

/// Its folder is made where it is not there.
[[nodiscard]] profiler::Result<void> storeKept(
    const std::filesystem::path& file, const nlohmann::ordered_json& document);
[[nodiscard]] profiler::Result<void> storeRows(
    const std::filesystem::path& file, const char* key, nlohmann::ordered_json rows);

} // namespace cli
