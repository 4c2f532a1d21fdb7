// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What a recording produces, in the order of the ladder: comparison > variant > repetition >
/// round > block > call. The recorder hands these to a RecordSink; a database gives them back as
/// ComparisonData. Times are nanoseconds; "unknown" is nullopt, never zero.
namespace profiler {

/// Nanoseconds since 1970-01-01 UTC.
struct UtcTime {
    std::int64_t ns = 0;

    auto operator<=>(const UtcTime&) const = default;
};

struct ComparisonId {
    std::int64_t value = 0;

    auto operator<=>(const ComparisonId&) const = default;
};

/// Numbered from 0 within its comparison, in the order started.
struct ProcessIndex {
    int value = 0;

    auto operator<=>(const ProcessIndex&) const = default; // NOLINT(modernize-use-nullptr)
};

enum class ComparisonStatus { Running, Complete, Partial };

struct ComparisonInfo {
    ComparisonId id;
    std::string name;
    UtcTime started;
    int utcOffsetMinutes = 0;
    std::optional<UtcTime> ended;
    ComparisonStatus status = ComparisonStatus::Running;
    std::string stopReason; ///< why it ended, e.g. "interval narrow enough", "interrupted"
    std::string toolVersion;
    std::string command; ///< the command line that recorded it
    Placement placement = Placement::Lanes;

    bool operator==(const ComparisonInfo&) const = default;
};

enum class ProcessKind {
    Cold, ///< empty compile cache
    ColdKept, ///< the cache such a process left
    Paired, ///< a lane of a repetition
    Check,
    Trace,
};

struct ProcessStart {
    ProcessKind kind = ProcessKind::Paired;
    int variant = 0; ///< index into Plan::variants
    bool again = false; ///< the "eager again" lane of the noise floor; variant is the baseline
    int repetition = 0; ///< from 0; of its kind
    std::optional<int> onlyCase; ///< with `cases: apart`
    UtcTime started;
    int pid = 0;

    bool operator==(const ProcessStart&) const = default;
};

enum class ProcessOutcome { Finished, Failed, Crashed, TimedOut, Interrupted };

struct ProcessEnd {
    ProcessOutcome outcome = ProcessOutcome::Finished;
    UtcTime ended;
    std::string reason; ///< one sentence: exception, signal name, what to do
    std::string
        errorClass; ///< of the catalogue (error_catalogue.h): "unsupported", "out_of_memory"…

    bool operator==(const ProcessEnd&) const = default;
};

/// Key/value facts of a process that make runs comparable or not: see docs/fields.md.
/// device_name, torch, python, cuda, driver, os, threads, weights_hash, inputs_hash.<case>…
using EnvironmentFields = std::map<std::string, std::string>;

/// Wall and CPU time of one phase of a process: import, build, inputs, start_up (the throw-away
/// compile), case/<name>/first_call…
struct PhaseFact {
    std::string phase;
    std::optional<int> caseIndex;
    nanoseconds wall {};
    std::optional<nanoseconds> cpu; ///< self and children

    bool operator==(const PhaseFact&) const = default;
};

/// Which clock a series was taken with; never mixed in one ratio.
enum class Clock { Call, Pipelined };

enum class BlockKind { WarmUp, Timed };

/// Read before and after a block and subtracted; unknown stays nullopt.
struct MachineState {
    std::optional<double> cpuPressureRatio; ///< PSI "some" of the block's wall time
    std::optional<double> stealRatio; ///< of all CPU time
    std::optional<double> cpuPerWall; ///< CPU time of the process / wall
    std::optional<double> loadAverage;
    std::optional<double> smClockMhz;
    std::optional<double> memoryClockMhz;
    std::optional<double> powerWatts;
    std::optional<double> temperatureCelsius;
    std::optional<std::int64_t> clockEventReasons; ///< NVML bits
    std::optional<int> foreignGpuProcesses;

    bool operator==(const MachineState&) const = default;
};

/// Consecutive calls of one case in one span. The three columns have one entry a call; cpuNs and
/// switches are empty where they could not be measured. Pipelined blocks have one entry: the mean.
struct CallBlock {
    BlockKind kind = BlockKind::Timed;
    int caseIndex = 0;
    Clock clock = Clock::Call;
    int round = -1; ///< from 0; -1 in warm-up
    int order = 0; ///< running number of the block within its process
    bool repeated = false; ///< a round that was run again because a block of it was not quiet
    UtcTime started;
    std::vector<std::int64_t> wallNs;
    std::vector<std::int64_t> cpuNs;
    std::vector<std::int32_t> switches; ///< involuntary context switches
    std::vector<std::uint8_t> compiled; ///< 1 where the call compiled something; warm-up only
    bool compileCountMoved = false; ///< a compile happened inside a timed block
    MachineState machine;
    std::vector<std::string> flags; ///< why the block was not quiet; empty = quiet

    bool operator==(const CallBlock&) const = default;
};

/// The recorder's judgement of a case's warm-up in one process (measurement.md, Warm-up).
struct SteadyFact {
    int caseIndex = 0;
    bool steady = false;
    std::int64_t warmUpCalls = 0;
    std::int64_t steadyFrom = 0; ///< first steady call of the warm-up
    bool noisy = false;
    std::string reason; ///< when not steady

