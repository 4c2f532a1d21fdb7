// SPDX-License-Identifier: Apache-2.0
// usage: collector_player COLLECTOR SPOOL SCENARIO
// Loads the collector as a worker does and plays one scenario: a session is one a process. Prints
// lines "key value"; statuses are numbers of collector_abi.h.
#include "fakes/fake_cupti.h"
#include "made_up_records.h"
#include "profiler/collect/collector_abi.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <span>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using namespace collect_test;

template <typename Function>
Function symbol(void* library, const char* name)
{
    auto* found = ::dlsym(library, name);
    if (found == nullptr) {
        std::fprintf(stderr, "%s is not there\n", name);
        std::_Exit(3);
    }
    return reinterpret_cast<Function>(found);
}

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage,bugprone-macro-parentheses): text and type
#define FROM(library, function) symbol<decltype(&function)>(library, #function)

/// The collector as a worker sees it.
struct Collector {
    explicit Collector(const char* file)
        : library(::dlopen(file, RTLD_NOW | RTLD_LOCAL))
    {
        if (library == nullptr) {
            std::fprintf(stderr, "%s\n", ::dlerror()); // NOLINT(concurrency-mt-unsafe)
            std::_Exit(3);
        }
    }

    void* library;
    decltype(&collector_abi) abi = FROM(library, collector_abi);
    decltype(&collector_open) open = FROM(library, collector_open);
    decltype(&collector_start) start = FROM(library, collector_start);
    decltype(&collector_trace_begin) traceBegin = FROM(library, collector_trace_begin);
    decltype(&collector_call_begin) callBegin = FROM(library, collector_call_begin);
    decltype(&collector_call_end) callEnd = FROM(library, collector_call_end);
    decltype(&collector_flush) flush = FROM(library, collector_flush);
    decltype(&collector_trace_end) traceEnd = FROM(library, collector_trace_end);
    decltype(&collector_stop) stop = FROM(library, collector_stop);
    decltype(&collector_error) error = FROM(library, collector_error);
    decltype(&collector_now_ns) nowNs = FROM(library, collector_now_ns);
};

/// The made-up libcupti, once the collector has opened it.
struct FakeCupti {
    static void* find()
    {
        void* library = ::dlopen("libcupti.so.13", RTLD_NOW | RTLD_NOLOAD);
        return library != nullptr ? library : ::dlopen("libcupti.so.12", RTLD_NOW | RTLD_NOLOAD);
    }

    void* library = find();
    decltype(&fake_cupti_play) play = FROM(library, fake_cupti_play);
    decltype(&fake_cupti_wait) wait = FROM(library, fake_cupti_wait);
    decltype(&fake_cupti_set_flush) setFlush = FROM(library, fake_cupti_set_flush);
    decltype(&fake_cupti_set_dropped) setDropped = FROM(library, fake_cupti_set_dropped);
    decltype(&fake_cupti_create_graph) createGraph = FROM(library, fake_cupti_create_graph);
    decltype(&fake_cupti_lost) lost = FROM(library, fake_cupti_lost);
    decltype(&fake_cupti_dirty_buffers) dirtyBuffers = FROM(library, fake_cupti_dirty_buffers);
    decltype(&fake_cupti_calls) calls = FROM(library, fake_cupti_calls);
};

void say(const char* key, std::uint64_t value)
{
    std::printf("%s %llu\n", key, static_cast<unsigned long long>(value));
}

void say(const char* key, const char* value)
{
    std::printf("%s %s\n", key, value);
}

void say(const fusescope_collector_stats& stats)
{
    say("complete", stats.complete);
    say("kernels", stats.kernels);
    say("apis", stats.apis);
    say("dropped", stats.dropped);
    say("refused", stats.refused);
    say("launches_without_kernel", stats.launches_without_kernel);
    say("kernels_without_launch", stats.kernels_without_launch);
    say("rows_lost", stats.rows_lost);
    say("buffers_out", stats.buffers_out);
    say("buffers_back", stats.buffers_back);
    say("bytes", stats.bytes);
    say("pool_peak", stats.pool_peak);
}

/// Launches with their kernels, numbered from `first`.
struct Launches {
    std::uint32_t first = 1;
    std::uint32_t count = 0;
    std::uint32_t thread = 41;
    bool kernels = true;
    RecordSizes sizes = cupti130;
    std::uint32_t given = 0;
    bool kernelIsNext = false;
    std::chrono::microseconds pause {0};
    std::uint32_t pauseEvery = 1; ///< launches
};

