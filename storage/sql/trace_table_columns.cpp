// SPDX-License-Identifier: Apache-2.0
#include "storage/sql/trace_table_columns.h"

#include "profiler/model/enum_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

template <typename Columns>
using TraceRow = TraceTableRow<Columns>;

void give(sqlite3_context* context, std::string_view text)
{
    sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void give(sqlite3_context* context, std::int64_t value)
{
    sqlite3_result_int64(context, value);
}

/// What stands for "none" in chunks is NULL in SQL, which it is before anything is given.
void giveUnless(sqlite3_context* context, std::int64_t none, std::int64_t value)
{
    if (value != none)
        give(context, value);
}

/// "[64,1,1]", as in exported traces.
template <typename T>
void give(sqlite3_context* context, const std::array<T, 3>& sizes)
{
    give(context,
        '[' + std::to_string(sizes[0]) + ',' + std::to_string(sizes[1]) + ','
            + std::to_string(sizes[2]) + ']');
}

template <typename Kind>
void giveKind(sqlite3_context* context, std::uint8_t number)
{
    const auto key = keyOf(static_cast<Kind>(number));
    give(context, key.empty() ? "kind " + std::to_string(number) : key);
}

void giveName(sqlite3_context* context, const TraceLookup& lookup, std::int32_t id)
{
    const auto known = lookup.names.find(id);
    if (known != lookup.names.end())
        give(context, known->second);
    else
        give(context, "(name " + std::to_string(id) + ")");
}

/// One that does not end before it begins, as in the time that its chunk says it covers.
template <typename Columns>
std::int64_t endOfRow(const TraceRow<Columns>& row)
{
    return endOf(
        row.columns.startNs[row.at], std::max<std::int64_t>(row.columns.durationNs[row.at], 0));
}

template <typename Columns>
class TableMaker {
public:
    using Give = typename TraceTable<Columns>::Give;

    TableMaker(const char* name, const char* chunks)
        : m_table {.name = name, .chunks = chunks, .columns = {}, .give = {}}
    {
        fact("comparison INTEGER", "process.comparison_id",
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.facts.comparison); });
        fact("trace INTEGER", "trace.id",
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.facts.id); });
        fact("process INTEGER", "process.process_index",
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.facts.process); });
        fact("variant TEXT", "plan_variant.name",
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.facts.variant); });
        fact("case_name TEXT", "plan_case.name",
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.facts.caseName); });
        fact("pass TEXT", "trace.pass",
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.facts.pass); });
    }

    /// Spans of time with a name: what most tables begin with.
    TableMaker& spans()
    {
        add({.declaration = "call INTEGER",
                .role = ColumnRole::Call,
                .needs = columnOf(&Columns::startNs),
                .lookups = LookCalls},
            [](auto* to, const TraceRow<Columns>& row) {
                giveUnless(to, -1, row.lookup.callAt(row.columns.startNs[row.at]).value_or(-1));
            });
        add({.declaration = "start_ns INTEGER",
                .role = ColumnRole::Start,
                .needs = columnOf(&Columns::startNs)},
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.columns.startNs[row.at]); });
        number<&Columns::durationNs>("duration_ns INTEGER");
        return add({.declaration = "end_ns INTEGER",
                       .role = ColumnRole::End,
                       .needs = columnOf(&Columns::startNs) | columnOf(&Columns::durationNs)},
            [](auto* to, const TraceRow<Columns>& row) { give(to, endOfRow(row)); });
    }

    TableMaker& named()
    {
        return add(
            {.declaration = "name TEXT", .needs = columnOf(&Columns::name), .lookups = LookNames},
            [](auto* to, const TraceRow<Columns>& row) {
                giveName(to, row.lookup, row.columns.name[row.at]);
            });
    }

    TableMaker& correlated()
    {
        return add({.declaration = "correlation INTEGER", .needs = columnOf(&Columns::correlation)},
            [](auto* to, const TraceRow<Columns>& row) {
                give(to, static_cast<std::uint32_t>(row.columns.correlation[row.at]));
            });
    }

    template <auto Member>
    TableMaker& number(const char* declaration)
    {
        return add({.declaration = declaration, .needs = columnOf(Member)},
            [](auto* to, const TraceRow<Columns>& row) {
                give(to, (row.columns.*Member)[row.at]);
            });
    }

    /// NULL where the chunk has `None`.
    template <auto Member, std::int64_t None>
    TableMaker& numberOrNull(const char* declaration)
    {
        return add({.declaration = declaration, .needs = columnOf(Member)},
            [](auto* to, const TraceRow<Columns>& row) {
                giveUnless(to, None, (row.columns.*Member)[row.at]);
            });
    }

    /// Of the shape that a kernel was launched with.
    template <auto Member>
    TableMaker& shape(const char* declaration)
    {
        return referred<&Columns::shape, &TraceLookup::shapes, Member>(declaration, LookShapes);
    }

    /// Of the place where an operator was called.
    template <auto Member>
    TableMaker& place(const char* declaration)
    {
        return referred<&Columns::place, &TraceLookup::places, Member>(declaration, LookPlaces);
    }

    TableMaker& add(const TraceColumn& column, Give give)
    {
        m_table.columns.push_back(column);
        m_table.give.push_back(give);
        return *this;
    }

    /// The file that is meant comes last: kernel('attached').
    [[nodiscard]] TraceTable<Columns> made()
    {
        add({.declaration = "schema HIDDEN", .role = ColumnRole::Schema},
            [](auto* to, const TraceRow<Columns>& row) { give(to, row.schema); });
        return std::move(m_table);
    }

