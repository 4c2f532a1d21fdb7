// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/plan_estimate.h"

#include "profiler/evidence/lanes/block_size.h"
#include "profiler/evidence/lanes/warm_up.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/result_check.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

/// Seconds, as a range.
struct Span {
    double low = 0;
    double high = 0;

    Span& operator+=(const Span& other)
    {
        low += other.low;
        high += other.high;
        return *this;
    }
};

Span operator*(const Span& span, double factor)
{
    return {.low = span.low * factor, .high = span.high * factor};
}

Span operator+(Span one, const Span& other)
{
    one += other;
    return one;
}

// Seconds on two idle cores, small to middling models (docs/development/measurement.md, Where the
// time of a recording goes).
constexpr Span importAndBuild {.low = 1.5, .high = 4};
constexpr Span startUpCompile {.low = 12, .high = 24}; // empty cache
constexpr Span startUpCompileKept {.low = 8, .high = 12};
constexpr Span startUpOfLook {.low = 3, .high = 8}; // in one process, untimed
constexpr Span modelCompile {.low = 1, .high = 20}; // one case, empty cache
constexpr Span modelCompileKept {.low = 0.5, .high = 4};
constexpr Span warmUpTime {.low = 0.5, .high = 2}; // one case
constexpr Span block {.low = 0.06, .high = 0.2}; // with its discarded calls and its proof
constexpr double autotuneFactor = 2.5;

constexpr std::int64_t slowCallNs = 20'000'000; // shorter ones are in the spans
constexpr std::int64_t passesOfTrace = 2; // over the traced calls

constexpr double usualRates = 7; // that are chosen, as far as they are offered to a variant
constexpr double startOfLoad = 12; // and its warm-up

constexpr std::int64_t baseBytes = 500'000;
constexpr std::int64_t bytesPerCompilingProcess = 300'000; // compile facts, log
constexpr std::int64_t bytesPerCall = 8; // columns, compressed
constexpr std::int64_t guessedCallsPerBlock = 200;

/// Backends that hand the graph back compile in fractions of a second.
bool generatesCode(const Variant& variant)
{
    if (variant.kind == VariantKind::Eager)
        return false;
    const auto backend = variant.compile.backend.value_or("inductor");
    return backend.find("eager") == std::string::npos;
}

double compileFactor(const Variant& variant)
{
    if (!generatesCode(variant))
        return 0;
    return variant.compile.mode.value_or("default").starts_with("max-autotune") ? autotuneFactor
                                                                                : 1;
}

class Estimator {
public:
    explicit Estimator(const Plan& plan)
        : m_plan(plan)
        , m_protocol(plan.protocol)
        , m_cases(static_cast<double>(std::max<std::size_t>(1, plan.cases.size())))
        , m_processesPerRun(plan.protocol.casesApart ? static_cast<int>(m_cases) : 1)
    {
    }

    [[nodiscard]] Span cold(const Variant& variant) const
    {
        return start(variant, startUpCompile, modelCompile);
    }

    [[nodiscard]] Span coldKept(const Variant& variant) const
    {
        return start(variant, startUpCompileKept, modelCompileKept);
    }

    /// One lane of a repetition: the cache is kept, its rounds follow.
    [[nodiscard]] Span lane(const Variant& variant) const
    {
        return start(variant, {}, modelCompileKept) + block * (m_cases * m_protocol.rounds);
    }

    /// A process of the check or of the traces.
    [[nodiscard]] Span later(const Variant& variant) const
    {
        return start(variant, {}, modelCompileKept);
    }

    [[nodiscard]] Span look(const Variant& variant) const
    {
        return start(variant, startUpOfLook, modelCompile);
    }

    [[nodiscard]] Span check(const Variant& variant) const
    {
        return later(variant) * checksOfVariant();
    }

    [[nodiscard]] Span trace(const Variant& variant) const
    {
        return later(variant) * std::min(m_protocol.traceCalls, 1);
    }

