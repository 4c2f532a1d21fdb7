// SPDX-License-Identifier: Apache-2.0
// The reader of TORCH_TRACE logs beside tlparse, each in a process of its own, on a log of 100 MB:
// a real one of Inductor repeated. tlparse comes from TLPARSE, or from the environment that
// tests/bench/run makes in build/tlparse.
#include "profiler/formats/torch_log/torch_trace_reader.h"

#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t logBytes = 100'000'000;
constexpr int tries = 5;
constexpr double leastMegabytesPerSecond = 100;
constexpr double mostMemoryRatio = 1.0 / 3;

struct Cost {
    double cpuSeconds = 1e9; ///< what other programs do beside it costs it nothing
    double peakBytes = 0;
};

/// `work` in a child; nullopt: it failed.
std::optional<Cost> costOf(const std::function<int()>& work)
{
    std::fflush(nullptr); // or the child writes what is buffered once more
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(work());
    int status = 0;
    rusage use {};
    if (child < 0 || ::wait4(child, &status, 0, &use) != child || status != 0)
        return std::nullopt;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return Cost {.cpuSeconds = seconds(use.ru_utime) + seconds(use.ru_stime),
        .peakBytes = static_cast<double>(use.ru_maxrss) * 1024};
}

/// A block at a time: children begin with what this process holds.
bool makeLog(const fs::path& from, const fs::path& target)
{
    const auto source = profiler::openGlog(from, {});
    if (!source)
        return false;
    std::string text;
    std::array<char, 65536> block {};
    while (const auto count = (*source)->read(block).value_or(0))
        text.append(block.data(), count);
    std::ofstream log(target, std::ios::binary);
    for (std::int64_t written = 0; written < logBytes && !text.empty();
         written += static_cast<std::int64_t>(text.size()))
        log << text;
    return log.good() && !text.empty();
}

int readOurselves(const fs::path& log)
{
    const auto read = profiler::readTorchTrace(log);
    return read && read->records > 0 && read->losses.empty() ? 0 : 1;
}

int runTlparse(const fs::path& program, const fs::path& log, const fs::path& output)
{
    if (std::freopen("/dev/null", "w", stdout) == nullptr
        || std::freopen("/dev/null", "w", stderr) == nullptr)
        return 1;
    ::execl(program.c_str(), "tlparse", log.c_str(), "-o", output.c_str(), "--overwrite",
        "--no-browser", nullptr);
    return 127;
}

/// Empty where there is none.
fs::path tlparse()
{
    const char* given = std::getenv("TLPARSE"); // NOLINT(concurrency-mt-unsafe): one thread
    if (given != nullptr)
        return given;
    const fs::path installed = fs::path(FUSESCOPE_SOURCE_DIR) / "build/tlparse/venv/bin/tlparse";
    return fs::exists(installed) ? installed : fs::path {};
}

bool report(const char* name, double figure, double limit, bool ok)
{
    std::printf("%-34s %12.4g %12.4g %s\n", name, figure, limit, ok ? "ok" : "FAIL");
    return ok;
}

bool reportMemory(const Cost& ours, const fs::path& log, const fs::path& folder)
{
    const auto program = tlparse();
    if (program.empty()) {
        std::printf(
            "torch_trace_memory_of_tlparse      skipped: no tlparse in TLPARSE or build/tlparse\n");
        return true;
    }
    const auto theirs = costOf([&] { return runTlparse(program, log, folder / "out"); });
    if (!theirs) {
        std::printf("torch_trace_memory_of_tlparse      skipped: tlparse failed\n");
        return true;
    }
    std::printf("tlparse: %.1f s of CPU, %.0f MB; ours: %.1f s, %.0f MB\n", theirs->cpuSeconds,
        theirs->peakBytes / 1e6, ours.cpuSeconds, ours.peakBytes / 1e6);
    const auto ratio = ours.peakBytes / theirs->peakBytes;
    return report(
        "torch_trace_memory_of_tlparse", ratio, mostMemoryRatio, ratio <= mostMemoryRatio);
}

} // namespace

int main()
{
    const auto from = fs::path(FUSESCOPE_SHARED_DATA) / "tlog" / "make_tlog_inductor.log.gz";
    const tests::TemporaryFolder folder;
    const auto log = folder / "repeated.log";
    const auto made = costOf([&] { return makeLog(from, log) ? 0 : 1; });
    if (!made) {
        std::printf("torch_trace_reader: skipped, %s cannot be read\n", from.c_str());
        return 0;
    }
    const auto megabytes = static_cast<double>(fs::file_size(log)) / 1e6;
    Cost best;
    for (int i = 0; i < tries; ++i) {
        const auto cost = costOf([&] { return readOurselves(log); });
        if (cost && cost->cpuSeconds < best.cpuSeconds)
            best = *cost;
    }
    const auto speed = megabytes / best.cpuSeconds;
    bool ok = report("torch_trace_megabytes_per_second", speed, leastMegabytesPerSecond,
        speed >= leastMegabytesPerSecond);
    ok &= reportMemory(best, log, folder.path());
    return ok ? 0 : 1;
}
