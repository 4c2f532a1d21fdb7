// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/case.h"
#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/deep_numerics.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/memory_history.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/facts/tune_facts.h"
#include "profiler/model/facts/utc_time.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/result.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The messages of PROTOCOL.md as values; worker_messages.cpp writes commands, worker_replies.cpp
/// reads answers. A worker runs foreign code: nothing in an answer is believed before it is
/// checked.
namespace profiler {

struct SetupCommand {
    ProcessKind kind = ProcessKind::Paired;
    std::string planJson;
    int variant = 0;
    std::optional<CaseRange> cases; ///< absent = all
    std::filesystem::path agent; ///< empty = none
    std::filesystem::path runner; ///< of a native variant; empty = none
    std::filesystem::path collector; ///< of kernels; empty = none
    std::filesystem::path spool;
    std::filesystem::path models;
    bool startUp = false;
    bool savesOutputs = false; ///< keeps the state that is built: outputs start from it
};

struct BlockCommand {
    int caseIndex = 0;
    std::int64_t calls = 1;
    std::int64_t discard = 3;
    Clock clock = Clock::Call;
};

enum class OutputPrecision { AsIs, Fp64, FallbackRandom };

struct OutputsCommand {
    int caseIndex = 0;
    int inputSet = 0;
    std::filesystem::path path;
    OutputPrecision precision = OutputPrecision::AsIs;
};

struct CompareCommand {
    int caseIndex = 0;
    int inputSet = 0;
    std::filesystem::path reference;
    std::filesystem::path candidate;
    std::filesystem::path fp64; ///< empty = none
    bool randomOperators = false;
};

struct ModuleOutputsCommand {
    int caseIndex = 0;
    int inputSet = 0;
    std::filesystem::path path;
    OutputPrecision precision = OutputPrecision::AsIs;
    std::filesystem::path like; ///< a file of the same modules; empty = as many as fit
};

struct ModuleErrorsCommand {
    int caseIndex = 0;
    int inputSet = 0;
    std::filesystem::path reference;
    std::filesystem::path fp64; ///< empty = none
    OutputPrecision precision = OutputPrecision::AsIs;
};

struct SaveInputsCommand {
    int caseIndex = 0;
    int inputSet = 0;
    std::filesystem::path path;
};

struct LossesCommand {
    int caseIndex = 0;
    int steps = 1;
    OutputPrecision precision = OutputPrecision::AsIs;
};

struct TraceCommand {
    int caseIndex = 0;
    TracePass pass = TracePass::Operators;
    int calls = 20;
    std::filesystem::path path; ///< of the spool file
    std::filesystem::path kernels; ///< of the collector's; empty = no kernels are wanted
    bool places = true; ///< the user's lines and modules, too: dearer
};

struct LoadCommand {
    int caseIndex = 0;
    std::int64_t requests = 0;
    int concurrency = 1;
    nanoseconds drain {}; ///< requests still waiting so long after the last one came are given up
    std::filesystem::path path; ///< of the file with the planned requests
};

/// Each is one line, its end included.
[[nodiscard]] std::string setupLine(const SetupCommand& command);
[[nodiscard]] std::string warmUpLine(int caseIndex, std::int64_t calls);
[[nodiscard]] std::string blockLine(const BlockCommand& command);
[[nodiscard]] std::string proveLine(int caseIndex);
[[nodiscard]] std::string memoryLine(MemoryPhase phase, int caseIndex);
[[nodiscard]] std::string outputsLine(const OutputsCommand& command);
[[nodiscard]] std::string partsLine(int caseIndex, std::int64_t calls);
[[nodiscard]] std::string lossesLine(const LossesCommand& command);
[[nodiscard]] std::string compareLine(const CompareCommand& command);
[[nodiscard]] std::string moduleOutputsLine(const ModuleOutputsCommand& command);
[[nodiscard]] std::string moduleErrorsLine(const ModuleErrorsCommand& command);
[[nodiscard]] std::string saveInputsLine(const SaveInputsCommand& command);
[[nodiscard]] std::string traceLine(const TraceCommand& command);
/// What is asked of a trace process after its traces.
[[nodiscard]] std::string roofsLine();
[[nodiscard]] std::string workLine(int caseIndex);
[[nodiscard]] std::string trialLine(int caseIndex);
[[nodiscard]] std::string modulesLine(int caseIndex, int calls);
[[nodiscard]] std::string loadLine(const LoadCommand& command);
/// Asks a fresh worker what of the plan's script can be measured.
[[nodiscard]] std::string discoverLine(
    const std::string& planJson, const std::filesystem::path& spool);
[[nodiscard]] std::string endLine();

/// Where the worker wrote the columns of `calls` calls.
struct SpoolPiece {
    std::int64_t offset = 0;
    std::int64_t calls = 0;
};

/// A case as a worker made it.
struct MadeCase {
    Case value; ///< its inputs with shape and dtype
    std::int64_t sets = 1; ///< input sets that calls go through in turn
};

struct SetupReply {
    std::vector<PhaseFact> phases;
    EnvironmentFields environment;
    std::vector<MemoryFact> memory;
    bool agentUsed = false;
    std::string agentReason; ///< why it was not used
    std::vector<NoticeFact> notices;
    std::vector<MadeCase> cases;
};

struct WarmUpReply {
    SpoolPiece spool;
    std::vector<std::int64_t> compiled; ///< indices of calls that compiled something
    UtcTime started;
    std::optional<nanoseconds> wall;
    std::optional<nanoseconds> cpu; ///< self and children
    std::int64_t compileCount = 0;
    std::vector<MemoryFact> memory;
};

struct BlockReply {
    SpoolPiece spool;
    UtcTime started;
    nanoseconds wall {};
    std::optional<nanoseconds> cpu;
    std::optional<std::int64_t> pressureUs; ///< PSI "some" of the CPU during the timed calls
    std::int64_t compileCount = 0;
};

struct LoadReply {
    nanoseconds wall {};
    std::optional<nanoseconds> cpu;
    std::optional<std::int64_t> pressureUs;
};

struct OutputsReply {
    bool randomOperators = false;
    std::int64_t bytes = 0;
    bool repeated = false; ///< the inputs are those of the first set: nothing was saved
    std::string reason; ///< why nothing was saved in fp64; empty = it was
};

struct CompareReply {
    std::vector<NumericsFact> numerics;
    std::vector<UlpHistogram> distances;
};

struct ModuleOutputsReply {
    std::string reason; ///< why there are none
};

struct SaveInputsReply {
    std::vector<std::string> names; ///< of the tensors, in the order of the call
};

struct TraceReply {
    bool observed = false;
    std::string reason; ///< why not
    bool compiled = false; ///< torch compiled during a traced call
    std::string deviceReason; ///< why no kernels of a device were collected
    std::vector<GraphWindow> graphs;
    GraphConstants constants;
    TracePlaces lines; ///< of the host's samples; ids from 1
    CounterColumns samples; ///< a row for each, its series the id of a line
    std::vector<TraceCall> calls; ///< where no spool file tells them
    std::vector<MemoryHistoryFact> memory; ///< of the last call; at most one
    std::string memoryReason; ///< why there is none
};

struct RoofsReply {
    std::vector<RoofFact> roofs;
    std::string reason; ///< why there are none
};

/// What a worker said instead of `done`.
struct WorkerComplaint {
    std::string errorClass;
    std::string sentence;
    std::string exception;
    std::string traceback;
    std::string stage;
    std::optional<int> caseIndex;
};

struct StageEvent {
    std::string stage;
};

struct DetailEvent {
    std::string text;
};

/// Written into a file of its own beside the spool.
struct GeneratedCodeEvent {
    int number = 0; ///< of the file
    std::string compileId;
    std::optional<int> caseIndex;
};

/// Likewise.
struct CompileTraceEvent {
    int number = 0; ///< of the file
};

using WorkerEvent = std::variant<StageEvent, DetailEvent, CompileFact, GraphBreakFact,
    RecompileFact, CollectionFact, SourceFact, NoticeFact, GeneratedCodeEvent, CompileTraceEvent>;

/// `text` is the whole message, for the reader of that command's answer.
struct DoneMessage {
    std::string command;
    std::string text;
};

struct UnknownMessage { }; ///< an event of a newer worker

using WorkerMessage = std::variant<UnknownMessage, WorkerEvent, WorkerComplaint, DoneMessage>;

[[nodiscard]] Result<WorkerMessage> messageFrom(std::string_view line);

[[nodiscard]] Result<SetupReply> setupReplyFrom(std::string_view text);
[[nodiscard]] Result<WarmUpReply> warmUpReplyFrom(std::string_view text);
[[nodiscard]] Result<BlockReply> blockReplyFrom(std::string_view text);
[[nodiscard]] Result<ProofFact> proofReplyFrom(std::string_view text); ///< afterBlock is not set
[[nodiscard]] Result<std::vector<MemoryFact>> memoryReplyFrom(std::string_view text);
[[nodiscard]] Result<OutputsReply> outputsReplyFrom(std::string_view text);
/// Of which case and set of inputs is not set, neither in what follows.
[[nodiscard]] Result<CompareReply> compareReplyFrom(std::string_view text);
[[nodiscard]] Result<ModuleOutputsReply> moduleOutputsReplyFrom(std::string_view text);
[[nodiscard]] Result<ModuleErrors> moduleErrorsReplyFrom(std::string_view text);
[[nodiscard]] Result<SaveInputsReply> saveInputsReplyFrom(std::string_view text);
[[nodiscard]] Result<std::vector<ModuleUse>> modulesReplyFrom(std::string_view text);
/// Of which case and round is not set; neither is the precision of losses.
[[nodiscard]] Result<StepPartsFact> partsReplyFrom(std::string_view text);
[[nodiscard]] Result<LossCurve> lossesReplyFrom(std::string_view text);
[[nodiscard]] Result<LoadReply> loadReplyFrom(std::string_view text);
[[nodiscard]] Result<TraceReply> traceReplyFrom(std::string_view text);
[[nodiscard]] Result<RoofsReply> roofsReplyFrom(std::string_view text);
[[nodiscard]] Result<CallWorkFact> workReplyFrom(std::string_view text);
[[nodiscard]] Result<TrialFact> trialReplyFrom(std::string_view text);
[[nodiscard]] Result<ScriptCalls> scriptCallsFrom(std::string_view text);

/// What a worker does in a stage of PROTOCOL.md, for people; an unknown stage as it stands.
[[nodiscard]] std::string stageText(std::string_view stage);

} // namespace profiler
