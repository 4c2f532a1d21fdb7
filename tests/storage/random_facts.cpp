// SPDX-License-Identifier: Apache-2.0
#include "tests/storage/random_facts.h"

#include "tests/support/replay.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>

namespace tests {

using namespace profiler;

namespace {

class Chance {
public:
    explicit Chance(std::uint64_t seed)
        : m_engine(seed)
    {
    }

    std::uint64_t bits() { return m_engine(); }

    int below(int end) { return static_cast<int>(bits() % static_cast<std::uint64_t>(end)); }

    bool yes() { return below(2) == 0; }

    std::int64_t integer()
    {
        constexpr std::array<std::int64_t, 6> extremes {0, 1, -1,
            std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(),
            std::int64_t {1} << 53};
        if (below(8) == 0)
            return extremes[static_cast<std::size_t>(below(6))];
        return static_cast<std::int64_t>(bits()) >> below(63);
    }

    int smallInteger() { return static_cast<int>(static_cast<std::int32_t>(bits())); }

    double real()
    {
        const auto value = std::bit_cast<double>(bits());
        return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
    }

    std::string text()
    {
        constexpr std::array<const char*, 5> texts {"", "größer 1,5 €", "'; DROP TABLE block; --",
            "line one\nline two\t\"quoted\"", "plain"};
        if (below(3) == 0)
            return texts[static_cast<std::size_t>(below(5))];
        std::string bytes;
        for (int i = below(24); i > 0; --i)
            bytes += static_cast<char>(bits());
        return bytes;
    }

    nanoseconds duration() { return nanoseconds(integer()); }

    UtcTime time() { return {integer()}; }

    template <typename Make>
    auto maybe(Make&& make) -> std::optional<decltype(make())>
    {
        if (yes())
            return std::nullopt;
        return make();
    }

    std::optional<std::int64_t> maybeInteger()
    {
        return maybe([this] { return integer(); });
    }

    std::optional<double> maybeReal()
    {
        return maybe([this] { return real(); });
    }

