// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sqlite/sqlite_api.h"

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>

namespace storage {

/// What a query of SQL ends with: SQLite's code and one sentence.
class SqlFailure : public std::exception {
public:
    SqlFailure(int code, std::string message)
        : m_code(code)
        , m_message(std::move(message))
    {
    }

    [[nodiscard]] const char* what() const noexcept override { return m_message.c_str(); }

    [[nodiscard]] int code() const { return m_code; }

private:
    int m_code;
    std::string m_message;
};

/// A statement through the C interface, for sources that also become an extension. Failures throw
/// SqlFailure.
class RawStatement {
public:
    RawStatement() = default;
    RawStatement(sqlite3* database, const std::string& sql);

    void bind(int index, std::int64_t value);
    void bind(int index, const sqlite3_value* value);

    /// Whether there is a further row.
    [[nodiscard]] bool step();

    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::string text(int column) const;

    /// Valid until the next step.
    [[nodiscard]] std::span<const std::uint8_t> bytes(int column) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    void check(int code) const;

    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

} // namespace storage