// NOLINTNEXTLINE(readability-non-const-parameter): the type of a source
long nextOf(void* context, std::uint8_t* out, std::size_t room)
{
    static const char* const names[] = {"gemm", "softmax", "layer_norm", "triton_poi_fused_add_0"};
    auto& launches = *static_cast<Launches*>(context);
    if (launches.given == launches.count)
        return -1;
    const auto id = launches.first + launches.given;
    const auto start = 1'700'000'000'000'000'000U + std::uint64_t {id} * 1000;
    const auto size
        = launches.kernelIsNext ? launches.sizes.kernel : sizeof(profiler::collect::ApiRecord);
    if (room < size)
        return 0;
    if (launches.pause.count() > 0 && !launches.kernelIsNext
        && launches.given % launches.pauseEvery == 0)
        std::this_thread::sleep_for(launches.pause);
    if (launches.kernelIsNext) {
        auto& kernel = *reinterpret_cast<profiler::collect::KernelRecord*>(out);
        kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
        kernel.start = start + 500;
        kernel.end = start + 900;
        kernel.correlationId = id;
        kernel.name = names[id % 4];
        kernel.streamId = 7;
        kernel.gridX = static_cast<std::int32_t>(id % 8);
    } else {
        auto& call = *reinterpret_cast<profiler::collect::ApiRecord*>(out);
        call.kind = CUPTI_ACTIVITY_KIND_RUNTIME;
        call.cbid = 211;
        call.start = start;
        call.end = start + 400;
        call.threadId = launches.thread;
        call.correlationId = id;
    }
    const bool done = launches.kernelIsNext || !launches.kernels;
    launches.given += done ? 1 : 0;
    launches.kernelIsNext = !done;
    return static_cast<long>(size);
}

struct Scene {
    Collector& collector;
    const char* spool;

    void check(const char* step, fusescope_collector_status status) const
    {
        say(step, status);
        if (status != FUSESCOPE_COLLECTOR_OK)
            say((std::string(step) + "_error").c_str(), collector.error());
    }

    void open(fusescope_collector_config config = {}) const
    {
        fusescope_collector_info info {};
        info.size = sizeof(info);
        config.size = sizeof(config);
        config.cupti_path = std::getenv("PLAYER_CUPTI_PATH"); // NOLINT(concurrency-mt-unsafe)
        check("open", collector.open(&config, &info));
        say("cupti_version", info.cupti_version);
        say("driver_version", static_cast<std::uint64_t>(info.driver_version));
        say("cupti_file", info.cupti_file);
    }

    void begin(fusescope_collector_config config = {}) const
    {
        open(config);
        check("start", collector.start());
        check("trace_begin", collector.traceBegin(spool));
    }

    void endTrace() const
    {
        fusescope_collector_stats stats {};
        stats.size = sizeof(stats);
        check("trace_end", collector.traceEnd(&stats));
        say(stats);
    }

    void stop() const
    {
        fusescope_collector_stats stats {};
        stats.size = sizeof(stats);
        check("stop", collector.stop(&stats));
        say(stats);
    }
};

void play(const FakeCupti& cupti, std::vector<Launches>& sources)
{
    for (auto& source : sources)
        cupti.play(&nextOf, &source);
    cupti.wait();
}

