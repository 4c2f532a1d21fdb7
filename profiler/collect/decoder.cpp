// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/decoder.h"

#include "profiler/collect/error_names.h"

#include <string>

namespace profiler::collect {

namespace {

/// The record as `Record` when `bytes` of it lie in the buffer.
template <typename Record>
const Record* whole(const CUpti_Activity* record, std::size_t left, std::size_t bytes)
{
    return left >= bytes ? reinterpret_cast<const Record*>(record) : nullptr;
}

template <typename Record>
bool addWhole(
    TraceTables& tables, const CUpti_Activity* record, std::size_t left, std::size_t bytes)
{
    const auto* known = whole<Record>(record, left, bytes);
    if (known != nullptr)
        tables.add(*known);
    return known != nullptr;
}

bool addCall(TraceTables& tables, CUpti_CallbackDomain domain, const CUpti_Activity* record,
    std::size_t left)
{
    const auto* call = whole<ApiRecord>(record, left, apiBytesRead);
    if (call != nullptr)
        tables.add(domain, *call);
    return call != nullptr;
}

/// False: the buffer ends within the record.
bool addRecord(TraceTables& tables, const CUpti_Activity* record, std::size_t left)
{
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL:
        return addWhole<KernelRecord>(tables, record, left, kernelBytesRead);
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
        return addWhole<GraphRecord>(tables, record, left, graphBytesRead);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
        return addCall(tables, CUPTI_CB_DOMAIN_RUNTIME_API, record, left);
    case CUPTI_ACTIVITY_KIND_DRIVER:
        return addCall(tables, CUPTI_CB_DOMAIN_DRIVER_API, record, left);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return addWhole<CopyRecord>(tables, record, left, copyBytesRead);
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
        return addWhole<PeerCopyRecord>(tables, record, left, peerCopyBytesRead);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return addWhole<FillRecord>(tables, record, left, fillBytesRead);
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return addWhole<OverheadRecord>(tables, record, left, overheadBytesRead);
    default:
        tables.addOther();
        return true;
    }
}

} // namespace

bool Decoder::decode(std::span<std::uint8_t> buffer, TraceTables& tables) const
{
    tables.beginBuffer();
    CUpti_Activity* record = nullptr;
    while (true) {
        const auto result = m_walker(buffer.data(), buffer.size(), &record);
        if (result == CUPTI_ERROR_MAX_LIMIT_REACHED)
            return true;
        if (result != CUPTI_SUCCESS) {
            tables.addReason(
                "a buffer of records could not be read to its end: CUPTI " + errorText(result));
            return false;
        }
        const auto at = reinterpret_cast<const std::uint8_t*>(record) - buffer.data();
        const auto left = buffer.size() - static_cast<std::size_t>(at);
        if (!addRecord(tables, record, left)) {
            tables.addReason("a buffer of records ended within a record");
            return false;
        }
    }
}

} // namespace profiler::collect
