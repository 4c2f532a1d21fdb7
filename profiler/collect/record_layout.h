// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti_activity.h>

#include <cstddef>

/// The records that are read, by the oldest layout that every CUPTI from 12.4 to 13.x shares: a
/// newer record has further fields behind it, so it is never stepped over by sizeof.
namespace profiler::collect {

using KernelRecord = CUpti_ActivityKernel9;
using GraphRecord = CUpti_ActivityGraphTrace;
using CopyRecord = CUpti_ActivityMemcpy5;
using PeerCopyRecord = CUpti_ActivityMemcpyPtoP4;
using FillRecord = CUpti_ActivityMemset4;
using ApiRecord = CUpti_ActivityAPI;
using OverheadRecord = CUpti_ActivityOverhead;

/// How much of each record is read: a buffer that ends earlier was cut.
inline constexpr std::size_t kernelBytesRead = offsetof(KernelRecord, clusterSchedulingPolicy);
inline constexpr std::size_t graphBytesRead = offsetof(GraphRecord, streamId) + 4;
inline constexpr std::size_t copyBytesRead = offsetof(CopyRecord, channelID);
inline constexpr std::size_t peerCopyBytesRead = offsetof(PeerCopyRecord, channelID);
inline constexpr std::size_t fillBytesRead = offsetof(FillRecord, channelID);
inline constexpr std::size_t apiBytesRead = sizeof(ApiRecord);
inline constexpr std::size_t overheadBytesRead = sizeof(OverheadRecord);

static_assert(offsetof(KernelRecord, start) == 16);
static_assert(offsetof(KernelRecord, end) == 24);
static_assert(offsetof(KernelRecord, gridX) == 52);
static_assert(offsetof(KernelRecord, localMemoryPerThread) == 84);
static_assert(offsetof(KernelRecord, correlationId) == 92);
static_assert(offsetof(KernelRecord, name) == 104);
static_assert(offsetof(KernelRecord, graphNodeId) == 144);
static_assert(offsetof(KernelRecord, graphId) == 156);
static_assert(offsetof(KernelRecord, clusterX) == 176);
static_assert(kernelBytesRead <= 208);
static_assert(offsetof(CopyRecord, graphId) == 72);
static_assert(offsetof(FillRecord, graphId) == 72);
static_assert(sizeof(ApiRecord) == 40);
static_assert(offsetof(OverheadRecord, start) == 24);

} // namespace profiler::collect
