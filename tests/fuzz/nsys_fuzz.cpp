// SPDX-License-Identifier: Apache-2.0
// Any bytes as an export of Nsight Systems: no crash, no hang, and columns of one length.
#include "profiler/formats/nsys/nsys_reader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace {

/// In memory: SQLite wants a file.
const std::string& fuzzedFile()
{
    static const std::string file = "/dev/shm/nsys-fuzz-" + std::to_string(::getpid()) + ".sqlite";
    return file;
}

bool sameLengths(const profiler::TraceRows& rows)
{
    const auto kernels = rows.kernels.size();
    return rows.kernels.flags.size() == kernels && rows.kernels.shape.size() == kernels
        && rows.copies.flags.size() == rows.copies.size()
        && rows.apis.result.size() == rows.apis.size()
        && rows.operators.place.size() == rows.operators.size();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::ofstream(fuzzedFile(), std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const auto trace = profiler::readNsys(fuzzedFile());
    std::filesystem::remove(fuzzedFile());
    if (trace ? !sameLengths(trace->rows) : trace.error().message.empty())
        std::abort();
    return 0;
}
