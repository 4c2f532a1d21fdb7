// SPDX-License-Identifier: Apache-2.0
// A library that looks like NVIDIA's driver; what it answers comes from the environment.
#include <cuda.h>

#include <cstdlib>

namespace {

int numberOf(const char* variable, int otherwise)
{
    const char* text = std::getenv(variable); // NOLINT(concurrency-mt-unsafe)
    return text == nullptr ? otherwise : std::atoi(text); // NOLINT(cert-err34-c): our own tests
}

} // namespace

extern "C" {

CUresult cuInit(unsigned /*flags*/)
{
    return static_cast<CUresult>(numberOf("FAKE_CUDA_INIT", CUDA_SUCCESS));
}

CUresult cuDriverGetVersion(int* version)
{
    *version = numberOf("FAKE_CUDA_VERSION", 13000);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count)
{
    *count = numberOf("FAKE_CUDA_DEVICES", 1);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active)
{
    *flags = 0;
    *active = device == numberOf("FAKE_CUDA_ACTIVE", -1) ? 1 : 0;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context)
{
    *context = nullptr;
    return static_cast<CUresult>(numberOf("FAKE_CUDA_CURRENT", CUDA_SUCCESS));
}
}