private:
    /// A member of what an id of the row stands for; NULL where that is not known.
    template <auto Id, auto Known, auto Member>
    TableMaker& referred(const char* declaration, unsigned lookups)
    {
        return add({.declaration = declaration, .needs = columnOf(Id), .lookups = lookups},
            [](auto* to, const TraceRow<Columns>& row) {
                const auto& known = row.lookup.*Known;
                const auto found = known.find((row.columns.*Id)[row.at]);
                if (found != known.end())
                    give(to, found->second.*Member);
            });
    }

    void fact(const char* declaration, const char* sql, Give give)
    {
        add({.declaration = declaration, .role = ColumnRole::Fact, .fact = sql}, give);
    }

    TraceTable<Columns> m_table;
};

template <typename Columns>
TraceTable<Columns> madeTable();

template <>
TraceTable<KernelColumns> madeTable()
{
    TableMaker<KernelColumns> maker("kernel", "kernel_chunk");
    maker.spans().named().correlated();
    maker.number<&KernelColumns::device>("device INTEGER")
        .number<&KernelColumns::context>("context INTEGER")
        .number<&KernelColumns::stream>("stream INTEGER");
    maker.shape<&LaunchShape::grid>("grid TEXT")
        .shape<&LaunchShape::block>("block TEXT")
        .shape<&LaunchShape::cluster>("cluster TEXT")
        .shape<&LaunchShape::registers>("registers INTEGER")
        .shape<&LaunchShape::staticSharedBytes>("static_shared_bytes INTEGER")
        .shape<&LaunchShape::dynamicSharedBytes>("dynamic_shared_bytes INTEGER")
        .shape<&LaunchShape::localBytes>("local_bytes INTEGER");
    maker.numberOrNull<&KernelColumns::graph, 0>("graph INTEGER")
        .numberOrNull<&KernelColumns::node, 0>("node INTEGER")
        .number<&KernelColumns::flags>("flags INTEGER");
    return maker.made();
}

template <>
TraceTable<OperatorColumns> madeTable()
{
    TableMaker<OperatorColumns> maker("operator", "operator_chunk");
    maker.spans().named().add(
        {.declaration = "kind TEXT", .needs = columnOf(&OperatorColumns::kind)},
        [](auto* to, const TraceRow<OperatorColumns>& row) {
            giveKind<SpanKind>(to, row.columns.kind[row.at]);
        });
    maker.number<&OperatorColumns::thread>("thread INTEGER")
        .numberOrNull<&OperatorColumns::sequence, -1>("sequence INTEGER");
    maker.place<&TracePlace::file>("file TEXT")
        .place<&TracePlace::line>("line INTEGER")
        .place<&TracePlace::function>("function TEXT")
        .place<&TracePlace::module>("module TEXT");
    return maker.made();
}

template <>
TraceTable<ApiColumns> madeTable()
{
    TableMaker<ApiColumns> maker("api_call", "api_chunk");
    maker.spans().named().correlated();
    maker.number<&ApiColumns::thread>("thread INTEGER")
        .number<&ApiColumns::result>("result INTEGER");
    return maker.made();
}

template <>
TraceTable<CopyColumns> madeTable()
{
    TableMaker<CopyColumns> maker("copy", "copy_chunk");
    maker.spans().add({.declaration = "kind TEXT", .needs = columnOf(&CopyColumns::kind)},
        [](auto* to, const TraceRow<CopyColumns>& row) {
            giveKind<CopyKind>(to, row.columns.kind[row.at]);
        });
    maker.number<&CopyColumns::bytes>("bytes INTEGER")
        .correlated()
        .number<&CopyColumns::device>("device INTEGER")
        .number<&CopyColumns::context>("context INTEGER")
        .number<&CopyColumns::stream>("stream INTEGER")
        .numberOrNull<&CopyColumns::graph, 0>("graph INTEGER")
        .numberOrNull<&CopyColumns::node, 0>("node INTEGER")
        .number<&CopyColumns::flags>("flags INTEGER");
    return maker.made();
}

template <>
TraceTable<CounterColumns> madeTable()
{
    TableMaker<CounterColumns> maker("counter", "counter_chunk");
    using CounterRow = TraceRow<CounterColumns>;
    maker.add({.declaration = "time_ns INTEGER",
                  .role = ColumnRole::Start,
                  .needs = columnOf(&CounterColumns::timeNs)},
        [](auto* to, const CounterRow& row) { give(to, row.columns.timeNs[row.at]); });
    maker.add({.declaration = "series TEXT",
                  .needs = columnOf(&CounterColumns::series),
                  .lookups = LookNames},
        [](auto* to, const CounterRow& row) {
            giveName(to, row.lookup, row.columns.series[row.at]);
        });
    maker.add({.declaration = "value REAL", .needs = columnOf(&CounterColumns::value)},
        [](auto* to, const CounterRow& row) {
            sqlite3_result_double(to, row.columns.value[row.at]);
        });
    return maker.made();
}

} // namespace

template <typename Columns>
const TraceTable<Columns>& traceTable()
{
    static const auto table = madeTable<Columns>();
    return table;
}

template const TraceTable<KernelColumns>& traceTable();
template const TraceTable<OperatorColumns>& traceTable();
template const TraceTable<ApiColumns>& traceTable();
template const TraceTable<CopyColumns>& traceTable();
template const TraceTable<CounterColumns>& traceTable();

} // namespace storage
