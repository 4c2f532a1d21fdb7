// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/process_runs.h"

#include "profiler/record/lanes/trace_intake.h"
#include "profiler/record/lanes/warm_up_run.h"
#include "profiler/record/lanes/worker_run.h"
#include "profiler/record/machine/wall_clock.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <system_error>
#include <utility>

namespace profiler {
namespace {

using CaseAndSet = std::pair<int, int>;

class Checks {
public:
    explicit Checks(Session& session)
        : m_session(session)
    {
    }

    Result<void> run()
    {
        if (auto saved = saveBaseline(OutputPrecision::AsIs, m_reference); !saved)
            return saved;
        if (m_reference.empty())
            return {};
        if (auto saved = saveBaseline(OutputPrecision::Fp64, m_fp64); !saved)
            return saved;
        for (const int variant : m_session.liveVariants())
            if (variant != 0 && !m_session.ending())
                if (auto compared = compareVariant(variant); !compared)
                    return compared;
        return {};
    }

private:
    /// Failures are tolerated: the times stand, and the numerics say why they are missing.
    [[nodiscard]] WorkerRun::Options options(int variant, int repetition) const
    {
        return {.start = {.kind = ProcessKind::Check, .variant = variant, .repetition = repetition},
            .cache = m_session.workspace.sharedCache(m_session.plan(), m_session.variant(variant)),
            .vectorProbe = false,
            .tolerated = true};
    }

    [[nodiscard]] std::vector<CaseAndSet> all(const WorkerRun& worker) const
    {
        std::vector<CaseAndSet> pairs;
        for (const int index : worker.caseIndices())
            for (int set = 0; set < m_session.plan().protocol.checkInputs; ++set)
                pairs.emplace_back(index, set);
        return pairs;
    }

    [[nodiscard]] std::filesystem::path pathOf(const std::string& name, const CaseAndSet& key) const
    {
        return m_session.workspace.outputs(fmt::format("{}-{}-{}", name, key.first, key.second));
    }

    /// Outputs of the baseline as it is, or in fp64; the latter is missed by nobody when a model
    /// cannot do it.
    Result<void> saveBaseline(
        OutputPrecision precision, std::map<CaseAndSet, std::filesystem::path>& saved)
    {
        if (!m_session.state(0).live() || m_session.ending())
            return {};
        const bool fp64 = precision == OutputPrecision::Fp64;
        WorkerRun worker(m_session, options(0, fp64 ? 1 : 0));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        for (const auto& key : all(worker)) {
            const OutputsCommand command {.caseIndex = key.first,
                .inputSet = key.second,
                .path = pathOf(fp64 ? "fp64" : "reference", key),
                .precision = precision};
            if (!worker.outputs(command))
                break;
            saved[key] = command.path;
        }
        if (fp64 && !worker.alive() && !m_session.ending())
            m_session.notice({.variant = 0,
                .rule = "no_fp64_reference",
                .sentence = "the model does not run in fp64, so results that are not close to "
                            "eager's cannot be told from less accurate ones"});
        worker.finish();
        return {};
    }

    Result<void> compareVariant(int variant)
    {
        WorkerRun worker(m_session, options(variant, 0));
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        for (const auto& [key, reference] : m_reference)
            if (!compareOutputs(worker, key, reference))
                break;
        worker.finish();
        return {};
    }

    bool compareOutputs(
        WorkerRun& worker, const CaseAndSet& key, const std::filesystem::path& reference)
    {
        OutputsCommand outputs {.caseIndex = key.first,
            .inputSet = key.second,
            .path = pathOf(fmt::format("candidate-{}", worker.variant()), key)};
        const auto plain = worker.outputs(outputs);
        if (!plain)
            return false;
        CompareCommand compare {.caseIndex = key.first,
            .inputSet = key.second,
            .reference = reference,
            .candidate = outputs.path,
            .randomOperators = plain->randomOperators};
        if (plain->randomOperators) {
            // Inductor draws other numbers than eager unless told not to; then fp64 draws others.
            outputs.precision = OutputPrecision::FallbackRandom;
            if (!worker.outputs(outputs))
                return false;
        } else if (const auto fp64 = m_fp64.find(key); fp64 != m_fp64.end()) {
            compare.fp64 = fp64->second;
        }
        const bool compared = worker.compare(compare);
        Workspace::remove(outputs.path);
        return compared;
    }

    Session& m_session;
    std::map<CaseAndSet, std::filesystem::path> m_reference;
    std::map<CaseAndSet, std::filesystem::path> m_fp64;
};

Result<void> runProcess(Session& session, WorkerRun::Options options)
{
    const auto begun = std::chrono::steady_clock::now();
    const bool empty = options.start.kind == ProcessKind::Cold;
    const auto cache = options.cache;
    WorkerRun worker(session, std::move(options));
    const auto started = worker.start();
    if (!started)
        return tl::unexpected(started.error());
    for (const auto& [index, warm] : warmUp(worker))
        if (!worker.steadyMemory(index))
            break;
    auto& state = session.state(worker.variant());
    if (worker.compiledSomething())
        state.compiledNothing = false;
    if (!worker.alive())
        return {};
    worker.finish();
    if (empty)
        state.keptCache = cache;
    state.longestCold = std::max(state.longestCold, std::chrono::steady_clock::now() - begun);
    return {};
}

class Traces {
public:
    explicit Traces(Session& session)
        : m_session(session)
    {
    }

