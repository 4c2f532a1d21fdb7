// SPDX-License-Identifier: Apache-2.0
#include "storage/file/row_copy.h"

#include "storage/sqlite/sqlite_api.h"
#include "storage/sqlite/statements.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <ranges>

namespace storage {

using namespace profiler;

namespace {

constexpr auto root = "comparison";

std::vector<std::string> textsOf(SQLite::Database& database, const std::string& sql, int column)
{
    std::vector<std::string> texts;
    SQLite::Statement statement(database, sql);
    while (statement.executeStep())
        texts.push_back(statement.getColumn(column).getString());
    return texts;
}

std::vector<std::string> tableColumns(SQLite::Database& database, const std::string& table)
{
    constexpr int name = 1;
    return textsOf(database, fmt::format("PRAGMA table_info(\"{}\")", table), name);
}

/// The reference to a row by its number; those to several columns repeat what it says.
std::optional<OwnedTable> ownedTable(SQLite::Database& database, const std::string& table)
{
    SQLite::Statement keys(database, fmt::format("PRAGMA foreign_key_list(\"{}\")", table));
    while (keys.executeStep()) {
        constexpr int of = 2;
        constexpr int from = 3;
        constexpr int to = 4;
        if (keys.getColumn(to).getString() != "id")
            continue;
        auto columns = tableColumns(database, table);
        const bool numbered = std::ranges::find(columns, "id") != columns.end();
        return OwnedTable {.name = table,
            .owner = keys.getColumn(from).getString(),
            .of = keys.getColumn(of).getString(),
            .numbered = numbered,
            .columns = std::move(columns)};
    }
    return std::nullopt;
}

/// Copies the rows of one table, prepared once.
class TableCopy {
public:
    TableCopy(SQLite::Database& from, SQLite::Database& into, const std::string& table,
        const std::vector<std::string>& columns, const std::string& chosenBy)
        : m_select(from, selectText(table, columns, chosenBy))
        , m_insert(into, insertText(table, columns))
        , m_into(into)
        , m_count(static_cast<int>(columns.size()))
    {
    }

    /// Rows whose column has that number; `changed(column)` is what it becomes in the copy, nothing
    /// = as it is. `added(old, new)` gets the numbers of each.
    template <typename Change, typename Added>
    void copy(RowId chosen, Change changed, Added added)
    {
        m_select.reset();
        m_select.bind(1, static_cast<std::int64_t>(chosen));
        while (m_select.executeStep()) {
            bindRow(changed);
            m_insert.exec();
            m_insert.reset();
            added(m_select.getColumn(0).getInt64(), m_into.getLastInsertRowid());
        }
        m_select.reset();
    }

private:
    static std::string listed(const std::vector<std::string>& columns)
    {
        return fmt::format("\"{}\"", fmt::join(columns, "\", \""));
    }

    /// In the order in which they were told: by their number, or by what else tells them apart.
    static std::string selectText(const std::string& table, const std::vector<std::string>& columns,
        const std::string& chosenBy)
    {
        const bool numbered = columns.front() == "id";
        return fmt::format("SELECT {} FROM \"{}\" WHERE \"{}\" = ?{}", listed(columns), table,
            chosenBy, numbered ? " ORDER BY id" : "");
    }

    static std::string insertText(const std::string& table, const std::vector<std::string>& columns)
    {
        std::string parameters = "?";
        for (std::size_t i = 1; i < columns.size(); ++i)
            parameters += ", ?";
        return fmt::format(
            "INSERT INTO \"{}\" ({}) VALUES ({})", table, listed(columns), parameters);
    }

    template <typename Change>
    void bindRow(Change changed)
    {
        for (int i = 0; i < m_count; ++i) {
            const std::optional<std::optional<RowId>> other = changed(i);
            if (!other)
                bindSame(i);
            else if (*other)
                m_insert.bind(i + 1, static_cast<std::int64_t>(**other));
            else
                m_insert.bind(i + 1);
        }
    }

    void bindSame(int column)
    {
        const auto value = m_select.getColumn(column);
        if (value.isNull())
            m_insert.bind(column + 1);
        else if (value.isInteger())
            m_insert.bind(column + 1, value.getInt64());
        else if (value.isFloat())
            m_insert.bind(column + 1, value.getDouble());
        else if (value.isBlob())
            m_insert.bindNoCopy(column + 1, value.getBlob(), value.getBytes());
        else
            m_insert.bind(column + 1, value.getString());
    }

    SQLite::Statement m_select;
    SQLite::Statement m_insert;
    SQLite::Database& m_into;
    int m_count;
};

using Numbers = std::vector<std::pair<RowId, RowId>>; ///< in the source and in the copy

Numbers copyOwned(
    SQLite::Database& from, SQLite::Database& into, const OwnedTable& table, const Numbers& owners)
{
    Numbers numbers;
    if (owners.empty())
        return numbers;
    TableCopy rows(from, into, table.name, table.columns, table.owner);
    const auto ownerColumn = std::ranges::find(table.columns, table.owner) - table.columns.begin();
    for (const auto& [old, now] : owners)
        rows.copy(
            old,
            [&, now = now](int column) -> std::optional<std::optional<RowId>> {
                if (column == ownerColumn)
                    return std::optional<RowId>(now);
                if (table.numbered && column == 0)
                    return std::optional<RowId>(); // the next one there
                return std::nullopt;
            },
            [&](RowId number, RowId copied) {
                if (table.numbered)
                    numbers.emplace_back(number, copied);
            });
    return numbers;
}

} // namespace

std::vector<OwnedTable> ownedTables(SQLite::Database& database)
{
    std::vector<OwnedTable> left;
    for (const auto& name :
        textsOf(database, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid", 0))
        if (auto table = ownedTable(database, name))
            left.push_back(std::move(*table));
    std::vector<OwnedTable> ordered;
    const auto isThere = [&](const std::string& name) {
        return name == root || std::ranges::find(ordered, name, &OwnedTable::name) != ordered.end();
    };
    while (!left.empty()) {
        const auto next = std::ranges::find_if(
            left, [&](const OwnedTable& table) { return isThere(table.of); });
        if (next == left.end())
            throw damaged("a table of it belongs to no comparison");
        ordered.push_back(std::move(*next));
        left.erase(next);
    }
    return ordered;
}

ComparisonId copyRows(SQLite::Database& from, ComparisonId comparison, SQLite::Database& into,
    const std::vector<OwnedTable>& tables, std::optional<ComparisonId> as)
{
    std::map<std::string, Numbers> numbers;
    TableCopy rows(from, into, root, tableColumns(into, root), "id");
    rows.copy(
        comparison.value,
        [&](int column) -> std::optional<std::optional<RowId>> {
            if (column != 0)
                return std::nullopt;
            return as ? std::optional<RowId>(as->value) : std::optional<RowId>();
        },
        [&](RowId old, RowId now) { numbers[root].emplace_back(old, now); });
    if (numbers[root].empty())
        throw damaged(fmt::format("it holds no comparison {} any more", comparison.value));
    for (const auto& table : tables)
        numbers[table.name] = copyOwned(from, into, table, numbers[table.of]);
    return {numbers[root].front().second};
}

} // namespace storage
