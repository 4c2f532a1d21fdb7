// SPDX-License-Identifier: Apache-2.0
#include "tests/storage/random_facts.h"

#include "profiler/model/record_sink.h"
#include "storage/columns/trace_tables.h"
#include "storage/rows/fact_columns.h"
#include "tests/support/replay.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>

namespace tests {

using namespace profiler;

namespace {

constexpr int variants = 3;
constexpr int cases = 2;

template <typename Enum>
constexpr int enumerators = 2;
template <>
constexpr int enumerators<MemoryPhase> = 4;
template <>
constexpr int enumerators<TensorRole> = 4;
template <>
constexpr int enumerators<SpanKind> = 8;
template <>
constexpr int enumerators<RoofKind> = 5;
template <>
constexpr int enumerators<TrialOutcome> = 3;
template <>
constexpr int enumerators<TuneDecision> = 7;
template <>
constexpr int enumerators<LossPrecision> = 2;
template <>
constexpr int enumerators<Arrivals> = 3;

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

    UtcTime time() { return {integer()}; }

    template <typename Make>
    auto maybe(Make&& make) -> std::optional<decltype(make())>
    {
        if (yes())
            return std::nullopt;
        return make();
    }

    std::optional<int> maybeCase()
    {
        return maybe([this] { return below(cases); });
    }

    /// With anything in the members that are stored as columns.
    template <typename Value, typename... Types>
    Value any(const storage::RowColumns<Value, Types...>& columns)
    {
        Value value;
        std::apply([&](auto... members) { (fill(value.*members), ...); }, columns.members);
        if constexpr (requires { value.caseIndex.has_value(); })
            value.caseIndex = maybeCase();
        else if constexpr (requires { value.caseIndex; })
            value.caseIndex = below(cases);
        return value;
    }

