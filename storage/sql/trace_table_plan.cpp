// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/trace_table_plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace storage {

namespace {

constexpr double rowsOfAll = 1e7; ///< of a large file; only orders of magnitude matter

const char* operatorText(int operation)
{
    switch (operation) {
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return " = ?";
    case SQLITE_INDEX_CONSTRAINT_GT:
        return " > ?";
    case SQLITE_INDEX_CONSTRAINT_LE:
        return " <= ?";
    case SQLITE_INDEX_CONSTRAINT_LT:
        return " < ?";
    case SQLITE_INDEX_CONSTRAINT_GE:
        return " >= ?";
    default:
        return nullptr;
    }
}

/// By how much a constraint that is taken divides the rows; 0: it is not taken.
double sparing(const TraceColumn& column, int operation)
{
    const bool equal = operation == SQLITE_INDEX_CONSTRAINT_EQ;
    switch (column.role) {
    case ColumnRole::Fact:
        return operatorText(operation) == nullptr ? 0 : equal ? 20 : 2;
    case ColumnRole::Call:
        return equal ? 20 : 0;
    case ColumnRole::Start:
    case ColumnRole::End:
        return operatorText(operation) == nullptr ? 0 : equal ? 100 : 4;
    case ColumnRole::Schema:
        return equal ? 2 : 0;
    case ColumnRole::Plain:
        break;
    }
    return 0;
}

/// The values of a text column are compared here as SQLite compares them by default.
bool comparedAsBytes(sqlite3_index_info* info, int constraint)
{
    return std::string_view(sqlite3_vtab_collation(info, constraint)) == "BINARY";
}

/// A time that no comparison rounds away from; nullopt: it is no number.
std::optional<std::int64_t> timeFrom(sqlite3_value* value, bool roundUp)
{
    if (sqlite3_value_type(value) == SQLITE_INTEGER)
        return sqlite3_value_int64(value);
    if (sqlite3_value_type(value) != SQLITE_FLOAT)
        return std::nullopt;
    const double time = sqlite3_value_double(value);
    constexpr double most = 9e18;
    if (!(std::abs(time) < most))
        return std::nullopt;
    return static_cast<std::int64_t>(roundUp ? std::ceil(time) : std::floor(time));
}

/// Start or end of a row lies on one side of `value`: the chunk reaches there. Rows never end
/// before they start, so a start beyond the latest end, or an end before the earliest start, is
/// out.
void narrow(TimeWindow& window, int operation, sqlite3_value* value)
{
    const bool equal = operation == SQLITE_INDEX_CONSTRAINT_EQ;
    const bool below
        = operation == SQLITE_INDEX_CONSTRAINT_LT || operation == SQLITE_INDEX_CONSTRAINT_LE;
    if (const auto time = timeFrom(value, true); time && (equal || below))
        window.latestNs = std::min(window.latestNs, *time);
    if (const auto time = timeFrom(value, false); time && (equal || !below))
        window.earliestNs = std::max(window.earliestNs, *time);
}

struct TakenConstraint {
    std::size_t column = 0;
    int operation = 0;
};

/// "<needed SQL columns>;<column>,<operation>;…"
struct Plan {
    std::uint64_t used = 0;
    std::vector<TakenConstraint> taken;
};

std::uint64_t nextNumber(const char*& text)
{
    std::uint64_t number = 0;
    const auto* end = text + std::string_view(text).size();
    text = std::from_chars(text, end, number).ptr;
    if (*text != '\0')
        ++text;
    return number;
}

Plan planFrom(const char* text)
{
    Plan plan {.used = nextNumber(text)};
    while (*text != '\0') {
        auto& taken = plan.taken.emplace_back();
        taken.column = nextNumber(text);
        taken.operation = static_cast<int>(nextNumber(text));
    }
    return plan;
}

void take(TraceQuery& query, const TraceColumn& column, int operation, sqlite3_value* value)
{
    switch (column.role) {
    case ColumnRole::Fact:
        query.conditions.push_back({column.fact + std::string(operatorText(operation)), value});
        break;
    case ColumnRole::Call:
        query.call = timeFrom(value, false).value_or(-1);
        query.lookups |= LookCalls;
        break;
    case ColumnRole::Start:
    case ColumnRole::End:
        narrow(query.window, operation, value);
        break;
    case ColumnRole::Schema:
        if (const auto* text = sqlite3_value_text(value))
            query.schema.assign(text, text + sqlite3_value_bytes(value));
        break;
    case ColumnRole::Plain:
        break;
    }
}

} // namespace

int chooseConstraints(std::span<const TraceColumn> columns, sqlite3_index_info* info)
{
    std::string plan = std::to_string(info->colUsed);
    double rows = rowsOfAll;
    int arguments = 0;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& constraint = info->aConstraint[i];
        if (constraint.iColumn < 0)
            continue;
        const auto& column = columns[static_cast<std::size_t>(constraint.iColumn)];
        const double factor = sparing(column, constraint.op);
        const bool bytes = column.role != ColumnRole::Fact || comparedAsBytes(info, i);
        if (factor == 0 || !bytes)
            continue;
        if (constraint.usable == 0) {
            if (column.role == ColumnRole::Schema)
                return SQLITE_CONSTRAINT; // without its value nothing can be read
            continue;
        }
        auto& usage = info->aConstraintUsage[i];
        usage.argvIndex = ++arguments;
        usage.omit = column.role == ColumnRole::Fact || column.role == ColumnRole::Schema ? 1 : 0;
        rows /= factor;
        plan += ';' + std::to_string(constraint.iColumn) + ',' + std::to_string(constraint.op);
    }
    info->idxStr = sqlite3_mprintf("%s", plan.c_str());
    if (info->idxStr == nullptr)
        return SQLITE_NOMEM;
    info->needToFreeIdxStr = 1;
    info->estimatedRows = static_cast<sqlite3_int64>(rows) + 1;
    info->estimatedCost = rows + 1;
    return SQLITE_OK;
}

TraceQuery queryFrom(
    std::span<const TraceColumn> columns, const char* idxStr, std::span<sqlite3_value*> values)
{
    const auto plan = planFrom(idxStr);
    TraceQuery query;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (((plan.used >> i) & 1U) != 0) {
            query.needs |= columns[i].needs;
            query.lookups |= columns[i].lookups;
        }
    for (std::size_t i = 0; i < std::min(plan.taken.size(), values.size()); ++i)
        take(query, columns[plan.taken[i].column], plan.taken[i].operation, values[i]);
    return query;
}

} // namespace storage
