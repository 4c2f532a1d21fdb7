// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/api_list.h"

#include <cupti_driver_cbid.h>
#include <cupti_runtime_cbid.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace profiler::collect {

namespace {

constexpr auto runtime = CUPTI_CB_DOMAIN_RUNTIME_API;
constexpr auto driver = CUPTI_CB_DOMAIN_DRIVER_API;

// Numbers of calls that are newer than the oldest supported header; a collector that is built with
// that header still knows them when a newer CUPTI is in the process.
constexpr CUpti_CallbackId launchOf13 = 505;
constexpr CUpti_CallbackId launchOf13PerThread = 506;
constexpr CUpti_CallbackId copyBatchOf128 = 482;
constexpr CUpti_CallbackId copyBatchOf128PerThread = 483;
constexpr CUpti_CallbackId copyBatchOf13 = 509;
constexpr CUpti_CallbackId copyBatchOf13PerThread = 510;
constexpr CUpti_CallbackId contextSynchronizeOf13 = 800;
#if CUPTI_API_VERSION >= 130000
static_assert(launchOf13 == CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_v13000);
static_assert(launchOf13PerThread == CUPTI_RUNTIME_TRACE_CBID___cudaLaunchKernel_ptsz_v13000);
static_assert(copyBatchOf128 == CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_v12080);
static_assert(copyBatchOf128PerThread == CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_ptsz_v12080);
static_assert(copyBatchOf13 == CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_v13000);
static_assert(copyBatchOf13PerThread == CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyBatchAsync_ptsz_v13000);
static_assert(contextSynchronizeOf13 == CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2);
#endif
constexpr std::uint32_t cupti128 = 26;
constexpr std::uint32_t cupti13 = 130000;

// NOLINTBEGIN(cppcoreguidelines-macro-usage): the names of the enumerators are the list
#define RUNTIME(call, plain, kind)                                                                 \
    ListedApi                                                                                      \
    {                                                                                              \
        runtime, CUPTI_RUNTIME_TRACE_CBID_##call, plain, ApiKind::kind                             \
    }
#define DRIVER(call, plain, kind)                                                                  \
    ListedApi                                                                                      \
    {                                                                                              \
        driver, CUPTI_DRIVER_TRACE_CBID_##call, plain, ApiKind::kind                               \
    }
// NOLINTEND(cppcoreguidelines-macro-usage)

constexpr std::array list {
    // What PyTorch and CUDA's libraries launch with; <<<>>> of CUDA 13 is __cudaLaunchKernel.
    RUNTIME(cudaLaunchKernel_v7000, "cudaLaunchKernel", Launch),
    RUNTIME(cudaLaunchKernel_ptsz_v7000, "cudaLaunchKernel", Launch),
    RUNTIME(cudaLaunchKernelExC_v11060, "cudaLaunchKernelExC", Launch),
    RUNTIME(cudaLaunchKernelExC_ptsz_v11060, "cudaLaunchKernelExC", Launch),
    RUNTIME(cudaLaunchCooperativeKernel_v9000, "cudaLaunchCooperativeKernel", Launch),
    RUNTIME(cudaLaunchCooperativeKernel_ptsz_v9000, "cudaLaunchCooperativeKernel", Launch),
    ListedApi {runtime, launchOf13, "cudaLaunchKernel", ApiKind::Launch, cupti13},
    ListedApi {runtime, launchOf13PerThread, "cudaLaunchKernel", ApiKind::Launch, cupti13},
    RUNTIME(cudaGraphLaunch_v10000, "cudaGraphLaunch", GraphLaunch),
    RUNTIME(cudaGraphLaunch_ptsz_v10000, "cudaGraphLaunch", GraphLaunch),
    // Triton
    DRIVER(cuLaunchKernel, "cuLaunchKernel", Launch),
    DRIVER(cuLaunchKernel_ptsz, "cuLaunchKernel", Launch),
    DRIVER(cuLaunchKernelEx, "cuLaunchKernelEx", Launch),
    DRIVER(cuLaunchKernelEx_ptsz, "cuLaunchKernelEx", Launch),
    DRIVER(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel", Launch),
    DRIVER(cuLaunchCooperativeKernel_ptsz, "cuLaunchCooperativeKernel", Launch),
    DRIVER(cuGraphLaunch, "cuGraphLaunch", GraphLaunch),
    DRIVER(cuGraphLaunch_ptsz, "cuGraphLaunch", GraphLaunch),
    RUNTIME(cudaMemcpy_v3020, "cudaMemcpy", Copy),
    RUNTIME(cudaMemcpy_ptds_v7000, "cudaMemcpy", Copy),
    RUNTIME(cudaMemcpyAsync_v3020, "cudaMemcpyAsync", Copy),
    RUNTIME(cudaMemcpyAsync_ptsz_v7000, "cudaMemcpyAsync", Copy),
    RUNTIME(cudaMemcpy2D_v3020, "cudaMemcpy2D", Copy),
    RUNTIME(cudaMemcpy2DAsync_v3020, "cudaMemcpy2DAsync", Copy),
    RUNTIME(cudaMemcpy2DAsync_ptsz_v7000, "cudaMemcpy2DAsync", Copy),
    RUNTIME(cudaMemcpy3D_v3020, "cudaMemcpy3D", Copy),
    RUNTIME(cudaMemcpy3DAsync_v3020, "cudaMemcpy3DAsync", Copy),
    RUNTIME(cudaMemcpy3DAsync_ptsz_v7000, "cudaMemcpy3DAsync", Copy),
    RUNTIME(cudaMemcpyToSymbol_v3020, "cudaMemcpyToSymbol", Copy),
    RUNTIME(cudaMemcpyFromSymbol_v3020, "cudaMemcpyFromSymbol", Copy),
    RUNTIME(cudaMemcpyToSymbolAsync_v3020, "cudaMemcpyToSymbolAsync", Copy),
    RUNTIME(cudaMemcpyFromSymbolAsync_v3020, "cudaMemcpyFromSymbolAsync", Copy),
    RUNTIME(cudaMemcpyPeer_v4000, "cudaMemcpyPeer", Copy),
    RUNTIME(cudaMemcpyPeerAsync_v4000, "cudaMemcpyPeerAsync", Copy),
    ListedApi {runtime, copyBatchOf128, "cudaMemcpyBatchAsync", ApiKind::Copy, cupti128},
    ListedApi {runtime, copyBatchOf128PerThread, "cudaMemcpyBatchAsync", ApiKind::Copy, cupti128},
    ListedApi {runtime, copyBatchOf13, "cudaMemcpyBatchAsync", ApiKind::Copy, cupti13},
    ListedApi {runtime, copyBatchOf13PerThread, "cudaMemcpyBatchAsync", ApiKind::Copy, cupti13},
    RUNTIME(cudaMemset_v3020, "cudaMemset", Copy),
    RUNTIME(cudaMemset_ptds_v7000, "cudaMemset", Copy),
    RUNTIME(cudaMemsetAsync_v3020, "cudaMemsetAsync", Copy),
    RUNTIME(cudaMemsetAsync_ptsz_v7000, "cudaMemsetAsync", Copy),
    RUNTIME(cudaMemset2DAsync_v3020, "cudaMemset2DAsync", Copy),
    RUNTIME(cudaMemset2DAsync_ptsz_v7000, "cudaMemset2DAsync", Copy),
    DRIVER(cuMemcpyHtoD_v2, "cuMemcpyHtoD", Copy),
    DRIVER(cuMemcpyHtoDAsync_v2, "cuMemcpyHtoDAsync", Copy),
    DRIVER(cuMemcpyHtoDAsync_v2_ptsz, "cuMemcpyHtoDAsync", Copy),
    DRIVER(cuMemcpyDtoH_v2, "cuMemcpyDtoH", Copy),
    DRIVER(cuMemcpyDtoHAsync_v2, "cuMemcpyDtoHAsync", Copy),
    DRIVER(cuMemcpyDtoHAsync_v2_ptsz, "cuMemcpyDtoHAsync", Copy),
    DRIVER(cuMemcpyDtoD_v2, "cuMemcpyDtoD", Copy),
    DRIVER(cuMemcpyDtoDAsync_v2, "cuMemcpyDtoDAsync", Copy),
    DRIVER(cuMemcpyDtoDAsync_v2_ptsz, "cuMemcpyDtoDAsync", Copy),
    DRIVER(cuMemcpyAsync, "cuMemcpyAsync", Copy),
    DRIVER(cuMemcpyAsync_ptsz, "cuMemcpyAsync", Copy),
    DRIVER(cuMemsetD8Async, "cuMemsetD8Async", Copy),
    DRIVER(cuMemsetD8Async_ptsz, "cuMemsetD8Async", Copy),
    DRIVER(cuMemsetD32Async, "cuMemsetD32Async", Copy),
    DRIVER(cuMemsetD32Async_ptsz, "cuMemsetD32Async", Copy),
    RUNTIME(cudaDeviceSynchronize_v3020, "cudaDeviceSynchronize", Synchronise),
    RUNTIME(cudaStreamSynchronize_v3020, "cudaStreamSynchronize", Synchronise),
    RUNTIME(cudaStreamSynchronize_ptsz_v7000, "cudaStreamSynchronize", Synchronise),
    RUNTIME(cudaEventSynchronize_v3020, "cudaEventSynchronize", Synchronise),
    RUNTIME(cudaStreamWaitEvent_v3020, "cudaStreamWaitEvent", Synchronise),
    RUNTIME(cudaStreamWaitEvent_ptsz_v7000, "cudaStreamWaitEvent", Synchronise),
    DRIVER(cuCtxSynchronize, "cuCtxSynchronize", Synchronise),
    ListedApi {driver, contextSynchronizeOf13, "cuCtxSynchronize", ApiKind::Synchronise, cupti13},
    DRIVER(cuStreamSynchronize, "cuStreamSynchronize", Synchronise),
    DRIVER(cuStreamSynchronize_ptsz, "cuStreamSynchronize", Synchronise),
    DRIVER(cuEventSynchronize, "cuEventSynchronize", Synchronise),
    RUNTIME(cudaStreamBeginCapture_v10000, "cudaStreamBeginCapture", CaptureBegin),
    RUNTIME(cudaStreamBeginCapture_ptsz_v10000, "cudaStreamBeginCapture", CaptureBegin),
    RUNTIME(cudaStreamBeginCaptureToGraph_v12030, "cudaStreamBeginCaptureToGraph", CaptureBegin),
    RUNTIME(
        cudaStreamBeginCaptureToGraph_ptsz_v12030, "cudaStreamBeginCaptureToGraph", CaptureBegin),
    RUNTIME(cudaStreamEndCapture_v10000, "cudaStreamEndCapture", CaptureEnd),
    RUNTIME(cudaStreamEndCapture_ptsz_v10000, "cudaStreamEndCapture", CaptureEnd),
    RUNTIME(cudaGraphInstantiate_v10000, "cudaGraphInstantiate", Graph),
    RUNTIME(cudaGraphInstantiate_v12000, "cudaGraphInstantiate", Graph),
    RUNTIME(cudaGraphInstantiateWithFlags_v11040, "cudaGraphInstantiateWithFlags", Graph),
    RUNTIME(cudaGraphInstantiateWithParams_v12000, "cudaGraphInstantiateWithParams", Graph),
    RUNTIME(cudaGraphInstantiateWithParams_ptsz_v12000, "cudaGraphInstantiateWithParams", Graph),
};

#undef RUNTIME
#undef DRIVER

void cut(std::string_view& name, std::string_view suffix)
{
    if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix)
        name.remove_suffix(suffix.size());
}

/// "_v7000" at the end of a runtime name, "_v2" at that of a driver name.
void cutVersion(std::string_view& name)
{
    const auto at = name.rfind("_v");
    if (at == std::string_view::npos || at == 0 || at + 2 == name.size())
        return;
    const auto digits = name.substr(at + 2);
    if (std::all_of(digits.begin(), digits.end(),
            [](unsigned char letter) { return std::isdigit(letter) != 0; }))
        name = name.substr(0, at);
}

} // namespace

std::span<const ListedApi> listedApis()
{
    return list;
}

const ListedApi* listedApi(CUpti_CallbackDomain domain, CUpti_CallbackId id)
{
    const auto found = std::find_if(list.begin(), list.end(),
        [&](const ListedApi& api) { return api.id == id && api.domain == domain; });
    return found == list.end() ? nullptr : &*found;
}

std::string plainApiName(std::string_view name)
{
    // Either order is used: cudaLaunchKernel_ptsz_v7000, cuMemcpyHtoDAsync_v2_ptsz.
    cutVersion(name);
    cut(name, "_ptsz");
    cut(name, "_ptds");
    cutVersion(name);
    while (name.substr(0, 2) == "__")
        name.remove_prefix(2);
    return std::string(name);
}

} // namespace profiler::collect
