// SPDX-License-Identifier: Apache-2.0
#pragma once

/// SQLite's C interface. The sources of the virtual tables are built twice: into the programs,
/// which link SQLite, and into an extension, which calls the SQLite of whoever loads it.
#ifdef FUSESCOPE_SQLITE_EXTENSION
#include <sqlite3ext.h>
extern "C" const sqlite3_api_routines* sqlite3_api; // NOLINT: the name that the macros expect
#else
#include <sqlite3.h>
#endif
