// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/trace_table.h"

#include "profiler/model/trace_columns.h"
#include "storage/sql/trace_table_plan.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

/// Calls `step`; what it throws becomes a code and the message of the table.
template <typename Step>
int guardedStep(sqlite3_vtab* table, Step&& step) noexcept
{
    const auto say = [table](const char* message) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = sqlite3_mprintf("%s", message);
    };
    try {
        step();
        return SQLITE_OK;
    } catch (const SqlFailure& failure) {
        say(failure.what());
        return failure.code();
    } catch (const std::bad_alloc&) {
        return SQLITE_NOMEM;
    } catch (const std::exception& exception) {
        say(exception.what());
        return SQLITE_ERROR;
    }
}

struct Table : sqlite3_vtab {
    sqlite3* database = nullptr;
};

template <typename Columns>
class Cursor : public sqlite3_vtab_cursor {
public:
    explicit Cursor(Table* table)
        : sqlite3_vtab_cursor {}
        , m_database(table->database)
    {
    }

    void begin(TraceQuery query)
    {
        m_query = std::move(query);
        m_traces = tracesOf(m_query);
        m_trace = 0;
        m_count = m_at = 0;
        if (!ended()) {
            openTrace();
            skipToRow();
        }
        m_query.conditions.clear(); // their values go with this call
    }

    void next()
    {
        ++m_at;
        if (m_at == m_count)
            skipToRow();
    }

    [[nodiscard]] bool ended() const { return m_trace == m_traces.size(); }

    void give(sqlite3_context* context, std::size_t column) const
    {
        traceTable<Columns>().give[column](context,
            {.schema = m_query.schema,
                .facts = m_traces[m_trace],
                .lookup = m_lookup,
                .columns = m_columns,
                .at = m_at});
    }

    /// Rows of traces are counted from 0 in each: the trace stands above them.
    [[nodiscard]] std::int64_t rowId() const
    {
        constexpr unsigned bits = 40;
        return static_cast<std::int64_t>((static_cast<std::uint64_t>(m_traces[m_trace].id) << bits)
            + static_cast<std::uint64_t>(m_first) + m_at);
    }

private:
    [[nodiscard]] std::vector<TraceFacts> tracesOf(const TraceQuery& query) const
    {
        try {
            return readTraceFacts(m_database, query.schema, query.conditions);
        } catch (const SqlFailure& failure) {
            if (failure.code() != SQLITE_ERROR) // another file, or one of an older schema
                throw;
            throw SqlFailure(SQLITE_ERROR,
                query.schema + " holds no traces (" + failure.what()
                    + "); open a file that Fusescope recorded with schema 3 or newer");
        }
    }

    void openTrace()
    {
        const auto trace = m_traces[m_trace].id;
        m_lookup = readLookup(m_database, m_query.schema, trace, m_query.lookups);
        auto window = m_query.window;
        if (m_query.call)
            narrowToCall(window, *m_query.call);
        m_chunks = RawStatement(m_database,
            "SELECT first, count, data FROM " + schemaName(m_query.schema) + '.'
                + traceTable<Columns>().chunks
                + " WHERE trace_id = ? AND end_ns >= ? AND start_ns <= ? ORDER BY first");
        m_chunks.bind(1, trace);
        m_chunks.bind(2, window.earliestNs);
        m_chunks.bind(3, window.latestNs);
    }

    void narrowToCall(TimeWindow& window, std::int64_t call) const
    {
        const auto& calls = m_lookup.calls;
        if (call < 0 || std::cmp_greater_equal(call, calls.size())) {
            window = {.earliestNs = 1, .latestNs = 0}; // there is no such call
            return;
        }
        const auto& found = calls[static_cast<std::size_t>(call)];
        window.earliestNs = std::max(window.earliestNs, found.startNs);
        window.latestNs = std::min(window.latestNs, found.endNs);
    }

    /// To the first row of the next chunk that has one, in this trace or a later one.
    void skipToRow()
    {
        m_at = m_count = 0;
        while (m_count == 0) {
            if (m_chunks.step()) {
                decode();
            } else if (++m_trace == m_traces.size()) {
                m_chunks = {};
                return;
            } else {
                openTrace();
            }
        }
    }

    void decode()
    {
        clearRows(m_columns);
        m_first = m_chunks.number(0);
        const auto count = m_chunks.number(1);
        if (count < 0 || std::cmp_greater(count, chunkRecords))
            refuse("its number of rows is wrong");
        const auto decoded = decodeColumns(
            m_chunks.bytes(2), static_cast<std::size_t>(count), m_columns, m_query.needs);
        if (!decoded)
            refuse(decoded.error());
        m_count = static_cast<std::size_t>(count);
    }

