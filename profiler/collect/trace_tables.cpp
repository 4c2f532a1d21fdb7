// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/trace_tables.h"

#include "profiler/model/trace_columns.h"

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

namespace profiler::collect {
namespace {

constexpr std::size_t rowsOfAChunk = 65'536;
constexpr std::uint64_t latestTime = std::numeric_limits<std::int64_t>::max();

CopyKind copyKindOf(std::uint8_t kind)
{
    switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
        return CopyKind::HostToDevice;
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
        return CopyKind::DeviceToHost;
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD:
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOA:
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOD:
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOA:
        return CopyKind::DeviceToDevice;
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
        return CopyKind::HostToHost;
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP:
        return CopyKind::PeerToPeer;
    default:
        return CopyKind::Unknown;
    }
}

std::int32_t signedBits(std::uint32_t value)
{
    return static_cast<std::int32_t>(value);
}

std::uint8_t deviceByte(std::uint32_t device)
{
    return static_cast<std::uint8_t>(std::min<std::uint32_t>(device, 255));
}

/// Where on a device it ran, and by which launch.
template <typename Columns, typename Record>
void addPlace(Columns& rows, const Record& record, std::int32_t graph)
{
    rows.correlation.push_back(signedBits(record.correlationId));
    rows.device.push_back(deviceByte(record.deviceId));
    rows.context.push_back(signedBits(record.contextId));
    rows.stream.push_back(signedBits(record.streamId));
    rows.graph.push_back(graph);
    rows.node.push_back(static_cast<std::int64_t>(record.graphNodeId));
}

} // namespace

CorrelationLedger::CorrelationLedger()
    : m_pages(std::size_t {1} << (32U - pageBits))
{
}

std::int64_t CorrelationLedger::withoutDevice() const
{
    return count([](unsigned bits) { return (bits & expected) != 0 && (bits & onDevice) == 0; });
}

std::int64_t CorrelationLedger::withoutCall() const
{
    return count([](unsigned bits) { return (bits & onDevice) != 0 && (bits & called) == 0; });
}

template <typename Condition>
std::int64_t CorrelationLedger::count(const Condition& condition) const
{
    std::int64_t found = 0;
    for (const auto& page : m_pages) {
        if (!page)
            continue;
        for (const auto pair : *page)
            found += (condition(pair & 15U) ? 1 : 0) + (condition(pair >> 4U) ? 1 : 0);
    }
    return found;
}

TraceTables::TraceTables(TraceRules rules, GraphEpochs& graphs)
    : m_rules(rules)
    , m_graphs(graphs)
{
    const auto reserve = [](auto& chunk, auto columns) {
        reserveRows(columns, rowsOfAChunk);
        chunk = std::move(columns);
    };
    reserve(m_kernels, KernelColumns {});
    reserve(m_apis, ApiColumns {});
    reserve(m_copies, CopyColumns {});
}

template <typename Columns, typename Record, typename AddOwn>
void TraceTables::addDeviceRow(TraceChunk& chunk, const Record& record, const AddOwn& addOwn)
{
    m_ledger.sawOnDevice(record.correlationId);
    const auto span = spanOf(record.start, record.end);
    const auto graph = graphOf(record.graphId, record.correlationId, span);
    if (!hasRoom())
        return;
    auto& rows = rowsOf<Columns>(chunk);
    rows.startNs.push_back(span.startNs);
    rows.durationNs.push_back(span.durationNs);
    addOwn(rows);
    addPlace(rows, record, graph);
    rows.flags.push_back(span.flags);
    writeIfFull<Columns>(chunk);
}

void TraceTables::add(const KernelRecord& record)
{
    ++m_counts.kernels;
    addDeviceRow<KernelColumns>(m_kernels, record, [&](KernelColumns& rows) {
        rows.name.push_back(m_kernelNames.idOf(record.name));
        rows.shape.push_back(m_shapes.idOf(record));
    });
}

