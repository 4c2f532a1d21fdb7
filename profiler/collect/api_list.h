// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti_activity.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// The API calls that are recorded: launches, copies, synchronisations, graphs and capture. All
/// others (cudaGetDevice, cudaStreamIsCapturing, …) are many and say nothing about the device.
namespace profiler::collect {

enum class ApiKind : std::uint8_t {
    Launch, ///< of a kernel
    GraphLaunch,
    Copy, ///< copies and fills
    Synchronise,
    CaptureBegin,
    CaptureEnd,
    Graph, ///< instantiation
    Other,
};

struct ListedApi {
    CUpti_CallbackDomain domain {};
    CUpti_CallbackId id = 0;
    std::string_view name; ///< as the user knows it, without _v7000 and _ptsz
    ApiKind kind = ApiKind::Other;
    std::uint32_t sinceVersion = 0; ///< of CUPTI; 0 = known to all that are supported
};

[[nodiscard]] std::span<const ListedApi> listedApis();

/// nullptr: not in the list.
[[nodiscard]] const ListedApi* listedApi(CUpti_CallbackDomain domain, CUpti_CallbackId id);

/// CUPTI's own name of a call without its version and per-thread suffixes.
[[nodiscard]] std::string plainApiName(std::string_view name);

} // namespace profiler::collect
