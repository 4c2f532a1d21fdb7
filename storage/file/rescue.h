// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <optional>

namespace storage {

/// Whether `file` is no longer what `database` has open: it was removed, renamed or replaced by
/// another one. Then what was written, which nobody else can read any more, is copied to a new file
/// beside it. nullopt: all is in its place. Outside of a transaction.
[[nodiscard]] std::optional<profiler::Error> rescuedFromMovedFile(
    SQLite::Database& database, const std::filesystem::path& file);

} // namespace storage