    bool operator==(const SteadyFact&) const = default;
};

/// One untimed, observed call. An eager lane must show no region.
struct ProofFact {
    int caseIndex = 0;
    int afterBlock = -1; ///< -1: before round 1
    bool observed = false; ///< false: no agent; regions are then unknown
    std::int64_t compileCount = 0;
    std::map<std::string, int> regions; ///< compile id ("0/0") -> times run in this call

    bool operator==(const ProofFact&) const = default;
};

struct CompileFact {
    std::string compileId; ///< "0/0"
    std::optional<int> caseIndex; ///< whose call caused it
    bool startUp = false; ///< the throw-away compile; not part of any count
    std::string function;
    std::string file; ///< the user's
    int line = 0;
    nanoseconds duration {};
    std::map<std::string, nanoseconds> phases; ///< nested where torch nests them; do not sum
    std::optional<std::string> cache; ///< hit, miss, bypass
    std::optional<std::int64_t> nodes;
    std::optional<std::int64_t> operators;
    std::optional<std::int64_t> guards;
    std::string failType; ///< empty = compiled
    std::string failReason;
    std::string metricsJson; ///< CompilationMetrics as torch gave them; may be empty

    bool operator==(const CompileFact&) const = default;
};

/// One log record of a graph break. Key of a break = (file, line, id).
struct GraphBreakFact {
    std::string id; ///< gb0124; empty when torch gave none
    std::string reason;
    std::string explanation;
    std::string hint;
    std::string file; ///< the user's; empty when the record names no place
    int line = 0;
    std::string function;
    std::string compileId;
    std::optional<int> caseIndex;

    bool operator==(const GraphBreakFact&) const = default;
};

/// One line of the stack above a place.
struct SourceFrame {
    std::string file;
    int line = 0;
    std::string function;
    std::string text; ///< the line as it stood; empty where it could not be read
    bool library = false; ///< not the user's own code

    bool operator==(const SourceFrame&) const = default;
};

/// The source around a place that a graph break or a recompile names, as it stood when it was
/// recorded. Key = (file, line); one for each in a comparison.
struct SourceFact {
    std::string file;
    int line = 0;
    int firstLine = 1; ///< of the text
    std::string text;
    std::vector<SourceFrame> frames; ///< how execution came here, outermost first; may be empty

    bool operator==(const SourceFact&) const = default;
};

/// More is refused wherever it comes from: a worker runs foreign code, a file may be anybody's.
inline constexpr std::size_t longestSource = std::size_t {32} << 10U; ///< bytes of one text
inline constexpr std::size_t mostSourceFrames = 64;
inline constexpr std::size_t mostSources = 1000; ///< of a comparison

/// Within these bounds?
[[nodiscard]] bool isBounded(const SourceFact& fact);

struct RecompileFact {
    std::string compileId;
    std::string guard; ///< the expression that failed
    std::string reason; ///< torch's text
    std::string function;
    std::string file;
    int line = 0;
    std::optional<nanoseconds> duration;
    std::optional<int> caseIndex;

    bool operator==(const RecompileFact&) const = default;
};

enum class MemoryPhase { Build, Compile, WarmUp, Steady };

struct MemoryFact {
    MemoryPhase phase = MemoryPhase::Steady;
    std::optional<int> caseIndex;
    std::optional<std::int64_t> hostPeakBytes; ///< VmHWM, reset at the phase's start
    std::optional<std::int64_t> childrenPeakBytes; ///< sum of PSS, sampled
    std::optional<std::int64_t> devicePeakBytes; ///< allocator peak, reset at the phase's start
    std::optional<std::int64_t> deviceReservedBytes;
    std::optional<std::int64_t> hostAllocatorPeakBytes;

    bool operator==(const MemoryFact&) const = default;
};

enum class TensorRole { Output, Loss, Gradient, Parameter };

/// One tensor of a variant against the baseline's; the status is judged at read time.
struct NumericsFact {
    int caseIndex = 0;
    int inputSet = 0;
    TensorRole role = TensorRole::Output;
    std::string path; ///< in the pytree: "0.logits"
    std::string dtype;
    std::string layoutMismatch; ///< shape, dtype, device or layout differ: in words; else empty
    std::int64_t elements = 0;
    std::int64_t bitEqual = 0;
    std::int64_t mismatches = 0; ///< beyond atol + rtol |ref|
    bool nanPositionsEqual = true;
    std::optional<double> maxAbs;
    std::optional<double> maxRel; ///< over reference != 0
    std::optional<std::int64_t> maxUlp;
    std::optional<double> cosine;
    std::optional<double> toleranceUsedRatio; ///< max |res-ref| / (atol + rtol |ref|)
    std::optional<double> rmseReference; ///< against fp64
    std::optional<double> rmseResult; ///< against fp64
    std::optional<double> argmaxAgreement; ///< last axis, float outputs of two or more dimensions
    bool randomOperators = false; ///< the graph holds random operators: pass with fallback_random

    bool operator==(const NumericsFact&) const = default;
};

enum class LogStream { Stdout, Stderr, Recorder };

struct LogLine {
    std::optional<ProcessIndex> process;
    LogStream stream = LogStream::Stderr;
    UtcTime time;
    std::string text;

    bool operator==(const LogLine&) const = default;
};

/// Warnings of the worker or the recorder that belong on a page: training mode left on, model
/// changes its inputs, defaults taken for a training task, no agent.
struct NoticeFact {
    std::optional<int> variant;
    std::optional<int> caseIndex;
    std::string rule; ///< stable word: "training_mode_on"
    std::string sentence;

    bool operator==(const NoticeFact&) const = default;
};

} // namespace profiler
