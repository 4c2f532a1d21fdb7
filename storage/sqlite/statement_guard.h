// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

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

/// While it lives, what this thread reads and writes through this library ends soon after `wanted`
/// turned true, with ErrorKind::Interrupted: a file of somebody else may make a statement long. A
/// flush that was not finished is undone. Scopes nest: the outer one holds inside, too.
class CancelScope {
public:
    explicit CancelScope(std::function<bool()> wanted);
    CancelScope(const CancelScope&) = delete;
    CancelScope& operator=(const CancelScope&) = delete;
    CancelScope(CancelScope&&) = delete;
    CancelScope& operator=(CancelScope&&) = delete;
    ~CancelScope();

    /// Of this thread, now.
    [[nodiscard]] static bool isWanted();

private:
    std::function<bool()> m_wanted;
    const CancelScope* m_outer;
};

} // namespace storage
