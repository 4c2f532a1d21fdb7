// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace storage {

/// What lies beside a file may come from the same stranger, and SQLite follows it before the first
/// statement. Throws a Refusal where a journal names another file, which SQLite would delete once
/// it has rolled back, and where a companion is a link, whose target SQLite would write.
void checkCompanions(const std::filesystem::path& file);

} // namespace storage