    Result<void> run()
    {
        for (const int variant : m_session.liveVariants()) {
            m_session.waitWhilePaused(-1, "processes");
            if (m_session.ending())
                break;
            if (auto traced = traceVariant(variant); !traced)
                return traced;
        }
        return {};
    }

private:
    Result<void> traceVariant(int variant)
    {
        WorkerRun worker(m_session,
            {.start = {.kind = ProcessKind::Trace, .variant = variant},
                .cache
                = m_session.workspace.sharedCache(m_session.plan(), m_session.variant(variant)),
                .vectorProbe = false,
                .tolerated = true});
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        for (const int index : worker.caseIndices())
            for (const auto pass : passesOf(variant))
                if (worker.alive() && !m_session.ending())
                    tracePass(worker, index, pass);
        worker.finish();
        return {};
    }

    /// Graphs first: nothing watches their calls but a clock.
    [[nodiscard]] std::vector<TracePass> passesOf(int variant) const
    {
        if (m_session.variant(variant).kind == VariantKind::Compiled)
            return {TracePass::Graphs, TracePass::Operators, TracePass::Lines};
        return {TracePass::Operators, TracePass::Lines};
    }

    void tracePass(WorkerRun& worker, int caseIndex, TracePass pass)
    {
        TraceIntake intake(m_session.recording, worker.process(),
            {.caseIndex = caseIndex, .pass = pass, .started = utcNow()});
        TraceCommand command {.caseIndex = caseIndex,
            .pass = pass,
            .calls = m_session.plan().protocol.traceCalls,
            .path = m_session.workspace.traceSpool(m_files++)};
        if (m_session.onDevice() && pass == TracePass::Operators)
            command.kernels = m_session.workspace.traceSpool(m_files++);
        const auto reply = worker.trace(command);
        if (reply)
            takeReply(intake, *reply, worker.variant(), pass);
        else
            intake.addReason("the trace process ended before the trace did; what it wrote is kept");
        if (pass == TracePass::Operators && (!reply || reply->observed))
            intake.read(command.path);
        // Written only where a collector ran; the worker says why else.
        if (std::error_code none; !command.kernels.empty() && exists(command.kernels, none))
            intake.read(command.kernels);
        intake.end();
        Workspace::remove(command.path);
        if (!command.kernels.empty())
            Workspace::remove(command.kernels);
        m_session.recording.flush();
    }

    void takeReply(TraceIntake& intake, const TraceReply& reply, int variant, TracePass pass)
    {
        auto& summary = intake.summary();
        summary.ended = reply.observed;
        summary.deviceReason = reply.deviceReason;
        summary.graphs = reply.graphs;
        summary.constants = reply.constants;
        if (pass == TracePass::Lines)
            takeLines(intake, reply);
        intake.add(reply.calls);
        if (!reply.observed) {
            intake.addReason(reply.reason);
            if (pass == TracePass::Operators)
                m_session.notice({.variant = variant,
                    .rule = "no_trace",
                    .sentence = fmt::format("{} has no trace of its calls: {}",
                        m_session.variant(variant).name, reply.reason)});
        }
        if (reply.compiled)
            intake.addReason("torch compiled during a traced call: its time is no steady call's");
    }

    /// A line is a place and, with the same id, the name of a series.
    static void takeLines(TraceIntake& intake, const TraceReply& reply)
    {
        TraceNames names;
        for (const auto& line : reply.lines)
            names.push_back({.id = line.id,
                .text = line.file.empty()
                    ? line.function
                    : fmt::format("{}:{} {}", line.file, line.line, line.function)});
        intake.add(TraceChunk(std::move(names)));
        intake.add(TraceChunk(reply.lines));
        intake.add(TraceChunk(reply.samples));
    }

    Session& m_session;
    int m_files = 0;
};

} // namespace

Result<void> runChecks(Session& session)
{
    return Checks(session).run();
}

Result<void> runCold(Session& session, int variant, CacheState cache, int repetition)
{
    auto& state = session.state(variant);
    const bool kept = cache == CacheState::Kept;
    for (int index = 0; index < session.processesForCases(); ++index) {
        if (!state.live() || session.ending())
            return {};
        WorkerRun::Options options {
            .start = {.kind = kept ? ProcessKind::ColdKept : ProcessKind::Cold,
                .variant = variant,
                .repetition = repetition},
            .cache = kept ? state.keptCache.value_or(session.workspace.newCache())
                          : session.workspace.newCache(),
            .startUp = session.variant(variant).kind == VariantKind::Compiled};
        if (session.plan().protocol.casesApart)
            options.start.onlyCase = index;
        if (const auto ran = runProcess(session, std::move(options)); !ran)
            return ran;
    }
    return {};
}

Result<void> runTraces(Session& session)
{
    return Traces(session).run();
}

} // namespace profiler
