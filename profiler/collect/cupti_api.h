// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/failure.h"

#include <cupti_activity.h>
#include <cupti_callbacks.h>
#include <cupti_version.h>

#include <cstdint>
#include <string>

namespace profiler::collect {

/// By hand: newer than the oldest header that compiles this.
struct SubscriberParameters {
    std::size_t structSize = sizeof(SubscriberParameters);
    const char* subscriberName = nullptr;
    char* oldSubscriberName = nullptr;
    std::size_t oldSubscriberSize = 0;
};
#if CUPTI_API_VERSION >= 130000
static_assert(sizeof(SubscriberParameters) == sizeof(CUpti_SubscriberParams));
#endif

/// The functions of the libcupti that the process has. Those that are newer than 12.4 may be null.
struct CuptiApi {
    std::string file;
    std::uint32_t version = 0; ///< 22 = 12.4 … 28 = 12.9.1, then 130000
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiEnableCallback) enableCallback = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivitySetAttribute) setAttribute = nullptr;
    decltype(&cuptiSetThreadIdType) setThreadIdType = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&cuptiGetCallbackName) callbackName = nullptr; ///< may be null
    decltype(&cuptiGetGraphExecId) graphExecId = nullptr; ///< may be null
    CUptiResult (*subscribeV2)(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc callback,
        void* userdata, SubscriberParameters* parameters)
        = nullptr; ///< 13.0; may be null
    CUptiResult (*enableRuntimeApi)(CUpti_CallbackId, std::uint8_t) = nullptr; ///< 12.6
    CUptiResult (*enableDriverApi)(CUpti_CallbackId, std::uint8_t) = nullptr; ///< 12.6
};

/// What is in the process already, else `path` (may be null), else what the loader finds.
[[nodiscard]] Outcome<CuptiApi> loadCupti(const char* path);

} // namespace profiler::collect
