// SPDX-License-Identifier: Apache-2.0
// Wrote occupancy.csv: the answers of NVIDIA's own cuda_occupancy.h. Built by hand with
//   g++ -I <CUDA>/include make_occupancy.cpp -o make_occupancy && ./make_occupancy > occupancy.csv
#include <cuda_occupancy.h>

#include <climits>
#include <cstdio>

struct Device {
    int major, minor, threads;
    int sharedKibibytes, optinKibibytes, sms;
};

int main()
{
    // From the table "Technical Specifications per Compute Capability" of the programming guide.
    const Device devices[] {{6, 0, 2048, 64, 48, 56}, {7, 0, 2048, 96, 96, 80},
        {7, 5, 1024, 64, 64, 40}, {8, 0, 2048, 164, 163, 108}, {8, 6, 1536, 100, 99, 82},
        {8, 9, 1536, 100, 99, 128}, {9, 0, 2048, 228, 227, 132}, {10, 0, 2048, 228, 227, 148},
        {12, 0, 1536, 100, 99, 170}};
    const int blocks[] {32, 96, 128, 160, 256, 512, 1000};
    const int registers[] {24, 32, 40, 64, 96, 128, 168, 255};
    const int shared[] {0, 1024, 16384, 33000, 49152, 98304, 200000};
    std::printf("major,minor,block,registers,shared,active_blocks\n");
    for (const auto& device : devices)
        for (const int block : blocks)
            for (const int regs : registers)
                for (const int bytes : shared) {
                    cudaOccDeviceProp properties {};
                    properties.computeMajor = device.major;
                    properties.computeMinor = device.minor;
                    properties.maxThreadsPerBlock = 1024;
                    properties.maxThreadsPerMultiprocessor = device.threads;
                    properties.regsPerBlock = 65536;
                    properties.regsPerMultiprocessor = 65536;
                    properties.warpSize = 32;
                    properties.sharedMemPerBlock = 49152;
                    properties.sharedMemPerMultiprocessor = device.sharedKibibytes * 1024UL;
                    properties.numSms = device.sms;
                    properties.sharedMemPerBlockOptin = device.optinKibibytes * 1024UL;
                    properties.reservedSharedMemPerBlock = device.major >= 8 ? 1024 : 0;
                    cudaOccFuncAttributes function {};
                    function.maxThreadsPerBlock = INT_MAX;
                    function.numRegs = regs;
                    function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
                    function.maxDynamicSharedSizeBytes = static_cast<std::size_t>(bytes);
                    cudaOccDeviceState state {};
                    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
                    cudaOccResult result {};
                    const auto status = cudaOccMaxActiveBlocksPerMultiprocessor(&result,
                        &properties, &function, &state, block, static_cast<std::size_t>(bytes));
                    if (status == CUDA_OCC_SUCCESS)
                        std::printf("%d,%d,%d,%d,%d,%d\n", device.major, device.minor, block, regs,
                            bytes, result.activeBlocksPerMultiprocessor);
                }
}