/// A replay as one row of a kernel that has no shape of its own.
void TraceTables::add(const GraphRecord& record)
{
    KernelRecord row {};
    row.start = record.start;
    row.end = record.end;
    row.name = "(CUDA graph)";
    row.correlationId = record.correlationId;
    row.deviceId = record.deviceId;
    row.contextId = record.contextId;
    row.streamId = record.streamId;
    row.graphId = record.graphId;
    add(row);
}

void TraceTables::add(const CopyRecord& record)
{
    ++m_counts.copies;
    addCopyRow(record, copyKindOf(record.copyKind));
}

void TraceTables::add(const PeerCopyRecord& record)
{
    ++m_counts.copies;
    addCopyRow(record, CopyKind::PeerToPeer);
}

void TraceTables::add(const FillRecord& record)
{
    ++m_counts.fills;
    addCopyRow(record, CopyKind::Memset);
}

template <typename Record>
void TraceTables::addCopyRow(const Record& record, CopyKind kind)
{
    addDeviceRow<CopyColumns>(m_copies, record, [&](CopyColumns& rows) {
        rows.kind.push_back(static_cast<std::uint8_t>(kind));
        rows.bytes.push_back(static_cast<std::int64_t>(record.bytes));
    });
}

void TraceTables::add(CUpti_CallbackDomain domain, const ApiRecord& record)
{
    const auto* listed = listedApi(domain, record.cbid);
    if (listed != nullptr)
        follow(*listed, record);
    if (listed == nullptr && !m_rules.allApis)
        return;
    ++m_counts.apis;
    m_ledger.sawCall(record.correlationId);
    const auto span = spanOf(record.start, record.end);
    if (!hasRoom())
        return;
    auto& rows = rowsOf<ApiColumns>(m_apis);
    rows.startNs.push_back(span.startNs);
    rows.durationNs.push_back(span.durationNs);
    rows.name.push_back(apiName(domain, record.cbid, listed));
    rows.thread.push_back(signedBits(record.threadId));
    rows.correlation.push_back(signedBits(record.correlationId));
    rows.result.push_back(signedBits(record.returnValue));
    writeIfFull<ApiColumns>(m_apis);
}

void TraceTables::add(const OverheadRecord& record)
{
    ++m_counts.overheads;
    if (record.end > record.start)
        m_counts.overheadNs += static_cast<std::int64_t>(record.end - record.start);
}

/// A launch that succeeded must show on the device, unless it was captured into a graph. Records of
/// a thread come in order, so that its capture is known when its launches come.
void TraceTables::follow(const ListedApi& api, const ApiRecord& record)
{
    if (record.returnValue != 0)
        return;
    switch (api.kind) {
    case ApiKind::GraphLaunch:
    case ApiKind::Launch:
        if (isCapturing(record.threadId))
            return;
        m_counts.graphLaunches += api.kind == ApiKind::GraphLaunch ? 1 : 0;
        m_ledger.expectOnDevice(record.correlationId);
        return;
    case ApiKind::CaptureBegin:
        m_capturing.push_back(record.threadId);
        return;
    case ApiKind::CaptureEnd:
        if (const auto found = std::find(m_capturing.begin(), m_capturing.end(), record.threadId);
            found != m_capturing.end())
            m_capturing.erase(found);
        return;
    default:
        return;
    }
}

bool TraceTables::isCapturing(std::uint32_t thread) const
{
    return std::find(m_capturing.begin(), m_capturing.end(), thread) != m_capturing.end();
}

TraceTables::Span TraceTables::spanOf(std::uint64_t start, std::uint64_t end)
{
    if (start == 0 || end == 0 || start > latestTime || end > latestTime) {
        ++m_losses.zeroTimestamps;
        return {.startNs = static_cast<std::int64_t>(std::min(start, latestTime)),
            .flags = kernel_flags::zeroTimestamp};
    }
    if (end < start) {
        ++m_losses.negativeDurations;
        return {.startNs = static_cast<std::int64_t>(start), .flags = kernel_flags::negative};
    }
    return {.startNs = static_cast<std::int64_t>(start),
        .durationNs = static_cast<std::int64_t>(end - start)};
}

