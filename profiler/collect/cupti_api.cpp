// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/cupti_api.h"

#include "profiler/collect/error_names.h"
#include "profiler/collect/mapped_libraries.h"

#include <array>
#include <dlfcn.h>

namespace profiler::collect {

namespace {

constexpr std::uint32_t oldestVersion = 22; // CUDA 12.4

/// A process that imported torch has the right one; opening another by its path would put two
/// copies side by side, of which one sees nothing.
void* openCupti(const char* path)
{
    for (const char* name : {"libcupti.so.13", "libcupti.so.12"})
        if (void* library = ::dlopen(name, RTLD_NOW | RTLD_NOLOAD); library != nullptr)
            return library;
    if (path != nullptr && *path != '\0')
        if (void* library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL); library != nullptr)
            return library;
    for (const char* name : {"libcupti.so.13", "libcupti.so.12"})
        if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL); library != nullptr)
            return library;
    return nullptr;
}

/// Resolves names of one library and remembers the first that is not there.
class Resolver {
public:
    explicit Resolver(void* library)
        : m_library(library)
    {
    }

    template <typename Function>
    void optional(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(::dlsym(m_library, name));
    }

    template <typename Function>
    void required(Function& function, const char* name)
    {
        optional(function, name);
        if (function == nullptr && m_missing == nullptr)
            m_missing = name;
    }

    [[nodiscard]] const char* missing() const { return m_missing; }

private:
    void* m_library;
    const char* m_missing = nullptr;
};

const char* resolve(void* library, CuptiApi& api)
{
    Resolver resolver(library);
    resolver.required(api.subscribe, "cuptiSubscribe");
    resolver.required(api.unsubscribe, "cuptiUnsubscribe");
    resolver.required(api.enableCallback, "cuptiEnableCallback");
    resolver.required(api.registerCallbacks, "cuptiActivityRegisterCallbacks");
    resolver.required(api.setAttribute, "cuptiActivitySetAttribute");
    resolver.required(api.setThreadIdType, "cuptiSetThreadIdType");
    resolver.required(api.enable, "cuptiActivityEnable");
    resolver.required(api.disable, "cuptiActivityDisable");
    resolver.required(api.flushAll, "cuptiActivityFlushAll");
    resolver.required(api.nextRecord, "cuptiActivityGetNextRecord");
    resolver.required(api.droppedRecords, "cuptiActivityGetNumDroppedRecords");
    resolver.optional(api.callbackName, "cuptiGetCallbackName");
    resolver.optional(api.graphExecId, "cuptiGetGraphExecId");
    resolver.optional(api.subscribeV2, "cuptiSubscribe_v2");
    resolver.optional(api.enableRuntimeApi, "cuptiActivityEnableRuntimeApi");
    resolver.optional(api.enableDriverApi, "cuptiActivityEnableDriverApi");
    return resolver.missing();
}

std::string fileOf(void* symbol)
{
    Dl_info info {};
    return ::dladdr(symbol, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

Outcome<void> checkThereIsOne()
{
    const auto files = mappedLibraries("libcupti.so");
    if (files.size() < 2)
        return {};
    return refuse(FUSESCOPE_COLLECTOR_TWO_CUPTI,
        "no kernels were collected: the process has two copies of CUPTI, " + files[0] + " and "
            + files[1] + ", and only one can see the GPU; remove what loads the second one "
            + "(LD_LIBRARY_PATH, LD_PRELOAD)");
}

tl::unexpected<Failure> tooOld(const std::string& what)
{
    return refuse(FUSESCOPE_COLLECTOR_CUPTI_OLD,
        "no kernels were collected: " + what
            + "; CUPTI of CUDA 12.4 or later is needed, which torch for CUDA 12.4 or later brings");
}

} // namespace

Outcome<CuptiApi> loadCupti(const char* path)
{
    void* library = openCupti(path);
    if (library == nullptr)
        return refuse(FUSESCOPE_COLLECTOR_NO_CUPTI,
            "no kernels were collected: libcupti is not in this environment; install it with "
            "`pip install nvidia-cuda-cupti` (`nvidia-cuda-cupti-cu12` for CUDA 12)");
    const auto getVersion
        = reinterpret_cast<decltype(&cuptiGetVersion)>(::dlsym(library, "cuptiGetVersion"));
    if (getVersion == nullptr)
        return tooOld("this libcupti has no cuptiGetVersion");
    CuptiApi api {.file = fileOf(reinterpret_cast<void*>(getVersion))};
    if (auto one = checkThereIsOne(); !one)
        return tl::unexpected(one.error());
    if (const auto result = getVersion(&api.version); result != CUPTI_SUCCESS)
        return refuse(FUSESCOPE_COLLECTOR_NO_CUPTI,
            "no kernels were collected: " + api.file + " does not tell its version, "
                + errorText(result));
    if (api.version < oldestVersion)
        return tooOld(api.file + " is version " + std::to_string(api.version));
    if (const char* missing = resolve(library, api); missing != nullptr)
        return tooOld(api.file + " has no " + missing);
    return api;
}

} // namespace profiler::collect
