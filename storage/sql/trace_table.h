// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sqlite/sqlite_api.h"

/// The rows of traces as read-only tables of SQL: `kernel`, `operator`, `api_call`, `copy` and
/// `counter` read the chunks of the same name. docs/sql.md tells their columns.
///     SELECT name, sum(duration_ns) FROM kernel WHERE variant = 'default' GROUP BY name;
///     SELECT * FROM kernel('other') -- of a file that is attached as `other`
/// A constraint on comparison, trace, process, variant, case_name, pass, call, start_ns or end_ns
/// spares the chunks that it excludes; a column that is not asked for is not decoded.
namespace storage {

/// Adds them to a connection; they exist in no schema. Gives a code of SQLite.
[[nodiscard]] int addTraceTables(sqlite3* database);

} // namespace storage
