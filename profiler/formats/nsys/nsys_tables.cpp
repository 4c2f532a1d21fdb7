// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/nsys/nsys_tables.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/json/json_time.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <vector>

namespace profiler {

namespace {

/// Where the columns stand that rows of a device begin with.
const std::vector<const char*> deviceColumns {"start", "end", "deviceId", "contextId", "streamId",
    "correlationId", "globalPid", "graphNodeId", "graphId"};
constexpr int graphNodeColumn = 7;
constexpr int graphColumn = 8;
constexpr int firstOwn = 9;
constexpr const char* byStart = "ORDER BY start, \"end\" DESC";

std::vector<const char*> withDevice(std::initializer_list<const char*> own)
{
    auto columns = deviceColumns;
    columns.insert(columns.end(), own);
    return columns;
}

std::int64_t numberAt(SQLite::Statement& row, int column, std::int64_t otherwise = 0)
{
    const auto value = row.getColumn(column);
    return value.isInteger() || value.isFloat() ? value.getInt64() : otherwise;
}

std::optional<std::int64_t> knownAt(SQLite::Statement& row, int column)
{
    const auto value = row.getColumn(column);
    if (!value.isInteger())
        return std::nullopt;
    return value.getInt64();
}

std::optional<int> smallAt(SQLite::Statement& row, int column)
{
    const auto value = knownAt(row, column);
    if (!value || *value < 0 || *value > std::numeric_limits<int>::max())
        return std::nullopt;
    return static_cast<int>(*value);
}

std::string textAt(SQLite::Statement& row, int column)
{
    return json_text::readable(row.getColumn(column).getString());
}

/// The low bits: ids are told apart, not counted with.
std::int32_t low32(std::int64_t value)
{
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

/// "globalTid" packs the process and the thread in 24 bits each.
std::int64_t processOf(std::int64_t globalId)
{
    return globalId & ~std::int64_t {0xFFFFFF};
}

std::int32_t threadOf(std::int64_t globalTid)
{
    return low32(globalTid & 0xFFFFFF);
}

/// CUPTI's numbers, which the export keeps; arrays lie on the device.
CopyKind copyKindOf(std::int64_t number)
{
    switch (number) {
    case 1:
    case 3:
        return CopyKind::HostToDevice;
    case 2:
    case 4:
        return CopyKind::DeviceToHost;
    case 5:
    case 6:
    case 7:
    case 8:
        return CopyKind::DeviceToDevice;
    case 9:
        return CopyKind::HostToHost;
    case 10:
        return CopyKind::PeerToPeer;
    default:
        return CopyKind::Unknown;
    }
}

} // namespace

NsysTables::NsysTables(NsysDatabase& database, ImportedTrace& trace)
    : m_database(database)
    , m_trace(trace)
    , m_names(database, trace.rows.names)
{
}

void NsysTables::count(const char* category)
{
    ++m_trace.events;
    ++m_trace.categories[category];
}

void NsysTables::readHeader()
{
    for (const auto* table : {"EXPORT_META_DATA", "META_DATA_EXPORT"}) {
        auto row = m_database.select(table, {"name", "value"},
            "WHERE name IN ('EXPORT_PRODUCT_VERSION', 'EXPORT_SCHEMA_VERSION')");
        while (row && row->executeStep()) {
            const bool product = textAt(*row, 0) == "EXPORT_PRODUCT_VERSION";
            m_trace.environment[product ? "nsys" : "nsys_schema"] = textAt(*row, 1);
        }
    }
    if (auto row = m_database.select("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"});
        row && row->executeStep()) {
        m_sessionStartNs = numberAt(*row, 0);
        m_knowsStart = m_sessionStartNs > 0;
    }
    auto row = m_database.select("TARGET_INFO_GPU",
        {"id", "name", "smCount", "computeMajor", "computeMinor", "totalMemory", "threadsPerWarp"});
    while (row && row->executeStep())
        m_trace.devices.push_back({.id = numberAt(*row, 0),
            .name = textAt(*row, 1),
            .multiprocessors = smallAt(*row, 2),
            .computeMajor = smallAt(*row, 3),
            .computeMinor = smallAt(*row, 4),
            .memoryBytes = knownAt(*row, 5),
            .warpSize = smallAt(*row, 6)});
}

std::optional<NsysTables::Times> NsysTables::timesOf(SQLite::Statement& row)
{
    const auto start = numberAt(row, 0);
    const auto end = numberAt(row, 1, start);
    const auto far
        = [](std::int64_t time) { return time > farthestTimeNs || time < -farthestTimeNs; };
    if (far(start) || far(end)) {
        ++m_farTimes;
        return std::nullopt;
    }
    if (end < start)
        ++m_trace.negativeDurations;
    return Times {.startNs = endOf(m_sessionStartNs, start),
        .durationNs = std::max<std::int64_t>(end - start, 0),
        .flags = end < start ? kernel_flags::negative : std::uint8_t {0}};
}

std::optional<NsysTables::Place> NsysTables::placeOf(SQLite::Statement& row)
{
    const auto device = numberAt(row, 2);
    if (device < 0 || device > std::numeric_limits<std::uint8_t>::max()) {
        ++m_farDevices;
        return std::nullopt;
    }
    const auto node = numberAt(row, graphNodeColumn);
    // Before an export names the graph, the high half of a node's id tells graphs apart.
    const auto graph = knownAt(row, graphColumn).value_or(node >> 32U);
    return Place {.device = static_cast<std::uint8_t>(device),
        .context = low32(numberAt(row, 3)),
        .stream = low32(numberAt(row, 4)),
        .correlation = m_correlations.idOf(processOf(numberAt(row, 6)), numberAt(row, 5)),
        .graph = graph == 0 && node != 0 ? 1 : low32(graph),
        .node = node};
}

std::int32_t NsysTables::shapeOf(SQLite::Statement& row)
{
    std::array<std::int64_t, 10> key {};
    for (int i = 0; i < 10; ++i)
        key.at(static_cast<std::size_t>(i)) = numberAt(row, firstOwn + 3 + i);
    const auto next = static_cast<std::int32_t>(m_shapes.size()) + 1;
    const auto [entry, isNew] = m_shapes.try_emplace(key, next);
    if (isNew)
        m_trace.rows.shapes.push_back({.id = next,
            .grid = {key[0], key[1], key[2]},
            .block = {low32(key[3]), low32(key[4]), low32(key[5])},
            .cluster = {},
            .registers = low32(key[6]),
            .staticSharedBytes = key[7],
            .dynamicSharedBytes = key[8],
            .localBytes = key[9]});
    return entry->second;
}

/// What kernels and copies have in common; false: no column holds its device, so it makes no row.
template <typename Columns>
bool NsysTables::addWork(Columns& columns, SQLite::Statement& row)
{
    const auto place = placeOf(row);
    const auto times = timesOf(row);
    if (!place || !times)
        return false;
    columns.startNs.push_back(times->startNs);
    columns.durationNs.push_back(times->durationNs);
    columns.correlation.push_back(place->correlation);
    columns.device.push_back(place->device);
    columns.context.push_back(place->context);
    columns.stream.push_back(place->stream);
    columns.graph.push_back(place->graph);
    columns.node.push_back(place->node);
    columns.flags.push_back(times->flags);
    return true;
}

void NsysTables::addKernel(SQLite::Statement& row, const std::string& name, std::int32_t shape)
{
    auto& kernels = m_trace.rows.kernels;
    if (!addWork(kernels, row))
        return;
    kernels.name.push_back(m_names.idOf(name));
    kernels.shape.push_back(shape);
}

void NsysTables::readKernels()
{
    auto row = m_database.select("CUPTI_ACTIVITY_KIND_KERNEL",
        withDevice({"demangledName", "shortName", "mangledName", "gridX", "gridY", "gridZ",
            "blockX", "blockY", "blockZ", "registersPerThread", "staticSharedMemory",
            "dynamicSharedMemory", "localMemoryPerThread"}),
        byStart);
    while (row && row->executeStep()) {
        count("kernel");
        std::string name;
        for (int i = 0; i < 3 && name.empty(); ++i)
            name = m_names.text(numberAt(*row, firstOwn + i, -1));
        addKernel(*row, name.empty() ? "(a kernel without a name)" : name, shapeOf(*row));
    }
}

void NsysTables::readGraphs()
{
    auto row = m_database.select("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", withDevice({}), byStart);
    while (row && row->executeStep()) {
        count("graph");
        ++m_wholeGraphs;
        addKernel(*row, "(a CUDA graph as a whole)", 0);
    }
}

void NsysTables::addCopy(SQLite::Statement& row, CopyKind kind)
{
    auto& copies = m_trace.rows.copies;
    if (!addWork(copies, row))
        return;
    copies.kind.push_back(static_cast<std::uint8_t>(kind));
    copies.bytes.push_back(numberAt(row, firstOwn));
}

void NsysTables::readCopies()
{
    auto row = m_database.select(
        "CUPTI_ACTIVITY_KIND_MEMCPY", withDevice({"bytes", "copyKind"}), byStart);
    while (row && row->executeStep()) {
        count("memcpy");
        addCopy(*row, copyKindOf(numberAt(*row, firstOwn + 1)));
    }
}

void NsysTables::readMemsets()
{
    auto row = m_database.select("CUPTI_ACTIVITY_KIND_MEMSET", withDevice({"bytes"}), byStart);
    while (row && row->executeStep()) {
        count("memset");
        addCopy(*row, CopyKind::Memset);
    }
}

/// An export with call chains has a call of the API twice: as its own hook and, inside that, as
/// CUPTI saw it. The inner one is the launch as all other tools know it.
void NsysTables::readApis()
{
    auto row = m_database.select("CUPTI_ACTIVITY_KIND_RUNTIME",
        {"start", "end", "globalTid", "correlationId", "nameId", "returnValue"}, byStart);
    auto& apis = m_trace.rows.apis;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int32_t>, std::size_t> seen;
    while (row && row->executeStep()) {
        count("runtime");
        const auto globalTid = numberAt(*row, 2);
        const auto times = timesOf(*row);
        if (!times)
            continue;
        const auto name = m_names.idOf(withoutVersion(m_names.text(numberAt(*row, 4, -1))));
        const auto known = knownAt(*row, 3);
        const auto at = known
            ? seen.try_emplace({globalTid, *known, name}, apis.size()).first->second
            : apis.size();
        if (at < apis.size()) {
            apis.startNs[at] = times->startNs;
            apis.durationNs[at] = times->durationNs;
            apis.result[at] = low32(numberAt(*row, 5));
            continue;
        }
        apis.startNs.push_back(times->startNs);
        apis.durationNs.push_back(times->durationNs);
        apis.name.push_back(name);
        apis.thread.push_back(threadOf(globalTid));
        apis.correlation.push_back(m_correlations.idOf(processOf(globalTid), known.value_or(0)));
        apis.result.push_back(low32(numberAt(*row, 5)));
    }
}

void NsysTables::readRanges()
{
    constexpr std::int64_t pushPop = 59;
    constexpr std::int64_t startEnd = 60;
    auto row = m_database.select(
        "NVTX_EVENTS", {"start", "end", "eventType", "text", "textId", "globalTid"}, byStart);
    auto& spans = m_trace.rows.operators;
    while (row && row->executeStep()) {
        count("nvtx");
        const auto type = numberAt(*row, 2);
        if (type != pushPop && type != startEnd)
            continue;
        if (!knownAt(*row, 1)) {
            ++m_openRanges;
            continue;
        }
        const auto own = textAt(*row, 3);
        const auto name = own.empty() ? m_names.text(numberAt(*row, 4, -1)) : own;
        const auto times = timesOf(*row);
        if (!times)
            continue;
        if (isStepName(name))
            m_trace.steps.push_back({.name = name,
                .startNs = times->startNs,
                .endNs = endOf(times->startNs, times->durationNs)});
        if (type == startEnd) // these may cross others; spans of a thread nest
            continue;
        spans.startNs.push_back(times->startNs);
        spans.durationNs.push_back(times->durationNs);
        spans.name.push_back(m_names.idOf(name));
        spans.thread.push_back(threadOf(numberAt(*row, 5)));
        spans.kind.push_back(static_cast<std::uint8_t>(SpanKind::Range));
        spans.sequence.push_back(-1);
        spans.place.push_back(0);
    }
}

void NsysTables::tellLosses()
{
    const auto tell = [this](const std::string& sentence) {
        m_trace.losses.push_back({.what = sentence, .byte = 0});
    };
    if (!m_knowsStart)
        tell("The export does not tell when its session began: times count from its start.");
    if (m_farDevices > 0)
        tell(std::to_string(m_farDevices)
            + " events name a device beyond number 255 and are left out; all others are read.");
    if (m_farTimes > 0)
        tell(fmt::format("{} a time that no clock can tell, left out; all others are read.",
            m_farTimes == 1 ? "1 event has" : fmt::format("{} events have", m_farTimes)));
    if (m_openRanges > 0)
        tell(std::to_string(m_openRanges)
            + " NVTX ranges never end and are left out; all others are read.");
    if (m_wholeGraphs > 0)
        tell(std::to_string(m_wholeGraphs)
            + " launches of CUDA graphs are known as a whole only; to see their kernels, record "
              "again with --cuda-graph-trace=node.");
}

} // namespace profiler
