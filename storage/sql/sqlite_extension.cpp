// SPDX-License-Identifier: Apache-2.0
// libfusescope_sqlite.so: the virtual tables for any program with SQLite.
//     sqlite3 run.fscope -cmd '.load libfusescope_sqlite'
#include "storage/sql/trace_table.h"

extern "C" {
// NOLINTNEXTLINE: the variable that sqlite_api.h declares
SQLITE_EXTENSION_INIT1

// The name follows from the file's by SQLite's rule: its letters, without "lib".
// NOLINTNEXTLINE(readability-identifier-naming)
__attribute__((visibility("default"))) int sqlite3_fusescopesqlite_init(
    sqlite3* database, char** /*error*/, const sqlite3_api_routines* api)
{
    SQLITE_EXTENSION_INIT2(api)
    return storage::addTraceTables(database);
}
}
