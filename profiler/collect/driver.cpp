// SPDX-License-Identifier: Apache-2.0
#include "profiler/collect/driver.h"

#include <dlfcn.h>
#include <string>

namespace profiler::collect {

namespace {

template <typename Function>
Function find(void* library, const char* name)
{
    return reinterpret_cast<Function>(::dlsym(library, name));
}

Outcome<void*> openDriver()
{
    void* library = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return refuse(FUSESCOPE_COLLECTOR_NO_DRIVER,
            "no kernels were collected: there is no NVIDIA driver here (libcuda.so.1); install one "
            "or make it visible in this container");
    return library;
}

tl::unexpected<Failure> refusedByDriver(int error)
{
    if (error == CUDA_ERROR_NO_DEVICE)
        return refuse(FUSESCOPE_COLLECTOR_NO_DEVICE,
            "no kernels were collected: the NVIDIA driver sees no GPU; look at "
            "CUDA_VISIBLE_DEVICES and `nvidia-smi`");
    return refuse(FUSESCOPE_COLLECTOR_NO_DRIVER,
        "no kernels were collected: the NVIDIA driver could not be initialised (CUDA error "
            + std::to_string(error) + "); look at `nvidia-smi`");
}

/// Contexts of before are not traced whole, so the whole trace would look complete and not be.
bool hasContext(void* library, int devices)
{
    const auto state
        = find<decltype(&cuDevicePrimaryCtxGetState)>(library, "cuDevicePrimaryCtxGetState");
    for (int device = 0; state != nullptr && device < devices; ++device) {
        unsigned flags = 0;
        int active = 0;
        if (state(device, &flags, &active) == CUDA_SUCCESS && active != 0)
            return true;
    }
    return false;
}

} // namespace

Outcome<Driver> Driver::find()
{
    const auto library = openDriver();
    if (!library)
        return tl::unexpected(library.error());
    const auto init = collect::find<decltype(&cuInit)>(*library, "cuInit");
    const auto version
        = collect::find<decltype(&cuDriverGetVersion)>(*library, "cuDriverGetVersion");
    const auto count = collect::find<decltype(&cuDeviceGetCount)>(*library, "cuDeviceGetCount");
    Driver driver;
    driver.m_currentContext
        = collect::find<decltype(&cuCtxGetCurrent)>(*library, "cuCtxGetCurrent");
    if (init == nullptr || version == nullptr || count == nullptr)
        return refusedByDriver(CUDA_ERROR_NOT_FOUND);
    if (const auto error = init(0); error != CUDA_SUCCESS)
        return refusedByDriver(error);
    if (const auto error = version(&driver.m_version); error != CUDA_SUCCESS)
        return refusedByDriver(error);
    if (const auto error = count(&driver.m_deviceCount); error != CUDA_SUCCESS)
        return refusedByDriver(error);
    if (driver.m_deviceCount == 0)
        return refusedByDriver(CUDA_ERROR_NO_DEVICE);
    if (hasContext(*library, driver.m_deviceCount))
        return refuse(FUSESCOPE_COLLECTOR_LATE,
            "no kernels were collected: the process used CUDA before the collector was opened; "
            "move what touches the GPU on import into the workload's callable");
    return driver;
}

bool Driver::isGone() const
{
    CUcontext context = nullptr;
    return m_currentContext == nullptr || m_currentContext(&context) == CUDA_ERROR_DEINITIALIZED;
}

} // namespace profiler::collect
