// SPDX-License-Identifier: Apache-2.0
#include "made_up_records.h"

#include <algorithm>

namespace collect_test {

namespace collect = profiler::collect;

std::size_t RecordSizes::of(CUpti_ActivityKind kind) const
{
    switch (kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        return kernel;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return copy;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return sizeof(collect::PeerCopyRecord);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return sizeof(collect::FillRecord);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
        return sizeof(collect::ApiRecord);
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return overhead;
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE: // GraphTrace2 has two fields more
        return sizeof(collect::GraphRecord) + (kernel > 208 ? 8 : 0);
    case CUPTI_ACTIVITY_KIND_MARKER:
        return sizeof(CUpti_ActivityMarker2);
    default:
        return 0;
    }
}

CUptiResult nextRecord(
    const RecordSizes& sizes, std::uint8_t* buffer, std::size_t bytes, CUpti_Activity** record)
{
    auto* at = buffer;
    if (*record != nullptr)
        at = reinterpret_cast<std::uint8_t*>(*record) + sizes.of((*record)->kind);
    const auto left = static_cast<std::size_t>(std::max<std::ptrdiff_t>(buffer + bytes - at, 0));
    if (left < sizeof(CUpti_Activity))
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    auto* next = reinterpret_cast<CUpti_Activity*>(at);
    if (next->kind == CUPTI_ACTIVITY_KIND_INVALID)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    if (sizes.of(next->kind) == 0)
        return CUPTI_ERROR_INVALID_KIND;
    *record = next;
    return CUPTI_SUCCESS;
}

template <typename Record>
void RecordBuffer::append(const Record& record, std::size_t size)
{
    const auto at = m_words.size();
    m_words.resize(at + (size + 7) / 8);
    std::memcpy(&m_words[at], &record, std::min(size, sizeof(Record)));
}

namespace {

template <typename Record>
Record timed(CUpti_ActivityKind kind, std::uint64_t start, std::uint64_t end)
{
    Record record {};
    record.kind = kind;
    record.start = start;
    record.end = end;
    return record;
}

/// What all of them have that `from` was made up for.
template <typename Record, typename MadeUp>
Record correlated(CUpti_ActivityKind kind, const MadeUp& from)
{
    auto record = timed<Record>(kind, from.start, from.end);
    record.correlationId = from.correlation;
    return record;
}

template <typename Record>
Record moved(CUpti_ActivityKind kind, const MadeUpCopy& from)
{
    auto record = correlated<Record>(kind, from);
    record.bytes = from.bytes;
    return record;
}

} // namespace

RecordBuffer& RecordBuffer::add(const MadeUpKernel& kernel)
{
    auto record = correlated<collect::KernelRecord>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, kernel);
    record.registersPerThread = 32;
    record.contextId = 1;
    record.streamId = kernel.stream;
    record.gridX = kernel.gridX;
    record.gridY = 2;
    record.gridZ = 3;
    record.blockX = 128;
    record.blockY = 1;
    record.blockZ = 1;
    record.staticSharedMemory = 48;
    record.dynamicSharedMemory = 1024;
    record.localMemoryPerThread = 8;
    record.name = kernel.name;
    record.graphId = kernel.graph;
    record.graphNodeId = kernel.node;
    record.clusterX = 2;
    record.clusterY = 1;
    record.clusterZ = 1;
    append(record, m_sizes.kernel);
    return *this;
}

RecordBuffer& RecordBuffer::add(const MadeUpCall& call)
{
    auto record = correlated<collect::ApiRecord>(call.kind, call);
    record.cbid = call.id;
    record.threadId = call.thread;
    record.returnValue = call.result;
    append(record, sizeof(record));
    return *this;
}

RecordBuffer& RecordBuffer::add(const MadeUpCopy& copy)
{
    auto record = moved<collect::CopyRecord>(CUPTI_ACTIVITY_KIND_MEMCPY, copy);
    record.copyKind = copy.kind;
    record.contextId = 1;
    record.streamId = 7;
    append(record, m_sizes.copy);
    return *this;
}

RecordBuffer& RecordBuffer::addPeerCopy(const MadeUpCopy& copy)
{
    append(moved<collect::PeerCopyRecord>(CUPTI_ACTIVITY_KIND_MEMCPY2, copy),
        sizeof(collect::PeerCopyRecord));
    return *this;
}

RecordBuffer& RecordBuffer::addFill(const MadeUpCopy& fill)
{
    append(
        moved<collect::FillRecord>(CUPTI_ACTIVITY_KIND_MEMSET, fill), sizeof(collect::FillRecord));
    return *this;
}

RecordBuffer& RecordBuffer::addGraph(const MadeUpKernel& replay)
{
    auto record = correlated<collect::GraphRecord>(CUPTI_ACTIVITY_KIND_GRAPH_TRACE, replay);
    record.streamId = replay.stream;
    record.graphId = replay.graph;
    append(record, m_sizes.of(CUPTI_ACTIVITY_KIND_GRAPH_TRACE));
    return *this;
}

RecordBuffer& RecordBuffer::addOverhead(std::uint64_t start, std::uint64_t end)
{
    append(
        timed<collect::OverheadRecord>(CUPTI_ACTIVITY_KIND_OVERHEAD, start, end), m_sizes.overhead);
    return *this;
}

RecordBuffer& RecordBuffer::addRaw(std::uint32_t kind, std::size_t bytes)
{
    append(kind, bytes);
    return *this;
}

} // namespace collect_test
