// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/raw_statement.h"

namespace storage {

void RawStatement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

RawStatement::RawStatement(sqlite3* database, const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(
        database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    m_statement.reset(statement);
    if (code != SQLITE_OK)
        throw SqlFailure(code, sqlite3_errmsg(database));
}

void RawStatement::check(int code) const
{
    if (code != SQLITE_OK)
        throw SqlFailure(code, sqlite3_errmsg(sqlite3_db_handle(m_statement.get())));
}

void RawStatement::bind(int index, std::int64_t value)
{
    check(sqlite3_bind_int64(m_statement.get(), index, value));
}

void RawStatement::bind(int index, const sqlite3_value* value)
{
    check(sqlite3_bind_value(m_statement.get(), index, value));
}

bool RawStatement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        check(code);
    return code == SQLITE_ROW;
}

std::int64_t RawStatement::number(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string RawStatement::text(int column) const
{
    const auto* text = sqlite3_column_text(m_statement.get(), column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column));
    return text == nullptr ? std::string() : std::string(text, text + size);
}

std::span<const std::uint8_t> RawStatement::bytes(int column) const
{
    const auto* data = sqlite3_column_blob(m_statement.get(), column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column));
    return {static_cast<const std::uint8_t*>(data), data == nullptr ? 0 : size};
}

} // namespace storage
