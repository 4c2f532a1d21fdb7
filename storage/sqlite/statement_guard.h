// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace SQLite {
class Database;
}

/// No statement runs for ever, whatever a file holds: pages that name each other make a table
/// without an end.
namespace storage {

/// From here on statements of this connection end with SQLITE_INTERRUPT where a CancelScope asks
/// for it, and where all of them together took far more steps than a file of this size can give
/// work for.
void guardStatements(SQLite::Database& database);

/// The file was looked through, or a person asks: as many steps as it takes. CancelScope still
/// holds.
void liftWorkLimit(SQLite::Database& database);

} // namespace storage