    template <typename Make>
    auto several(int most, Make&& make)
    {
        std::vector<decltype(make())> made;
        for (int i = below(most + 1); i > 0; --i)
            made.push_back(make());
        return made;
    }

private:
    std::mt19937_64 m_engine;
};

constexpr int variants = 3;
constexpr int cases = 2;

std::optional<int> maybeCase(Chance& chance)
{
    return chance.maybe([&] { return chance.below(cases); });
}

CallBlock makeBlock(Chance& chance, int calls)
{
    const auto column = [&](auto value) {
        return chance.several(
            calls, [&] { return static_cast<decltype(value)>(chance.integer()); });
    };
    CallBlock block {.kind = BlockKind {chance.below(2)},
        .caseIndex = chance.below(cases),
        .clock = Clock {chance.below(2)},
        .round = chance.below(30) - 1,
        .order = chance.below(1000),
        .repeated = chance.yes(),
        .started = chance.time(),
        .wallNs = column(std::int64_t {}),
        .cpuNs = column(std::int64_t {}),
        .switches = column(std::int32_t {}),
        .compiled = column(std::uint8_t {}),
        .compileCountMoved = chance.yes()};
    block.machine = {.cpuPressureRatio = chance.maybeReal(),
        .stealRatio = chance.maybeReal(),
        .cpuPerWall = chance.maybeReal(),
        .loadAverage = chance.maybeReal(),
        .smClockMhz = chance.maybeReal(),
        .memoryClockMhz = chance.maybeReal(),
        .powerWatts = chance.maybeReal(),
        .temperatureCelsius = chance.maybeReal(),
        .clockEventReasons = chance.maybeInteger(),
        .foreignGpuProcesses = chance.maybe([&] { return chance.smallInteger(); })};
    block.flags = chance.several(3, [&] { return chance.text(); });
    return block;
}

ProofFact makeProof(Chance& chance)
{
    ProofFact proof {.caseIndex = chance.below(cases),
        .afterBlock = chance.below(20) - 1,
        .observed = chance.yes(),
        .compileCount = chance.integer()};
    for (int i = chance.below(4); i > 0; --i)
        proof.regions[chance.text()] = chance.smallInteger();
    return proof;
}

CompileFact makeCompile(Chance& chance)
{
    CompileFact compile {.compileId = chance.text(),
        .caseIndex = maybeCase(chance),
        .startUp = chance.yes(),
        .function = chance.text(),
        .file = chance.text(),
        .line = chance.smallInteger(),
        .duration = chance.duration(),
        .cache = chance.maybe([&] { return chance.text(); }),
        .nodes = chance.maybeInteger(),
        .operators = chance.maybeInteger(),
        .guards = chance.maybeInteger(),
        .failType = chance.text(),
        .failReason = chance.text(),
        .metricsJson = chance.text()};
    for (int i = chance.below(5); i > 0; --i)
        compile.phases[chance.text()] = chance.duration();
    return compile;
}

GraphBreakFact makeBreak(Chance& chance)
{
    return {.id = chance.text(),
        .reason = chance.text(),
        .explanation = chance.text(),
        .hint = chance.text(),
        .file = chance.text(),
        .line = chance.smallInteger(),
        .function = chance.text(),
        .compileId = chance.text(),
        .caseIndex = maybeCase(chance)};
}

RecompileFact makeRecompile(Chance& chance)
{
    return {.compileId = chance.text(),
        .guard = chance.text(),
        .reason = chance.text(),
        .function = chance.text(),
        .file = chance.text(),
        .line = chance.smallInteger(),
        .duration = chance.maybe([&] { return chance.duration(); }),
        .caseIndex = maybeCase(chance)};
}

MemoryFact makeMemory(Chance& chance)
{
    return {.phase = MemoryPhase {chance.below(4)},
        .caseIndex = maybeCase(chance),
        .hostPeakBytes = chance.maybeInteger(),
        .childrenPeakBytes = chance.maybeInteger(),
        .devicePeakBytes = chance.maybeInteger(),
        .deviceReservedBytes = chance.maybeInteger(),
        .hostAllocatorPeakBytes = chance.maybeInteger()};
}

NumericsFact makeNumerics(Chance& chance)
{
    return {.caseIndex = chance.below(cases),
        .inputSet = chance.smallInteger(),
        .role = TensorRole {chance.below(4)},
        .path = chance.text(),
        .dtype = chance.text(),
        .layoutMismatch = chance.text(),
        .elements = chance.integer(),
        .bitEqual = chance.integer(),
        .mismatches = chance.integer(),
        .nanPositionsEqual = chance.yes(),
        .maxAbs = chance.maybeReal(),
        .maxRel = chance.maybeReal(),
        .maxUlp = chance.maybeInteger(),
        .cosine = chance.maybeReal(),
        .toleranceUsedRatio = chance.maybeReal(),
        .rmseReference = chance.maybeReal(),
        .rmseResult = chance.maybeReal(),
        .argmaxAgreement = chance.maybeReal(),
        .randomOperators = chance.yes()};
}

/// Of every call, or of none.
std::vector<DeviceCall> makeDeviceCalls(Chance& chance, const std::vector<TraceCall>& calls)
{
    std::vector<DeviceCall> device;
    if (chance.yes())
        return device;
    for (const auto& call : calls) {
        auto& made = device.emplace_back(DeviceCall {.durationNs = durationOf(call),
            .hostBoundNs = chance.integer(),
            .kernels = chance.integer(),
            .launches = chance.integer(),
            .graphLaunches = chance.integer()});
        for (const auto kind : workKinds)
            if (chance.yes())
                made.busyNs[kind] = chance.integer();
        for (const auto cause : idleCauses)
            if (chance.yes())
                made.idleNs[cause] = chance.integer();
    }
    return device;
}

TraceSummary makeSummary(Chance& chance)
{
    const auto count = [&] { return chance.integer(); };
    return {.start = {.caseIndex = chance.below(cases),
                .pass = TracePass {chance.below(3)},
                .started = chance.time()},
        .calls = chance.several(4,
            [&] {
                return TraceCall {count(), count()};
            }),
        .operators = chance.several(4,
            [&] {
                return OperatorStat {.name = chance.text(),
                    .kind = static_cast<SpanKind>(chance.below(8)),
                    .count = count(),
                    .totalNs = count(),
                    .selfNs = count(),
                    .selfPerCallNs = chance.real()};
            }),
        .kernels = chance.several(4,
            [&] {
                return KernelStat {.name = chance.text(),
                    .count = count(),
                    .totalNs = count(),
                    .minNs = count(),
                    .maxNs = count(),
                    .perCallNs = chance.real()};
            }),
        .graphs = chance.several(4,
            [&] {
                return GraphWindow {.call = chance.smallInteger(),
                    .compileId = chance.text(),
                    .startNs = count(),
                    .endNs = count(),
                    .inputBytes = count()};
            }),
        .constants = {.nullGraphNs = chance.maybeReal(),
            .wrapperNs = chance.maybeReal(),
            .bytesPerSecond = chance.maybeReal()},
        .losses = {.dropped = count(),
            .refused = count(),
            .zeroTimestamps = count(),
            .negativeDurations = count(),
            .launchesWithoutKernel = count(),
            .kernelsWithoutLaunch = count(),
            .spansLost = count(),
            .clockStepNs = count(),
            .reasons = chance.several(3, [&] { return chance.text(); })},
        .ended = chance.yes(),
        .deviceReason = chance.text()};
}

/// Without rows: those are read apart and have a test of their own.
TraceSummary makeTrace(Chance& chance)
{
    auto trace = makeSummary(chance);
    trace.deviceCalls = makeDeviceCalls(chance, trace.calls);
    return trace;
}

ProcessRecord makeProcess(Chance& chance, const RandomSizes& sizes)
{
    ProcessRecord process;
    process.start = {.kind = ProcessKind {chance.below(5)},
        .variant = chance.below(variants),
        .again = chance.yes(),
        .repetition = chance.smallInteger(),
        .onlyCase = maybeCase(chance),
        .started = chance.time(),
        .pid = chance.smallInteger()};
    process.end = chance.maybe([&] {
        return ProcessEnd {.outcome = ProcessOutcome {chance.below(5)},
            .ended = chance.time(),
            .reason = chance.text(),
            .errorClass = chance.text()};
    });
    for (int i = chance.below(6); i > 0; --i)
        process.environment[chance.text()] = chance.text();
    process.phases = chance.several(5, [&] {
        return PhaseFact {.phase = chance.text(),
            .caseIndex = maybeCase(chance),
            .wall = chance.duration(),
            .cpu = chance.maybe([&] { return chance.duration(); })};
    });
    process.blocks
        = chance.several(sizes.blocks, [&] { return makeBlock(chance, sizes.callsOfABlock); });
    process.steady = chance.several(2, [&] {
        return SteadyFact {.caseIndex = chance.below(cases),
            .steady = chance.yes(),
            .warmUpCalls = chance.integer(),
            .steadyFrom = chance.integer(),
            .noisy = chance.yes(),
            .reason = chance.text()};
    });
    process.proofs = chance.several(4, [&] { return makeProof(chance); });
    process.compiles = chance.several(4, [&] { return makeCompile(chance); });
    process.breaks = chance.several(4, [&] { return makeBreak(chance); });
    process.recompiles = chance.several(4, [&] { return makeRecompile(chance); });
    process.memory = chance.several(4, [&] { return makeMemory(chance); });
    process.numerics = chance.several(4, [&] { return makeNumerics(chance); });
    process.traces = chance.several(3, [&] { return makeTrace(chance); });
    return process;
}

Plan makePlan(Chance& chance)
{
    Plan plan {.name = "plan", .workload = {.spec = "builtin:mlp", .workingDirectory = "/tmp"}};
    plan.cases = {{.name = "s32", .items = chance.maybe([] { return 0.1; })}, {.name = "größer"}};
    plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled},
        {.name = "reduce-overhead",
            .kind = VariantKind::Compiled,
            .compile = {.mode = "reduce-overhead", .options = {{"max_autotune", "true"}}}}};
    plan.goal = {.metric = GoalMetric::P99, .horizonCalls = 1 + chance.below(100'000)};
    plan.protocol.orderSeed = chance.bits() >> 1U;
    return plan;
}

} // namespace

RandomRun randomRun(std::uint64_t seed, const RandomSizes& sizes)
{
    Chance chance(seed);
    RandomRun run;
    run.data.info = {.name = chance.text(),
        .started = chance.time(),
        .utcOffsetMinutes = chance.smallInteger(),
        .status = ComparisonStatus::Running,
        .toolVersion = chance.text(),
        .command = chance.text(),
        .placement = Placement {chance.below(4)}};
    run.data.plan = makePlan(chance);
    for (int i = 0; i < sizes.processes; ++i)
        run.data.processes.push_back(makeProcess(chance, sizes));
    run.data.monitors = chance.several(4, [&] {
        return MonitorSummary {.start = {.source = MonitorSource {chance.below(2)},
                                   .device = chance.text(),
                                   .repetition = chance.maybe([&] { return chance.below(5); }),
                                   .started = chance.time()},
            .series = chance.several(4, [&] { return chance.text(); }),
            .missing = {{chance.text(), chance.text()}}};
    });
    run.data.notices = chance.several(4, [&] {
        return NoticeFact {.variant = chance.maybe([&] { return chance.below(variants); }),
            .caseIndex = maybeCase(chance),
            .rule = chance.text(),
            .sentence = chance.text()};
    });
    for (int i = chance.below(5); i > 0; --i)
        run.data.sources.push_back({.file = "file " + std::to_string(i) + chance.text(),
            .line = chance.below(1000),
            .firstLine = chance.below(1000),
            .text = chance.text(),
            .frames = chance.several(3, [&] {
                return SourceFrame {.file = chance.text(),
                    .line = chance.below(1000),
                    .function = chance.text(),
                    .text = chance.text(),
                    .library = chance.yes()};
            })});
    run.log = chance.several(200, [&] {
        return LogLine {.process = chance.maybe([&] { return ProcessIndex {chance.below(9)}; }),
            .stream = LogStream {chance.below(3)},
            .time = chance.time(),
            .text = chance.text()};
    });
    return run;
}

Result<void> record(RandomRun& run, RecordSink& sink)
{
    const auto recorded = replay(run.data, run.log, sink);
    if (!recorded)
        return tl::unexpected(recorded.error());
    run.data.info.id = *recorded;
    return {};
}

} // namespace tests