    [[nodiscard]] Span traces() const
    {
        Span sum;
        for (const auto& variant : m_plan.variants)
            sum += trace(variant);
        return sum;
    }

    /// At effort look, one process of each variant; torch is imported by two at once.
    [[nodiscard]] Span looks() const
    {
        Span sum;
        for (const auto& variant : m_plan.variants)
            sum += look(variant);
        return sum;
    }

    [[nodiscard]] Span repetition() const
    {
        Span sum;
        for (const auto& variant : m_plan.variants)
            sum += lane(variant);
        return sum;
    }

    [[nodiscard]] Span coldProcesses() const
    {
        Span sum;
        for (const auto& variant : m_plan.variants) {
            sum += cold(variant) * m_protocol.coldEmpty;
            if (variant.kind == VariantKind::Compiled)
                sum += coldKept(variant) * m_protocol.coldKept;
        }
        return sum;
    }

    [[nodiscard]] Span checks() const
    {
        Span sum;
        for (const auto& variant : m_plan.variants)
            sum += check(variant);
        return sum;
    }

    [[nodiscard]] Span firstResult() const
    {
        Span sum = repetition();
        for (const auto& variant : m_plan.variants)
            if (m_protocol.coldEmpty > 0)
                sum += cold(variant);
        return sum;
    }

    [[nodiscard]] Span noiseLane() const
    {
        return m_plan.variants.empty() ? Span {} : lane(m_plan.variants.front());
    }

    /// As many repetitions as the protocol makes at least.
    [[nodiscard]] int processes() const
    {
        int count = m_protocol.noiseRepetitions + checksOfVariant();
        if (!isTimed(m_protocol))
            return static_cast<int>(m_plan.variants.size()) * m_processesPerRun;
        for (const auto& variant : m_plan.variants) {
            count += m_protocol.coldEmpty + m_protocol.repetitionsMin;
            count += variant.kind == VariantKind::Compiled ? m_protocol.coldKept : 0;
            count += checksOfVariant() + std::min(m_protocol.traceCalls, 1);
        }
        return count * m_processesPerRun;
    }

private:
    /// Processes of the check alone.
    [[nodiscard]] int checksOfVariant() const
    {
        return tracesAlsoCheck(m_plan) ? 0 : std::min(m_protocol.checkInputs, 1);
    }

    /// From the start of the process to the end of its warm-up.
    [[nodiscard]] Span start(const Variant& variant, Span startUp, Span compile) const
    {
        const double factor = compileFactor(variant);
        return importAndBuild * m_processesPerRun + startUp * (factor > 0 ? m_processesPerRun : 0)
            + (compile * factor + warmUpTime) * m_cases;
    }

    const Plan& m_plan;
    const Protocol& m_protocol;
    double m_cases;
    int m_processesPerRun;
};

nanoseconds fromSeconds(double seconds)
{
    return std::chrono::duration_cast<nanoseconds>(std::chrono::duration<double>(seconds));
}

/// Of a range that spans a factor: most models are small.
nanoseconds middleOf(const Span& span)
{
    return fromSeconds(std::sqrt(span.low * span.high));
}

std::int64_t callsOfWarmUp(std::int64_t callNs)
{
    constexpr std::int64_t fewest = 7; // two single calls and five more
    return std::max(fewest, firstWarmUpCalls(callNs));
}

std::int64_t callsOfRounds(const Plan& plan, std::int64_t callNs)
{
    const auto& protocol = plan.protocol;
    const auto byRule = callsPerBlock({.callNs = callNs,
        .rounds = protocol.rounds,
        .effort = protocol.effort,
        .goal = plan.goal.metric});
    constexpr std::int64_t proof = 1;
    return protocol.rounds
        * (protocol.callsPerBlock.value_or(byRule) + discardedCalls(callNs) + proof);
}

