// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Columns that a migration added to a table which older files have without them. Such files are
/// read as they are, and are changed only where something is written into them.
namespace storage {

/// What to select for `names` ("a, b, c") in a file of that schema: a column that it lacks reads as
/// what the migration gives to rows that were there.
[[nodiscard]] std::string readableNames(std::string_view names, int schema);

} // namespace storage
