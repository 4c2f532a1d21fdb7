// SPDX-License-Identifier: Apache-2.0
#include "tests/support/recorded_example.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <utility>

namespace recorded_example {

using namespace profiler; // NOLINT(google-build-using-namespace): every type here is its

namespace {

constexpr std::int64_t nsPerSecond = 1'000'000'000;
constexpr int warmUpCalls = 60;

/// The standard's distributions differ between libraries; a sum of uniforms does not.
class Noise {
public:
    explicit Noise(std::uint64_t seed)
        : m_generator(seed)
    {
    }

    double uniform() { return static_cast<double>(m_generator() >> 11U) * 0x1p-53; }

    double normal(double deviation)
    {
        double sum = 0;
        for (int i = 0; i < 12; ++i)
            sum += uniform();
        return (sum - 6) * deviation;
    }

private:
    std::mt19937_64 m_generator;
};

std::int64_t toNs(double ms)
{
    return static_cast<std::int64_t>(std::llround(ms * 1e6));
}

nanoseconds seconds(double value)
{
    return nanoseconds {static_cast<std::int64_t>(std::llround(value * 1e9))};
}

class Recording {
public:
    explicit Recording(const ExampleOptions& options)
        : m_options(options)
        , m_noise(options.seed)
    {
    }

    ComparisonData make();

private:
    void describe();
    bool warmUp(ProcessRecord& process);
    void addColdProcesses();
    void addRepetition(int repetition);
    void addCheck(int variant);

    const ExampleVariant& variantAt(int index) const
    {
        return m_options.variants.at(static_cast<std::size_t>(index));
    }

    int variantCount() const { return static_cast<int>(m_options.variants.size()); }

    int caseCount() const { return static_cast<int>(m_options.cases.size()); }

    bool compiles(int variant) const { return variantAt(variant).kind == VariantKind::Compiled; }

    ProcessRecord startProcess(ProcessKind kind, int variant, int repetition);
    void finish(ProcessRecord& process);
    void fail(ProcessRecord& process);
    EnvironmentFields environmentOf() const;
    void addWarmUp(ProcessRecord& process, int caseIndex, double steadyMs);
    void addCompileFacts(ProcessRecord& process);
    void addBreaks(ProcessRecord& process);
    void addRecompiles(ProcessRecord& process);
    void addSources();
    void addProof(ProcessRecord& process, int caseIndex, int afterBlock, bool late) const;
    void addMemory(ProcessRecord& process);
    void addTimedBlock(ProcessRecord& process, int caseIndex, int round, double steadyMs);
    void addPipelinedBlock(ProcessRecord& process, int caseIndex, int round, double steadyMs);
    MachineState machineState(bool quiet);
    double steadyMs(const ProcessRecord& process, int caseIndex) const;
    double compileSeconds(const ProcessRecord& process, int caseIndex);
    void runRounds(std::vector<ProcessRecord>& lanes);
    double callMs(double steadyMs);

