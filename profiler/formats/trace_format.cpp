// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/trace_format.h"

#include "profiler/formats/chrome/chrome_trace.h"
#include "profiler/formats/kineto/kineto_reader.h"
#include "profiler/formats/memory_snapshot/memory_snapshot_reader.h"
#include "profiler/formats/nsys/nsys_reader.h"
#include "profiler/formats/torch_log/torch_trace_reader.h"

#include <algorithm>
#include <utility>

namespace profiler {

namespace {

Result<void> readTraceOfTorch(
    const std::filesystem::path& path, const ReadProgress& progress, ImportedVariant& variant)
{
    auto trace = readKineto(path, progress);
    if (!trace)
        return tl::unexpected(trace.error());
    if (trace->events == 0)
        return failure(ErrorKind::BadData,
            path.string() + " holds no event; nothing was imported, record the trace again");
    variant.traces.push_back(*std::move(trace));
    return {};
}

Result<void> readTraceOfNsys(
    const std::filesystem::path& path, const ReadProgress& progress, ImportedVariant& variant)
{
    return readNsys(path, progress).map([&](ImportedTrace trace) {
        variant.traces.push_back(std::move(trace));
    });
}

Result<void> readLog(
    const std::filesystem::path& path, const ReadProgress& progress, ImportedVariant& variant)
{
    return readTorchTrace(path, progress).map([&](CompileLog log) {
        variant.logs.push_back(std::move(log));
    });
}

Result<void> readSnapshot(
    const std::filesystem::path& path, const ReadProgress& progress, ImportedVariant& variant)
{
    return readMemorySnapshot(path, progress).map([&](const MemorySnapshot& snapshot) {
        variant.snapshots.push_back(memoryOf(snapshot));
    });
}

} // namespace

const std::vector<TraceFormat>& traceFormats()
{
    static const std::vector<TraceFormat> formats {
        {.name = "traces of torch.profiler (.json, .json.gz)",
            .tool = "torch.profiler",
            .endings = {".json", ".json.gz"},
            .marks = {".trace", ".pt"},
            .recognises = isKineto,
            .read = readTraceOfTorch,
            .key = "chrome",
            .writtenAs = "a trace for Perfetto",
            .write = writeChromeTrace},
        {.name = "SQLite exports of Nsight Systems",
            .tool = "Nsight Systems",
            .endings = {".sqlite", ".nsys-rep"},
            .recognises = isNsys,
            .read = readTraceOfNsys},
        {.name = "TORCH_TRACE files or folders",
            .tool = "TORCH_TRACE",
            .endings = {".log"},
            .recognises = isTorchTrace,
            .read = readLog},
        {.name = "memory snapshots of torch",
            .endings = {".pickle", ".pkl"},
            .recognises = isMemorySnapshot,
            .read = readSnapshot}};
    return formats;
}

std::string traceFormatList(std::string_view TraceFormat::*field, std::string_view beforeLast)
{
    std::vector<std::string_view> values;
    for (const auto& format : traceFormats())
        if (!(format.*field).empty())
            values.push_back(format.*field);
    std::string list;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string_view between = i + 1 < values.size() ? ", " : beforeLast;
        list.append(i == 0 ? "" : between).append(values[i]);
    }
    return list;
}

const TraceFormat* writtenTraceFormat(std::string_view key)
{
    const auto found = std::ranges::find(traceFormats(), key, &TraceFormat::key);
    return key.empty() || found == traceFormats().end() ? nullptr : &*found;
}

} // namespace profiler
