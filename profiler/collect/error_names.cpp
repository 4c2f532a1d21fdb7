// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/error_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace profiler::collect {

namespace {

/// By number, since an older header has not all of them.
constexpr std::array<std::pair<int, const char*>, 48> names {{
    {0, "CUPTI_ERROR_FORCE_INT"},
    {1, "CUPTI_ERROR_INVALID_PARAMETER"},
    {2, "CUPTI_ERROR_INVALID_DEVICE"},
    {3, "CUPTI_ERROR_INVALID_CONTEXT"},
    {4, "CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID"},
    {5, "CUPTI_ERROR_INVALID_EVENT_ID"},
    {6, "CUPTI_ERROR_INVALID_EVENT_NAME"},
    {7, "CUPTI_ERROR_INVALID_OPERATION"},
    {8, "CUPTI_ERROR_OUT_OF_MEMORY"},
    {9, "CUPTI_ERROR_HARDWARE"},
    {10, "CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT"},
    {11, "CUPTI_ERROR_API_NOT_IMPLEMENTED"},
    {12, "CUPTI_ERROR_MAX_LIMIT_REACHED"},
    {13, "CUPTI_ERROR_NOT_READY"},
    {14, "CUPTI_ERROR_NOT_COMPATIBLE"},
    {15, "CUPTI_ERROR_NOT_INITIALIZED"},
    {16, "CUPTI_ERROR_INVALID_METRIC_ID"},
    {17, "CUPTI_ERROR_INVALID_METRIC_NAME"},
    {18, "CUPTI_ERROR_QUEUE_EMPTY"},
    {19, "CUPTI_ERROR_INVALID_HANDLE"},
    {20, "CUPTI_ERROR_INVALID_STREAM"},
    {21, "CUPTI_ERROR_INVALID_KIND"},
    {22, "CUPTI_ERROR_INVALID_EVENT_VALUE"},
    {23, "CUPTI_ERROR_DISABLED"},
    {24, "CUPTI_ERROR_INVALID_MODULE"},
    {25, "CUPTI_ERROR_INVALID_METRIC_VALUE"},
    {26, "CUPTI_ERROR_HARDWARE_BUSY"},
    {27, "CUPTI_ERROR_NOT_SUPPORTED"},
    {28, "CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED"},
    {29, "CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE"},
    {30, "CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES"},
    {31, "CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS"},
    {32, "CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED"},
    {33, "CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED"},
    {34, "CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE"},
    {35, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"},
    {36, "CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED"},
    {37, "CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE"},
    {38, "CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED"},
    {39, "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"},
    {40, "CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES"},
    {41, "CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED"},
    {42, "CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED"},
    {43, "CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED"},
    {44, "CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED"},
    {45, "CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED"},
    {46, "CUPTI_ERROR_INVALID_CHIP_NAME"},
    {999, "CUPTI_ERROR_UNKNOWN"},
}};

} // namespace

std::string errorText(CUptiResult result)
{
    const auto number = static_cast<int>(result);
    const auto* const found = std::find_if(
        names.begin(), names.end(), [&](const auto& entry) { return entry.first == number; });
    auto text = "error " + std::to_string(number);
    if (found != names.end())
        text += std::string(" (") + found->second + ")";
    return text;
}

} // namespace profiler::collect