    const ExampleOptions& m_options;
    Noise m_noise;
    ComparisonData m_data;
    std::int64_t m_now = 1'783'000'000 * nsPerSecond;
};

ComparisonData Recording::make()
{
    describe();
    addColdProcesses();
    for (int repetition = 0; repetition < m_options.repetitions; ++repetition)
        addRepetition(repetition);
    addSources();
    if (m_options.checked) {
        for (int variant = 1; variant < variantCount(); ++variant)
            addCheck(variant);
    }
    m_data.notices = m_options.notices;
    if (m_options.status != ComparisonStatus::Running)
        m_data.info.ended = UtcTime {m_now};
    return std::move(m_data);
}

Case planCase(const ExampleCase& example)
{
    const TensorSpec input {.name = "x", .shape = {example.batch, 3, 64, 64}, .dtype = "float32"};
    return {.name = example.name, .inputs = {input}, .items = static_cast<double>(example.batch)};
}

void Recording::describe()
{
    m_data.info = {.id = {1},
        .name = "resnet50",
        .started = {m_now},
        .utcOffsetMinutes = 120,
        .status = m_options.status,
        .stopReason
        = m_options.status == ComparisonStatus::Complete ? "interval narrow enough" : "interrupted",
        .toolVersion = "0.1.0",
        .command = "fusescope record --model torchvision:resnet50"};
    auto& plan = m_data.plan;
    plan.name = "resnet50";
    plan.workload.spec = "torchvision:resnet50";
    plan.workload.itemUnit = "images";
    plan.numeric.device = m_options.onGpu ? "cuda:0" : "cpu";
    plan.numeric.dtype = "float32";
    plan.goal = m_options.goal;
    plan.protocol.rounds = m_options.rounds;
    plan.protocol.repetitionsMin = m_options.status == ComparisonStatus::Complete
        ? m_options.repetitions
        : std::max(m_options.repetitions, plan.protocol.repetitionsMin);
    plan.protocol.coldEmpty = m_options.coldProcesses;
    plan.protocol.coldKept = m_options.coldProcesses;
    plan.protocol.noiseRepetitions = m_options.noiseRepetitions;
    plan.protocol.checkInputs = m_options.checked ? 1 : 0;
    for (const auto& each : m_options.cases)
        plan.cases.push_back(planCase(each));
    for (const auto& each : m_options.variants)
        plan.variants.push_back({.name = each.name, .kind = each.kind, .compile = each.compile});
}

EnvironmentFields Recording::environmentOf() const
{
    EnvironmentFields fields {
        {"device_name", m_options.onGpu ? "NVIDIA H200" : "AMD EPYC 7B13"},
        {"model_id", "torchvision:resnet50"},
        {"weights_hash", "5f1c2d"},
        {"dtype", "float32"},
        {"autocast", "off"},
        {"tf32", "false"},
        {"matmul_precision", "highest"},
        {"memory_format", "contiguous"},
        {"task", "inference"},
        {"grad_mode", "no_grad"},
        {"threads", "1"},
        {"interop_threads", "1"},
        {"deterministic", "false"},
        {"python", "3.11.2"},
        {"os", "Debian GNU/Linux 12"},
        {"torch", "2.11.0"},
        {"torch_build", "2.11.0+cu130"},
        {"cuda", m_options.onGpu ? "13.0" : "none"},
    };
    if (m_options.onGpu)
        fields["compute_capability"] = "9.0";
    for (const auto& each : m_options.cases)
        fields["inputs_hash." + each.name] = "9a77e0-" + each.name;
    return fields;
}

ProcessRecord Recording::startProcess(ProcessKind kind, int variant, int repetition)
{
    ProcessRecord process;
    process.start = {.kind = kind,
        .variant = variant,
        .repetition = repetition,
        .started = {m_now},
        .pid = 4000 + static_cast<int>(m_data.processes.size())};
    process.environment = environmentOf();
    for (const auto& [phase, length] :
        {std::pair {"import", 2.1}, std::pair {"build", 0.4}, std::pair {"inputs", 0.01}}) {
        const double wall = length * std::exp(m_noise.normal(0.05));
        process.phases.push_back({.phase = phase, .wall = seconds(wall), .cpu = seconds(wall)});
        m_now += seconds(wall).count();
    }
    return process;
}

void Recording::finish(ProcessRecord& process)
{
    m_now += nsPerSecond / 10;
    process.end = ProcessEnd {.outcome = ProcessOutcome::Finished, .ended = {m_now}};
}

void Recording::fail(ProcessRecord& process)
{
    process.end = ProcessEnd {.outcome = ProcessOutcome::Failed,
        .ended = {m_now},
        .reason = variantAt(process.start.variant).failure,
        .errorClass = "unsupported"};
}

/// The true median of this process: the case's, the variant's speed-up and the process's own luck,
/// which depends on the process alone so that every use gives the same.
double Recording::steadyMs(const ProcessRecord& process, int caseIndex) const
{
    Noise luck(m_options.seed * 7919 + static_cast<std::uint64_t>(process.start.pid) * 31
        + static_cast<std::uint64_t>(caseIndex));
    const double eager = m_options.cases.at(static_cast<std::size_t>(caseIndex)).eagerMs;
    return eager / variantAt(process.start.variant).speedUp
        * std::exp(luck.normal(m_options.processNoise));
}

double Recording::compileSeconds(const ProcessRecord& process, int caseIndex)
{
    const auto& variant = variantAt(process.start.variant);
    double length = variant.compileSeconds * (caseIndex == 0 ? 1.0 : 1.0 / 3);
    if (process.start.kind == ProcessKind::ColdKept)
        length *= variant.keptRatio;
    return length * std::exp(m_noise.normal(0.06));
}

double Recording::callMs(double steady)
{
    const double slow = m_noise.uniform() < m_options.slowCallRatio ? 1 + 2 * m_noise.uniform() : 1;
    return steady * slow * std::exp(m_noise.normal(m_options.callNoise));
}

void Recording::addWarmUp(ProcessRecord& process, int caseIndex, double steady)
{
    const int variant = process.start.variant;
    CallBlock block {.kind = BlockKind::WarmUp,
        .caseIndex = caseIndex,
        .order = static_cast<int>(process.blocks.size()),
        .started = {m_now}};
    const bool settles = !variantAt(variant).notSteady.contains(process.start.repetition)
        || process.start.kind != ProcessKind::Paired;
    for (int call = 0; call < warmUpCalls; ++call) {
        const double cooling = 1 + 0.6 * std::exp(-call / 2.0);
        double ms = callMs(steady) * cooling;
        if (!settles)
            ms *= 1 + 0.01 * call;
        const bool first = call == 0 && compiles(variant);
        if (first)
            ms += compileSeconds(process, caseIndex) * 1e3;
        else if (call == 0)
            ms += 40;
        block.wallNs.push_back(toNs(ms));
        block.cpuNs.push_back(toNs(ms * 0.99));
        block.switches.push_back(0);
        block.compiled.push_back(first ? 1 : 0);
        m_now += toNs(ms);
    }
    process.blocks.push_back(std::move(block));
    process.steady.push_back({.caseIndex = caseIndex,
        .steady = settles,
        .warmUpCalls = warmUpCalls,
        .steadyFrom = settles ? 10 : warmUpCalls,
        .reason = settles ? "" : "call times were still rising after the longest warm-up"});
}

void Recording::addCompileFacts(ProcessRecord& process)
{
    const int variant = process.start.variant;
    if (!compiles(variant))
        return;
    const int regions = variantAt(variant).graphBreaks + 1;
    for (int region = 0; region < regions; ++region) {
        CompileFact fact {.compileId = std::to_string(region) + "/0",
            .caseIndex = 0,
            .function = region == 0 ? "forward" : "torch_dynamo_resume_in_forward",
            .file = "/home/user/model.py",
            .line = 40 + region * 12,
            .duration = seconds(variantAt(variant).compileSeconds
                * (process.start.kind == ProcessKind::ColdKept ? variantAt(variant).keptRatio : 1.0)
                / regions * 0.9),
            .cache = process.start.kind == ProcessKind::Cold ? "miss" : "hit",
            .nodes = 180 / regions,
            .operators = 160 / regions,
            .guards = 24};
        // As torch nests them; with a kept cache nothing is lowered again.
        fact.phases = {{"dynamo", fact.duration}, {"aot_autograd", fact.duration * 9 / 10}};
        if (fact.cache == "miss") {
            fact.phases["inductor"] = fact.duration * 8 / 10;
            fact.phases["code_generation"] = fact.duration * 6 / 10;
            fact.phases["triton"] = fact.duration * 5 / 10;
        }
        process.compiles.push_back(std::move(fact));
    }
    addBreaks(process);
    addRecompiles(process);
}

void Recording::addBreaks(ProcessRecord& process)
{
    for (int place = 0; place < variantAt(process.start.variant).graphBreaks; ++place) {
        process.breaks.push_back({.id = place % 2 == 0 ? "gb0124" : "gb0059",
            .reason = place % 2 == 0 ? "Tensor.item() call" : "call to print",
            .explanation = "the value is needed in Python",
            .hint = "keep the value in a tensor",
            .file = "/home/user/model.py",
            .line = 52 + place * 12,
            .function = "forward",
            .compileId = std::to_string(place) + "/0",
            .caseIndex = 0});
    }
}

/// The model of the example: breaks at lines 52, 64 …, in a function that begins at 40.
std::string modelLine(int line)
{
    constexpr int first = 40;
    constexpr int firstBreak = 52;
    constexpr int everyBreak = 12;
    static const std::vector<std::string> body {"x = self.norm(x)", "# keep the residual",
        "y = self.attention(x)", "x = x + self.drop(y)", "", "x = self.block(x)"};
    if (line == first)
        return "    def forward(self, x: torch.Tensor) -> torch.Tensor:";
    if (line < first)
        return line == first - 1 ? ""
                                 : "        self.layer" + std::to_string(line) + " = Block(width)";
    if (line >= firstBreak && (line - firstBreak) % everyBreak == 0)
        return (line - firstBreak) / everyBreak % 2 == 0 ? "        scale = x.abs().max().item()"
                                                         : "        print(\"mean\", x.mean())";
    const auto& text = body.at(static_cast<std::size_t>(line) % body.size());
    return text.empty() ? text : "        " + text;
}

SourceFact sourceAround(int line)
{
    constexpr int around = 20;
    SourceFact source {
        .file = "/home/user/model.py", .line = line, .firstLine = std::max(1, line - around)};
    for (int each = source.firstLine; each <= line + around; ++each)
        source.text += (each > source.firstLine ? "\n" : "") + modelLine(each);
    source.frames = {{.file = "/usr/lib/python3/site-packages/torch/nn/modules/module.py",
                         .line = 1775,
                         .function = "_wrapped_call_impl",
                         .text = "return self._call_impl(*args, **kwargs)",
                         .library = true},
        {.file = "/home/user/train.py",
            .line = 18,
            .function = "step",
            .text = "return self.head(self.blocks(x))"},
        {.file = source.file, .line = line, .function = "forward", .text = modelLine(line)}};
    return source;
}

/// Each place once, as the recorder keeps them.
void Recording::addSources()
{
    std::set<int> lines;
    for (const auto& process : m_data.processes) {
        for (const auto& fact : process.breaks)
            lines.insert(fact.line);
        for (const auto& fact : process.recompiles)
            lines.insert(fact.line);
    }
    for (const int line : lines)
        m_data.sources.push_back(sourceAround(line));
}

void Recording::addRecompiles(ProcessRecord& process)
{
    const int last = caseCount() - 1;
    for (int again = 1; again <= variantAt(process.start.variant).recompiles; ++again) {
        const std::string id = "0/" + std::to_string(again);
        process.compiles.push_back({.compileId = id,
            .caseIndex = last,
            .function = "forward",
            .file = "/home/user/model.py",
            .line = 40,
            .duration = seconds(1.5)});
        process.recompiles.push_back({.compileId = id,
            .guard = "tensor 'x' size mismatch at index 0. expected 32, actual 64",
            .reason = "0/0: tensor 'x' size mismatch at index 0. expected 32, actual 64",
            .function = "forward",
            .file = "/home/user/model.py",
            .line = 40,
            .duration = seconds(1.5),
            .caseIndex = last});
    }
}

void Recording::addProof(ProcessRecord& process, int caseIndex, int afterBlock, bool late) const
{
    const auto& variant = variantAt(process.start.variant);
    ProofFact proof {.caseIndex = caseIndex,
        .afterBlock = afterBlock,
        .observed = true,
        .compileCount = static_cast<std::int64_t>(process.compiles.size())};
    const bool fellBack = variant.ranEager && late && caseIndex == caseCount() - 1;
    if (variant.kind == VariantKind::Compiled && !fellBack) {
        for (int region = 0; region <= variant.graphBreaks; ++region)
            proof.regions[std::to_string(region) + "/0"] = 1;
    }
    process.proofs.push_back(std::move(proof));
}

void Recording::addMemory(ProcessRecord& process)
{
    const auto& variant = variantAt(process.start.variant);
    const auto bytes = [this](double mebibytes) {
        return static_cast<std::int64_t>(mebibytes * 1048576 * std::exp(m_noise.normal(0.002)));
    };
    const bool compiled = variant.kind == VariantKind::Compiled;
    for (int index = 0; index < caseCount(); ++index) {
        MemoryFact compile {.phase = MemoryPhase::Compile,
            .caseIndex = index,
            .hostPeakBytes = bytes(compiled ? 1900 : 620)};
        MemoryFact steady {.phase = MemoryPhase::Steady,
            .caseIndex = index,
            .hostPeakBytes = bytes(600 * variant.memoryRatio)};
        if (compiled)
            compile.childrenPeakBytes = bytes(800);
        if (m_options.onGpu) {
            steady.devicePeakBytes = bytes(3400 * variant.memoryRatio);
            compile.devicePeakBytes = bytes(3600 * variant.memoryRatio);
        }
        process.memory.push_back(compile);
        process.memory.push_back(steady);
    }
}

/// False: it failed.
bool Recording::warmUp(ProcessRecord& process)
{
    if (!variantAt(process.start.variant).failure.empty()) {
        fail(process);
        return false;
    }
    for (int index = 0; index < caseCount(); ++index)
        addWarmUp(process, index, steadyMs(process, index));
    addCompileFacts(process);
    return true;
}

void Recording::addColdProcesses()
{
    for (const auto kind : {ProcessKind::Cold, ProcessKind::ColdKept}) {
        for (int repetition = 0; repetition < m_options.coldProcesses; ++repetition) {
            for (int variant = 0; variant < variantCount(); ++variant) {
                if (kind == ProcessKind::ColdKept && !compiles(variant))
                    continue;
                auto process = startProcess(kind, variant, repetition);
                if (compiles(variant)) {
                    const double wall
                        = (kind == ProcessKind::Cold ? 14.8 : 4.2) * std::exp(m_noise.normal(0.05));
                    process.phases.push_back(
                        {.phase = "start_up", .wall = seconds(wall), .cpu = seconds(wall * 1.3)});
                }
                if (warmUp(process)) {
                    addMemory(process);
                    finish(process);
                }
                m_data.processes.push_back(std::move(process));
            }
        }
    }
}

MachineState Recording::machineState(bool quiet)
{
    MachineState state {.cpuPressureRatio = quiet ? 0.004 : 0.12,
        .stealRatio = 0,
        .cpuPerWall = quiet ? 0.998 : 0.91,
        .loadAverage = quiet ? 1.1 : 3.2};
    if (m_options.onGpu) {
        state.smClockMhz = 1980;
        state.memoryClockMhz = 3201;
        state.powerWatts = 412 + m_noise.normal(6);
        state.temperatureCelsius = 52 + m_noise.normal(1);
        state.clockEventReasons = 0;
        state.foreignGpuProcesses = 0;
    }
    return state;
}

void Recording::addTimedBlock(ProcessRecord& process, int caseIndex, int round, double steady)
{
    const bool quiet = m_noise.uniform() >= m_options.flaggedBlockRatio;
    const auto& recompiled = variantAt(process.start.variant).recompiledInRounds;
    CallBlock block {.caseIndex = caseIndex,
        .round = round,
        .order = static_cast<int>(process.blocks.size()),
        .started = {m_now},
        .compileCountMoved = round == 2 && recompiled.contains(process.start.repetition),
        .machine = machineState(quiet)};
    if (!quiet)
        block.flags = {"CPU pressure 12 % of the block"};
    const double level
        = steady * std::exp(m_noise.normal(m_options.blockNoise)) * (quiet ? 1 : 1.04);
    const int own = m_options.cases.at(static_cast<std::size_t>(caseIndex)).callsPerBlock;
    for (int call = 0; call < (own > 0 ? own : m_options.callsPerBlock); ++call) {
        const auto wall = toNs(callMs(level));
        block.wallNs.push_back(wall);
        block.cpuNs.push_back(wall * 99 / 100);
        block.switches.push_back(quiet ? 0 : 1);
        m_now += wall;
    }
    process.blocks.push_back(std::move(block));
    addProof(process, caseIndex, process.blocks.back().order, true);
    m_now += 2'000'000;
}

void Recording::addPipelinedBlock(ProcessRecord& process, int caseIndex, int round, double steady)
{
    const double mean = steady * 0.97 * std::exp(m_noise.normal(m_options.blockNoise));
    process.blocks.push_back({.caseIndex = caseIndex,
        .clock = Clock::Pipelined,
        .round = round,
        .order = static_cast<int>(process.blocks.size()),
        .started = {m_now},
        .wallNs = {toNs(mean)},
        .machine = machineState(true)});
    m_now += toNs(mean) * m_options.callsPerBlock;
}

void Recording::addRepetition(int repetition)
{
    std::vector<ProcessRecord> lanes;
    const auto warmLane = [&](int variant, bool again) {
        auto process = startProcess(ProcessKind::Paired, variant, repetition);
        process.start.again = again;
        process.start.pid += static_cast<int>(lanes.size());
        if (warmUp(process))
            for (int index = 0; index < caseCount(); ++index)
                addProof(process, index, -1, false);
        lanes.push_back(std::move(process));
    };
    for (int variant = 0; variant < variantCount(); ++variant)
        warmLane(variant, false);
    if (repetition < m_options.noiseRepetitions)
        warmLane(0, true);
    runRounds(lanes);
    for (auto& lane : lanes)
        m_data.processes.push_back(std::move(lane));
}

void Recording::runRounds(std::vector<ProcessRecord>& lanes)
{
    for (int round = 0; round < m_options.rounds; ++round) {
        for (int index = 0; index < caseCount(); ++index) {
            // What all lanes of a round share: the machine of that moment.
            const double weather = std::exp(m_noise.normal(m_options.blockNoise));
            for (auto& lane : lanes) {
                if (lane.end)
                    continue;
                const double steady = steadyMs(lane, index) * weather;
                addTimedBlock(lane, index, round, steady);
                if (m_options.onGpu)
                    addPipelinedBlock(lane, index, round, steady);
            }
        }
    }
    for (auto& lane : lanes) {
        if (!lane.end)
            finish(lane);
    }
}

void Recording::addCheck(int variant)
{
    auto process = startProcess(ProcessKind::Check, variant, 0);
    const auto& truth = variantAt(variant);
    if (!truth.failure.empty()) {
        fail(process);
        m_data.processes.push_back(std::move(process));
        return;
    }
    for (int index = 0; index < caseCount(); ++index) {
        const bool equal = truth.kind == VariantKind::Eager;
        process.numerics.push_back({.caseIndex = index,
            .path = "0",
            .dtype = "float32",
            .elements = 32'000,
            .bitEqual = equal ? 32'000 : 21'040,
            .mismatches = truth.resultsDiffer ? 900 : 0,
            .maxAbs = equal           ? 0
                : truth.resultsDiffer ? 0.31
                                      : 4.1e-6,
            .maxRel = equal           ? 0
                : truth.resultsDiffer ? 0.2
                                      : 8.0e-7,
            .maxUlp = equal ? 0 : 14,
            .cosine = truth.resultsDiffer ? 0.991 : 1.0,
            .toleranceUsedRatio = equal ? 0
                : truth.resultsDiffer   ? 310.0
                                        : 0.41,
            .rmseReference = 1.1e-6,
            .rmseResult = truth.resultsDiffer ? 2.0e-2 : 1.2e-6,
            .argmaxAgreement = truth.resultsDiffer ? 0.93 : 1.0});
    }
    finish(process);
    m_data.processes.push_back(std::move(process));
}

} // namespace

std::vector<ExampleVariant> exampleVariants(int count)
{
    const auto mode = [](const char* name, double speedUp, double compile, double memory) {
        return ExampleVariant {.name = name,
            .compile = {.mode = name},
            .speedUp = speedUp,
            .compileSeconds = compile,
            .memoryRatio = memory};
    };
    std::vector<ExampleVariant> all {{.name = "eager", .kind = VariantKind::Eager},
        {.name = "default", .speedUp = 1.28, .compileSeconds = 8.2, .memoryRatio = 0.92},
        mode("reduce-overhead", 1.63, 9.4, 1.08), mode("max-autotune", 1.71, 61, 1.1),
        mode("max-autotune-no-cudagraphs", 1.35, 58, 0.93),
        {.name = "dynamic", .compile = {.dynamic = true}, .speedUp = 1.12, .compileSeconds = 10},
        {.name = "fullgraph", .compile = {.fullgraph = true}, .speedUp = 1.29},
        {.name = "aot_eager", .compile = {.backend = "aot_eager"}, .speedUp = 0.86}};
    all[1].graphBreaks = 2;
    all[5].recompiles = 1;
    all.resize(static_cast<std::size_t>(std::clamp(count, 1, 8)));
    return all;
}

ComparisonData recordedExample(const ExampleOptions& options)
{
    return Recording(options).make();
}

} // namespace recorded_example
