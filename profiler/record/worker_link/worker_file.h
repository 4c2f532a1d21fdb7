// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace profiler {

/// What a worker left beside its spool: foreign code may have put anything there. nullopt: it is no
/// plain file, or larger than any that is read.
[[nodiscard]] std::optional<std::string> contentOfWorkerFile(const std::filesystem::path& file);

} // namespace profiler