std::uint32_t manyRecords()
{
    const char* text = std::getenv("PLAYER_LAUNCHES"); // NOLINT(concurrency-mt-unsafe)
    return text == nullptr ? 100'000U : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

void openOnly(Scene& scene)
{
    scene.open();
    scene.check("start", scene.collector.start());
    scene.check("again", scene.collector.open(nullptr, nullptr));
}

/// One trace of two calls, from two threads of CUPTI.
void twoThreads(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    std::vector<Launches> sources {
        {.first = 1, .count = 1000, .thread = 41}, {.first = 5001, .count = 1000, .thread = 42}};
    for (auto& source : sources) {
        scene.collector.callBegin();
        cupti.play(&nextOf, &source);
        cupti.wait();
        scene.collector.callEnd();
        scene.check("flush", scene.collector.flush());
    }
    scene.endTrace();
    scene.stop();
    say("dirty_buffers", cupti.dirtyBuffers());
    std::printf("%s", cupti.calls());
}

void many(Scene& scene)
{
    scene.begin({.most_rows = 100'000'000});
    const FakeCupti cupti;
    std::vector<Launches> sources(4);
    for (std::uint32_t i = 0; i < 4; ++i)
        sources[i] = {.first = 1 + i * (manyRecords() / 4),
            .count = manyRecords() / 4,
            .thread = i,
            .pause = std::chrono::milliseconds(30), // a GPU runs a million kernels a second
            .pauseEvery = 10'000};
    play(cupti, sources);
    scene.endTrace();
    scene.stop();
    say("lost", cupti.lost());
    say("dirty_buffers", cupti.dirtyBuffers());
}

/// Far more records than two small buffers hold, faster than they are decoded.
void starved(Scene& scene)
{
    scene.begin({.buffer_bytes = 1 << 16, .pool_buffers = 2, .pool_most = 2});
    const FakeCupti cupti;
    const bool old = cupti.library == ::dlopen("libcupti.so.12", RTLD_NOW | RTLD_NOLOAD);
    std::vector<Launches> sources(8);
    for (std::uint32_t i = 0; i < 8; ++i)
        sources[i] = {.first = 1 + i * 20'000,
            .count = 20'000,
            .thread = i,
            .sizes = old ? cupti124 : cupti130};
    play(cupti, sources);
    scene.endTrace();
    scene.stop();
    say("lost", cupti.lost());
}

/// The pool grows while the buffers are away.
void growing(Scene& scene)
{
    scene.begin({.buffer_bytes = 1 << 16, .pool_buffers = 2, .pool_most = 400});
    const FakeCupti cupti;
    std::vector<Launches> sources(8);
    for (std::uint32_t i = 0; i < 8; ++i)
        sources[i] = {.first = 1 + i * 10'000, .count = 10'000, .thread = i};
    play(cupti, sources);
    scene.endTrace();
    scene.stop();
    say("lost", cupti.lost());
}

/// Two traces in a row with launches between them that belong to neither.
void twoTraces(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    std::vector<Launches> first {{.first = 1, .count = 100}};
    play(cupti, first);
    scene.endTrace();
    cupti.setFlush(FlushOnlyForced);
    std::vector<Launches> between {{.first = 1001, .count = 300}};
    play(cupti, between);
    const auto second = std::string(scene.spool) + ".second";
    scene.check("trace_begin", scene.collector.traceBegin(second.c_str()));
    std::vector<Launches> last {{.first = 2001, .count = 200}};
    play(cupti, last);
    scene.endTrace();
    scene.stop();
}

void flushOnlyForced(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    cupti.setFlush(FlushOnlyForced);
    std::vector<Launches> sources {{.first = 1, .count = 20'000}};
    play(cupti, sources);
    scene.endTrace();
    scene.stop();
}

/// The trace is stopped while CUPTI still writes to its buffers, which come back afterwards.
void stopWhileOut(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    Launches slow {.first = 1, .count = 2000, .pause = std::chrono::microseconds(100)};
    cupti.setFlush(FlushNothing);
    cupti.play(&nextOf, &slow);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    scene.stop();
    cupti.setFlush(FlushAsUsual);
    cupti.wait();
    symbol<CUptiResult (*)(std::uint32_t)>(cupti.library, "cuptiActivityFlushAll")(1);
    scene.stop();
}

void dropping(Scene& scene)
{
    scene.open();
    scene.check("start", scene.collector.start());
    const FakeCupti cupti;
    cupti.setDropped(99); // before the trace
    scene.check("trace_begin", scene.collector.traceBegin(scene.spool));
    std::vector<Launches> sources {{.first = 1, .count = 10}};
    play(cupti, sources);
    cupti.setDropped(7);
    scene.endTrace();
    scene.stop();
}

void graphs(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    cupti.createGraph(3);
    RecordBuffer buffer;
    const auto now = static_cast<std::uint64_t>(scene.collector.nowNs()) + 1'000'000;
    buffer.add(MadeUpCall {.correlation = 1, .id = 311});
    buffer.add(
        MadeUpKernel {.start = now, .end = now + 1, .correlation = 1, .graph = 3, .node = 1});
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    cupti.createGraph(3);
    const auto later = static_cast<std::uint64_t>(scene.collector.nowNs()) + 1'000'000;
    buffer.add(MadeUpCall {.correlation = 2, .id = 311});
    buffer.add(
        MadeUpKernel {.start = later, .end = later + 1, .correlation = 2, .graph = 3, .node = 1});

    struct Rest {
        std::span<std::uint8_t> bytes;
    } rest {buffer.bytes()};

    cupti.play(
        [](void* context, std::uint8_t* out, std::size_t room) -> long {
            auto& bytes = static_cast<Rest*>(context)->bytes;
            if (bytes.empty())
                return -1;
            if (room < bytes.size())
                return 0;
            std::memcpy(out, bytes.data(), bytes.size());
            const auto size = bytes.size();
            bytes = {};
            return static_cast<long>(size);
        },
        &rest);
    cupti.wait();
    scene.endTrace();
    scene.stop();
}

/// Killed in the middle of a trace, after a call was flushed.
void killed(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    std::vector<Launches> sources {{.first = 1, .count = 100}};
    scene.collector.callBegin();
    play(cupti, sources);
    scene.collector.callEnd();
    scene.check("flush", scene.collector.flush());
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::fflush(stdout);
    ::kill(::getpid(), SIGKILL);
}

/// Ends without stop.
void leaves(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    std::vector<Launches> sources {{.first = 1, .count = 100}};
    play(cupti, sources);
}

/// A child that is forked must neither wait for the decoder nor touch the file.
void forks(Scene& scene)
{
    scene.begin();
    const FakeCupti cupti;
    std::vector<Launches> sources {{.first = 1, .count = 100}};
    play(cupti, sources);
    std::fflush(stdout);
    const auto child = ::fork();
    if (child == 0) {
        const auto status = scene.collector.stop(nullptr);
        std::exit(status == FUSESCOPE_COLLECTOR_BAD_ORDER ? 0 : 1); // NOLINT(concurrency-mt-unsafe)
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    say("child", static_cast<std::uint64_t>(WEXITSTATUS(status)));
    scene.endTrace();
    scene.stop();
}

void outOfTurn(Scene& scene)
{
    scene.check("start", scene.collector.start());
    scene.collector.callEnd();
    scene.open();
    scene.check("trace_begin_early", scene.collector.traceBegin(scene.spool));
    scene.check("flush_early", scene.collector.flush());
    scene.check("start_in_turn", scene.collector.start());
    scene.check("start_again", scene.collector.start());
    scene.endTrace();
    scene.check("no_folder", scene.collector.traceBegin("/no/such/folder/spool"));
    scene.check("trace_begin", scene.collector.traceBegin(scene.spool));
    scene.check("trace_begin_again", scene.collector.traceBegin(scene.spool));
    scene.stop();
    scene.check("trace_begin_late", scene.collector.traceBegin(scene.spool));
}

/// Copies of libcupti that the process has before the collector is opened.
void twoCopies(Scene& scene)
{
    for (const char* variable : {"PLAYER_FIRST_CUPTI", "PLAYER_SECOND_CUPTI"}) {
        const char* file = std::getenv(variable); // NOLINT(concurrency-mt-unsafe)
        if (file != nullptr && ::dlopen(file, RTLD_NOW | RTLD_LOCAL) == nullptr)
            std::_Exit(3);
    }
    scene.open();
}

void allApis(Scene& scene)
{
    scene.begin({.flags = FUSESCOPE_COLLECTOR_ALL_APIS | FUSESCOPE_COLLECTOR_GRAPH_LEVEL});
    const FakeCupti cupti;
    std::printf("%s", cupti.calls());
    scene.stop();
}

/// The edges of a call, many times.
void edges(Scene& scene)
{
    scene.begin();
    constexpr int calls = 20'000;
    const auto start = scene.collector.nowNs();
    for (int i = 0; i < calls; ++i) {
        scene.collector.callBegin();
        scene.collector.callEnd();
    }
    say("edge_ns", static_cast<std::uint64_t>((scene.collector.nowNs() - start) / (2L * calls)));
    scene.endTrace();
    scene.stop();
}

const std::map<std::string, void (*)(Scene&)>& scenarios()
{
    static const std::map<std::string, void (*)(Scene&)> all {{"open", &openOnly},
        {"two_threads", &twoThreads}, {"many", &many}, {"starved", &starved}, {"growing", &growing},
        {"two_traces", &twoTraces}, {"flush_only_forced", &flushOnlyForced},
        {"stop_while_out", &stopWhileOut}, {"dropping", &dropping}, {"graphs", &graphs},
        {"killed", &killed}, {"leaves", &leaves}, {"forks", &forks}, {"out_of_turn", &outOfTurn},
        {"two_copies", &twoCopies}, {"all_apis", &allApis}, {"edges", &edges}};
    return all;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 4 || !scenarios().contains(argv[3])) {
        std::fprintf(stderr, "usage: %s COLLECTOR SPOOL SCENARIO\n", argv[0]);
        return 2;
    }
    Collector collector(argv[1]);
    say("abi", collector.abi());
    Scene scene {collector, argv[2]};
    scenarios().at(argv[3])(scene);
    say("end", "reached");
    return 0;
}
