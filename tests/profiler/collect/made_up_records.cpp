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

RecordBuffer& RecordBuffer::add(const MadeUpKernel& kernel)
{
    collect::KernelRecord record {};
    record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    record.registersPerThread = 32;
    record.start = kernel.start;
    record.end = kernel.end;
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
    record.correlationId = kernel.correlation;
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
    collect::ApiRecord record {};
    record.kind = call.kind;
    record.cbid = call.id;
    record.start = call.start;
    record.end = call.end;
    record.threadId = call.thread;
    record.correlationId = call.correlation;
    record.returnValue = call.result;
    append(record, sizeof(record));
    return *this;
}

RecordBuffer& RecordBuffer::add(const MadeUpCopy& copy)
{
    collect::CopyRecord record {};
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    record.copyKind = copy.kind;
    record.bytes = copy.bytes;
    record.start = copy.start;
    record.end = copy.end;
    record.contextId = 1;
    record.streamId = 7;
    record.correlationId = copy.correlation;
    append(record, m_sizes.copy);
    return *this;
}

RecordBuffer& RecordBuffer::addPeerCopy(const MadeUpCopy& copy)
{
    collect::PeerCopyRecord record {};
    record.kind = CUPTI_ACTIVITY_KIND_MEMCPY2;
    record.bytes = copy.bytes;
    record.start = copy.start;
    record.end = copy.end;
    record.correlationId = copy.correlation;
    append(record, sizeof(record));
    return *this;
}

RecordBuffer& RecordBuffer::addFill(const MadeUpCopy& fill)
{
    collect::FillRecord record {};
    record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    record.bytes = fill.bytes;
    record.start = fill.start;
    record.end = fill.end;
    record.correlationId = fill.correlation;
    append(record, sizeof(record));
    return *this;
}

RecordBuffer& RecordBuffer::addGraph(const MadeUpKernel& replay)
{
    collect::GraphRecord record {};
    record.kind = CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
    record.start = replay.start;
    record.end = replay.end;
    record.correlationId = replay.correlation;
    record.streamId = replay.stream;
    record.graphId = replay.graph;
    append(record, m_sizes.of(CUPTI_ACTIVITY_KIND_GRAPH_TRACE));
    return *this;
}

RecordBuffer& RecordBuffer::addOverhead(std::uint64_t start, std::uint64_t end)
{
    collect::OverheadRecord record {};
    record.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
    record.start = start;
    record.end = end;
    append(record, m_sizes.overhead);
    return *this;
}

RecordBuffer& RecordBuffer::addRaw(std::uint32_t kind, std::size_t bytes)
{
    append(kind, bytes);
    return *this;
}

} // namespace collect_test