PlanEstimate estimateLook(const Estimator& estimator)
{
    const Span span = estimator.looks();
    const int processes = estimator.processes();
    return {.low = fromSeconds(span.low),
        .high = fromSeconds(span.high),
        .firstResult = middleOf(span),
        .diskBytes = baseBytes + bytesPerCompilingProcess * processes,
        .processes = processes,
        .cold = middleOf(span)};
}

} // namespace

nanoseconds usualTime(const Plan& plan, ProcessKind kind, int variant)
{
    const Estimator estimator(plan);
    const auto& one = plan.variants[static_cast<std::size_t>(variant)];
    switch (kind) {
    case ProcessKind::Cold:
        return middleOf(estimator.cold(one));
    case ProcessKind::ColdKept:
        return middleOf(estimator.coldKept(one));
    case ProcessKind::Look:
        return middleOf(estimator.look(one));
    case ProcessKind::Paired:
        return middleOf(estimator.lane(one));
    default:
        return middleOf(estimator.later(one));
    }
}

nanoseconds timeOfCalls(const Plan& plan, ProcessKind kind, nanoseconds call)
{
    if (call.count() < slowCallNs)
        return {};
    const auto& protocol = plan.protocol;
    switch (kind) {
    case ProcessKind::Paired:
        return call * (callsOfWarmUp(call.count()) + callsOfRounds(plan, call.count()));
    case ProcessKind::Trace:
    case ProcessKind::Look:
        return call * (passesOfTrace * protocol.traceCalls + protocol.checkInputs);
    case ProcessKind::Check:
        return call * protocol.checkInputs;
    default:
        return call * callsOfWarmUp(call.count());
    }
}

double expectedSlowdown(double load, int cores)
{
    return std::max(1.0, (load + 1) / std::max(cores, 1));
}

nanoseconds loadTime(const Plan& plan)
{
    const auto& load = plan.load;
    const auto rates = load.rates.empty() ? usualRates : static_cast<double>(load.rates.size());
    const auto cases = static_cast<double>(std::max<std::size_t>(1, plan.cases.size()));
    const auto seconds = std::chrono::duration<double>(load.duration).count();
    return fromSeconds(static_cast<double>(plan.variants.size()) * load.repetitions
        * (startOfLoad + cases * rates * seconds));
}

PlanEstimate estimatePlan(const Plan& plan)
{
    const Estimator estimator(plan);
    if (!isTimed(plan.protocol))
        return estimateLook(estimator);
    const auto& protocol = plan.protocol;
    const Span noise = estimator.noiseLane() * protocol.noiseRepetitions;
    const double load = std::chrono::duration<double>(loadTime(plan)).count();
    const Span fixed = Span {.low = load, .high = load} + estimator.coldProcesses()
        + estimator.checks() + estimator.traces() + noise;
    const Span first = estimator.firstResult();
    const double low = fixed.low + estimator.repetition().low * protocol.repetitionsMin;
    const double high = fixed.high + estimator.repetition().high * protocol.repetitionsMax;
    const Span rounds {.low = estimator.repetition().low * protocol.repetitionsMin + noise.low,
        .high = estimator.repetition().high * protocol.repetitionsMax + noise.high};
    const int processes = estimator.processes();
    const auto blocks = static_cast<std::int64_t>(protocol.repetitionsMin) * protocol.rounds
        * static_cast<std::int64_t>(
            plan.variants.size() * std::max<std::size_t>(1, plan.cases.size()));
    return {.low = fromSeconds(low),
        .high = std::max(fromSeconds(low), std::min(fromSeconds(high), protocol.totalTimeLimit)),
        .firstResult = middleOf(first),
        .diskBytes = baseBytes + bytesPerCompilingProcess * processes
            + blocks * protocol.callsPerBlock.value_or(guessedCallsPerBlock) * bytesPerCall,
        .processes = processes,
        .cold = middleOf(estimator.coldProcesses()),
        .rounds = middleOf(rounds),
        .check = middleOf(estimator.checks()),
        .trace = middleOf(estimator.traces()),
        .load = loadTime(plan)};
}

} // namespace profiler