std::int32_t TraceTables::graphOf(std::uint32_t graph, std::uint32_t launch, const Span& span)
{
    if (graph == 0)
        return 0;
    ++m_counts.graphRecords;
    const auto number = m_graphs.numberOf(graph, span.startNs);
    m_replays.add(number, launch);
    return number;
}

/// Counts what is left out.
bool TraceTables::hasRoom()
{
    if (m_rows < m_rules.mostRows && m_failure == 0) {
        ++m_rows;
        return true;
    }
    ++m_losses.spansLost;
    return false;
}

std::int32_t TraceTables::apiName(
    CUpti_CallbackDomain domain, CUpti_CallbackId id, const ListedApi* listed)
{
    const auto key = std::uint64_t {static_cast<std::uint32_t>(domain)} << 32U | id;
    auto& name = m_apiNames[key];
    if (name != 0)
        return name;
    const char* given
        = listed == nullptr && m_rules.apiNamer != nullptr ? m_rules.apiNamer(domain, id) : nullptr;
    if (listed != nullptr)
        name = m_names.idOf(listed->name);
    else if (given != nullptr)
        name = m_names.idOf(plainApiName(given));
    else
        name = m_names.idOf(
            (domain == CUPTI_CB_DOMAIN_RUNTIME_API ? "runtime call " : "driver call ")
            + std::to_string(id));
    return name;
}

void TraceTables::addReason(std::string sentence)
{
    auto& reasons = m_losses.reasons;
    if (std::find(reasons.begin(), reasons.end(), sentence) == reasons.end())
        reasons.push_back(std::move(sentence));
}

template <typename Columns>
void TraceTables::writeIfFull(TraceChunk& chunk)
{
    if (rowsOf<Columns>(chunk).size() >= rowsOfAChunk)
        writeRows<Columns>(chunk);
}

template <typename Columns>
void TraceTables::writeRows(TraceChunk& chunk)
{
    auto& rows = rowsOf<Columns>(chunk);
    if (rows.size() == 0)
        return;
    writeNames();
    keep(m_writer.write(chunk));
    if (m_failure != 0)
        m_losses.spansLost += static_cast<std::int64_t>(rows.size());
    forEachColumn(rows, [](const char*, auto& column) { column.clear(); });
}

void TraceTables::writeNames()
{
    keep(m_writer.write(m_names.takeNew()));
    keep(m_writer.write(m_shapes.takeNew()));
}

void TraceTables::writeThrough()
{
    writeRows<KernelColumns>(m_kernels);
    writeRows<ApiColumns>(m_apis);
    writeRows<CopyColumns>(m_copies);
}

void TraceTables::writeCalls(std::span<const TraceCall> calls)
{
    keep(m_writer.writeCalls(calls));
}

TraceLosses TraceTables::finish(TraceLosses ofTheSession)
{
    writeThrough();
    auto losses = std::move(ofTheSession);
    losses.zeroTimestamps += m_losses.zeroTimestamps;
    losses.negativeDurations += m_losses.negativeDurations;
    losses.spansLost += m_losses.spansLost;
    losses.launchesWithoutKernel += m_ledger.withoutDevice();
    losses.kernelsWithoutLaunch += m_ledger.withoutCall();
    if (const auto uneven = m_replays.unevenGraphs(); uneven > 0)
        addReason(std::to_string(uneven)
            + " CUDA graphs did not run the same number of kernels in every replay");
    if (m_failure != 0)
        addReason(
            "the disk took no more of the trace: " + std::generic_category().message(m_failure));
    else if (m_rows >= m_rules.mostRows)
        addReason("the trace was longer than the " + std::to_string(m_rules.mostRows)
            + " rows that are kept");
    losses.reasons.insert(losses.reasons.end(), m_losses.reasons.begin(), m_losses.reasons.end());
    keep(m_writer.writeLosses(losses));
    m_writer.close();
    return losses;
}

void TraceTables::keep(int failure)
{
    if (m_failure == 0)
        m_failure = failure;
}

} // namespace profiler::collect