    template <typename Value, typename... Types>
    std::vector<Value> several(int most, const storage::RowColumns<Value, Types...>& columns)
    {
        return several(most, [&] { return any(columns); });
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
    template <typename T>
    void fill(T& value)
    {
        if constexpr (std::is_same_v<T, std::string>)
            value = text();
        else if constexpr (std::is_same_v<T, bool>)
            value = yes();
        else if constexpr (std::is_same_v<T, double>)
            value = real();
        else if constexpr (std::is_same_v<T, nanoseconds>)
            value = nanoseconds(integer());
        else if constexpr (std::is_same_v<T, UtcTime>)
            value = time();
        else if constexpr (std::is_enum_v<T>)
            value = T {static_cast<std::underlying_type_t<T>>(below(enumerators<T>))};
        else if constexpr (std::is_same_v<T, int>)
            value = smallInteger();
        else
            value = integer();
    }

    template <typename T>
    void fill(std::optional<T>& value)
    {
        if (yes())
            fill(value.emplace());
    }

    std::mt19937_64 m_engine;
};

CallBlock makeBlock(Chance& chance, int calls)
{
    const auto column = [&](auto value) {
        return chance.several(
            calls, [&] { return static_cast<decltype(value)>(chance.integer()); });
    };
    auto block = chance.any(storage::blockFactColumns);
    block.wallNs = column(std::int64_t {});
    block.cpuNs = column(std::int64_t {});
    block.switches = column(std::int32_t {});
    block.compiled = column(std::uint8_t {});
    block.machine = chance.any(storage::machineColumns);
    block.flags = chance.several(3, [&] { return chance.text(); });
    return block;
}

ProofFact makeProof(Chance& chance)
{
    auto proof = chance.any(storage::proofColumns);
    for (int i = chance.below(4); i > 0; --i)
        proof.regions[chance.text()] = chance.smallInteger();
    return proof;
}

CompileFact makeCompile(Chance& chance)
{
    auto compile = chance.any(storage::compileColumns);
    for (int i = chance.below(5); i > 0; --i)
        compile.phases[chance.text()] = nanoseconds(chance.integer());
    return compile;
}

CallWorkFact makeWork(Chance& chance)
{
    auto work = chance.any(storage::callWorkColumns);
    work.operators = chance.several(4, storage::operatorWorkColumns);
    return work;
}

TrialFact makeTrial(Chance& chance)
{
    auto trial = chance.any(storage::trialColumns);
    trial.breaks = chance.several(3, storage::trialBreakColumns);
    return trial;
}

StepPartsFact makeStepParts(Chance& chance)
{
    auto parts = chance.any(storage::stepPartsColumns);
    parts.steps = chance.several(4, storage::stepTimesColumns);
    return parts;
}

LossCurve makeLossCurve(Chance& chance)
{
    auto curve = chance.any(storage::lossCurveColumns);
    curve.steps = chance.several(5, storage::lossColumns);
    return curve;
}

ModuleErrors makeModuleErrors(Chance& chance)
{
    auto errors = chance.any(storage::moduleErrorsColumns);
    errors.modules = chance.several(4, [&] {
        auto error = chance.any(storage::moduleErrorColumns);
        error.figures = chance.any(storage::numericsColumns);
        return error;
    });
    return errors;
}

UlpHistogram makeUlpHistogram(Chance& chance)
{
    auto histogram = chance.any(storage::ulpHistogramColumns);
    histogram.counts = chance.several(5, storage::ulpCountColumns);
    return histogram;
}

/// A duration that could be any, or none.
std::optional<nanoseconds> maybeDuration(Chance& chance)
{
    return chance.maybe([&] { return nanoseconds(chance.integer()); });
}

CompileTrace makeCompileTrace(Chance& chance)
{
    const auto part = [&] {
        return CacheKeyPart {.name = chance.text(), .hash = chance.text(), .value = chance.text()};
    };
    CompileTrace trace {.spansLeftOut = chance.integer()};
    trace.spans = chance.several(40, [&] {
        return CompileSpan {.name = chance.text(),
            .compileId = chance.text(),
            .thread = chance.smallInteger(),
            .begin = chance.time(),
            .duration = maybeDuration(chance)};
    });
    trace.lookups = chance.several(4, [&] {
        return CacheLookup {.cache = TorchCache {chance.below(5)},
            .outcome = CacheOutcome {chance.below(3)},
            .compileId = chance.text(),
            .at = chance.time(),
            .key = chance.text(),
            .reason = chance.text(),
            .parts = chance.several(5, part)};
    });
    trace.autotunes = chance.several(3, [&] {
        return AutotuneRun {.work = chance.text(),
            .compileId = chance.text(),
            .at = chance.time(),
            .tried = chance.integer(),
            .choices = chance.several(4, [&] {
                return AutotuneChoice {.name = chance.text(), .time = maybeDuration(chance)};
            })};
    });
    return trace;
}

LoadFact makeLoad(Chance& chance)
{
    auto load = chance.any(storage::loadColumns);
    load.machine = chance.any(storage::machineColumns);
    for (int i = chance.below(40); i > 0; --i) {
        load.requests.plannedNs.push_back(chance.integer());
        load.requests.startNs.push_back(chance.integer());
        load.requests.endNs.push_back(chance.integer());
        load.requests.collectedNs.push_back(chance.integer());
        load.requests.compiled.push_back(static_cast<std::uint8_t>(chance.below(2)));
    }
    return load;
}

MemoryHistoryFact makeMemoryHistory(Chance& chance)
{
    auto history = chance.any(storage::memoryHistoryColumns);
    history.parts = {{.part = MemoryPart::Weights, .bytes = chance.integer()},
        {.part = MemoryPart::Activations, .bytes = chance.integer()}};
    history.blocks = chance.several(20, [&] {
        return MemoryBlock {.madeNs = chance.integer(),
            .bytes = chance.integer(),
            .thread = chance.smallInteger(),
            .part = MemoryPart::Results,
            .name = chance.text(),
            .module = chance.text(),
            .file = chance.text(),
            .line = chance.smallInteger()};
    });
    for (int i = chance.below(40); i > 0; --i) {
        history.timesNs.push_back(chance.integer());
        history.bytes.push_back(chance.integer());
    }
    std::ranges::sort(history.timesNs);
    return history;
}

/// Of every call, or of none.
std::vector<DeviceCall> makeDeviceCalls(Chance& chance, const std::vector<TraceCall>& calls)
{
    std::vector<DeviceCall> device;
    if (chance.yes())
        return device;
    for (const auto& call : calls) {
        auto& made = device.emplace_back(chance.any(storage::deviceCalls));
        made.durationNs = durationOf(call);
        for (const auto kind : workKinds)
            if (chance.yes())
                made.busyNs[kind] = chance.integer();
        for (const auto cause : idleCauses)
            if (chance.yes())
                made.idleNs[cause] = chance.integer();
    }
    return device;
}

/// Never empty: without it the calls would be those of an older program.
UsualWork makeUsualWork(Chance& chance)
{
    UsualWork work {{WorkKind::Norm, {.estimate = 1}}};
    for (const auto kind : workKinds)
        if (chance.yes())
            work[kind] = {.estimate = chance.real(), .low = chance.real(), .high = chance.real()};
    return work;
}

TraceSummary makeSummary(Chance& chance)
{
    const auto count = [&] { return chance.integer(); };
    const auto maybeReal = [&] { return chance.maybe([&] { return chance.real(); }); };
    return {.start = {.caseIndex = chance.below(cases),
                .pass = TracePass {chance.below(3)},
                .started = chance.time()},
        .calls = chance.several(4, storage::traceCalls),
        .operators = chance.several(4, storage::operatorStats),
        .kernels = chance.several(4, storage::kernelStats),
        .graphs = chance.several(4, storage::graphWindows),
        .constants
        = {.nullGraphNs = maybeReal(), .wrapperNs = maybeReal(), .bytesPerSecond = maybeReal()},
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
    Chance ofWork(trace.deviceCalls.size()); // so that what follows stays as it was
    if (!trace.deviceCalls.empty())
        trace.usualWork = makeUsualWork(ofWork);
    return trace;
}

ProcessRecord makeProcess(Chance& chance, const RandomSizes& sizes)
{
    ProcessRecord process;
    process.start = {.kind = ProcessKind {chance.below(5)},
        .variant = chance.below(variants),
        .again = chance.yes(),
        .repetition = chance.smallInteger(),
        .cases
        = chance.maybe([&] { return CaseRange {.first = 0, .count = 1 + chance.below(cases)}; }),
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
    process.phases = chance.several(5, storage::phaseColumns);
    process.blocks
        = chance.several(sizes.blocks, [&] { return makeBlock(chance, sizes.callsOfABlock); });
    process.steady = chance.several(2, storage::steadyColumns);
    process.proofs = chance.several(4, [&] { return makeProof(chance); });
    process.compiles = chance.several(4, [&] { return makeCompile(chance); });
    process.breaks = chance.several(4, storage::graphBreakColumns);
    process.recompiles = chance.several(4, storage::recompileColumns);
    process.collections = chance.several(4, storage::collectionColumns);
    process.caseFailures = chance.several(2, storage::caseFailureColumns);
    process.memory = chance.several(4, storage::memoryColumns);
    process.numerics = chance.several(4, storage::numericsColumns);
    process.roofs = chance.several(5, storage::roofColumns);
    process.work = chance.several(2, [&] { return makeWork(chance); });
    process.trials = chance.several(2, [&] { return makeTrial(chance); });
    process.tuning = chance.several(2, storage::tuneColumns);
    process.stepParts = chance.several(3, [&] { return makeStepParts(chance); });
    process.lossCurves = chance.several(2, [&] { return makeLossCurve(chance); });
    process.compileTraces = chance.several(3, [&] { return makeCompileTrace(chance); });
    process.traces = chance.several(3, [&] { return makeTrace(chance); });
    Chance ofLoads(static_cast<std::uint64_t>(process.start.pid)); // the others stay as they were
    process.loads = ofLoads.several(3, [&] { return makeLoad(ofLoads); });
    process.memoryHistories = ofLoads.several(2, [&] { return makeMemoryHistory(ofLoads); });
    process.moduleErrors = ofLoads.several(3, [&] { return makeModuleErrors(ofLoads); });
    process.ulpHistograms = ofLoads.several(3, [&] { return makeUlpHistogram(ofLoads); });
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
        .placement = Placement {chance.below(4)},
        .identity = "seed " + std::to_string(seed)};
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
        auto notice = chance.any(storage::noticeColumns);
        notice.variant = chance.maybe([&] { return chance.below(variants); });
        return notice;
    });
    for (int i = chance.below(5); i > 0; --i) {
        auto& source = run.data.sources.emplace_back(chance.any(storage::sourceColumns));
        source.file = "file " + std::to_string(i) + source.file; // one place once
        source.line = chance.below(1000);
        source.firstLine = chance.below(1000);
        source.frames = chance.several(3, storage::frameColumns);
        for (auto& frame : source.frames)
            frame.line = chance.below(1000);
    }
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