    [[noreturn]] void refuse(const std::string& why) const
    {
        throw SqlFailure(SQLITE_CORRUPT_VTAB,
            std::string("row ") + std::to_string(m_first) + " of " + traceTable<Columns>().chunks
                + " of trace " + std::to_string(m_traces[m_trace].id) + " is damaged: " + why
                + "; other traces stand, take an undamaged copy of the file for this one");
    }

    sqlite3* m_database;
    TraceQuery m_query;
    std::vector<TraceFacts> m_traces;
    std::size_t m_trace = 0;
    TraceLookup m_lookup; ///< of that trace
    RawStatement m_chunks; ///< of that trace
    Columns m_columns; ///< of one chunk
    std::int64_t m_first = 0;
    std::size_t m_count = 0;
    std::size_t m_at = 0;
};

/// The functions that SQLite calls.
template <typename Columns>
struct Module {
    static Cursor<Columns>& cursorOf(sqlite3_vtab_cursor* cursor)
    {
        return *static_cast<Cursor<Columns>*>(cursor);
    }

    static int connect(sqlite3* database, void* /*data*/, int /*argc*/, const char* const* /*argv*/,
        sqlite3_vtab** to, char** /*error*/)
    {
        std::string declaration;
        for (const auto& column : traceTable<Columns>().columns)
            declaration += (declaration.empty() ? "" : ", ") + std::string(column.declaration);
        const int code
            = sqlite3_declare_vtab(database, ("CREATE TABLE x (" + declaration + ")").c_str());
        if (code != SQLITE_OK)
            return code;
        // It reads what any view may read: tables of the file that it is in.
        sqlite3_vtab_config(database, SQLITE_VTAB_INNOCUOUS);
        auto* table = new (std::nothrow) Table;
        if (table == nullptr)
            return SQLITE_NOMEM;
        table->database = database;
        *to = table;
        return SQLITE_OK;
    }

    static int disconnect(sqlite3_vtab* table)
    {
        delete static_cast<Table*>(table);
        return SQLITE_OK;
    }

    static int bestIndex(sqlite3_vtab* table, sqlite3_index_info* info)
    {
        int code = SQLITE_OK;
        const int guarded = guardedStep(
            table, [&] { code = chooseConstraints(traceTable<Columns>().columns, info); });
        return guarded != SQLITE_OK ? guarded : code;
    }

    static int open(sqlite3_vtab* table, sqlite3_vtab_cursor** to)
    {
        auto* cursor = new (std::nothrow) Cursor<Columns>(static_cast<Table*>(table));
        *to = cursor;
        return cursor == nullptr ? SQLITE_NOMEM : SQLITE_OK;
    }

    static int close(sqlite3_vtab_cursor* cursor)
    {
        delete static_cast<Cursor<Columns>*>(cursor);
        return SQLITE_OK;
    }

    static int filter(sqlite3_vtab_cursor* cursor, int /*index*/, const char* text, int count,
        sqlite3_value** values)
    {
        return guardedStep(cursor->pVtab, [&] {
            cursorOf(cursor).begin(queryFrom(
                traceTable<Columns>().columns, text, {values, static_cast<std::size_t>(count)}));
        });
    }

    static int next(sqlite3_vtab_cursor* cursor)
    {
        return guardedStep(cursor->pVtab, [&] { cursorOf(cursor).next(); });
    }

    static int eof(sqlite3_vtab_cursor* cursor) { return cursorOf(cursor).ended() ? 1 : 0; }

    static int column(sqlite3_vtab_cursor* cursor, sqlite3_context* context, int column)
    {
        return guardedStep(cursor->pVtab,
            [&] { cursorOf(cursor).give(context, static_cast<std::size_t>(column)); });
    }

    static int rowId(sqlite3_vtab_cursor* cursor, sqlite3_int64* to)
    {
        *to = cursorOf(cursor).rowId();
        return SQLITE_OK;
    }

    /// Without xCreate there is no CREATE VIRTUAL TABLE: the table is there by its name.
    static const sqlite3_module& functions()
    {
        static const sqlite3_module module {.iVersion = 0,
            .xCreate = nullptr,
            .xConnect = connect,
            .xBestIndex = bestIndex,
            .xDisconnect = disconnect,
            .xDestroy = nullptr,
            .xOpen = open,
            .xClose = close,
            .xFilter = filter,
            .xNext = next,
            .xEof = eof,
            .xColumn = column,
            .xRowid = rowId};
        return module;
    }
};

template <typename Columns>
int addTable(sqlite3* database)
{
    return sqlite3_create_module_v2(
        database, traceTable<Columns>().name, &Module<Columns>::functions(), nullptr, nullptr);
}

} // namespace

int addTraceTables(sqlite3* database)
{
    for (const auto add : {addTable<KernelColumns>, addTable<OperatorColumns>, addTable<ApiColumns>,
             addTable<CopyColumns>, addTable<CounterColumns>})
        if (const int code = add(database); code != SQLITE_OK)
            return code;
    return SQLITE_OK;
}

} // namespace storage
