// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"

#include "profiler/model/comparison_info.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/device_call.h"
#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/facts/deep_numerics.h"
#include "profiler/model/facts/log_line.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/memory_history.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/facts/tune_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/imported_summary.h"
#include "profiler/model/plan.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <array>

namespace profiler {
namespace {

template <typename Enum>
using Keys = std::span<const EnumKey<Enum>>;

/// Specialised for each enumeration.
template <typename Enum>
constexpr std::array<EnumKey<Enum>, 0> table;

template <>
constexpr std::array table<VariantKind> {
    EnumKey {VariantKind::Eager, "eager"}, EnumKey {VariantKind::Compiled, "compiled"}};

template <>
constexpr std::array table<Engine> {EnumKey {Engine::TorchCompile, "torch_compile"},
    EnumKey {Engine::AotInductor, "aoti"}, EnumKey {Engine::TorchScript, "torchscript"},
    EnumKey {Engine::Exported, "export"}, EnumKey {Engine::Onnx, "onnx"}};

template <>
constexpr std::array table<Task> {
    EnumKey {Task::Inference, "inference"}, EnumKey {Task::Training, "training"}};

template <>
constexpr std::array table<GoalMetric> {EnumKey {GoalMetric::Median, "median"},
    EnumKey {GoalMetric::P99, "p99"}, EnumKey {GoalMetric::Throughput, "throughput"},
    EnumKey {GoalMetric::Total, "total"}};

template <>
constexpr std::array table<Effort> {EnumKey {Effort::Quick, "quick"},
    EnumKey {Effort::Normal, "normal"}, EnumKey {Effort::Thorough, "thorough"},
    EnumKey {Effort::Look, "look"}};

template <>
constexpr std::array table<Placement> {EnumKey {Placement::Lanes, "lanes"},
    EnumKey {Placement::Pairs, "pairs"}, EnumKey {Placement::Shared, "shared"},
    EnumKey {Placement::Sequential, "sequential"}};

template <>
constexpr std::array table<NumericsDepth> {EnumKey {NumericsDepth::Outputs, "outputs"},
    EnumKey {NumericsDepth::ModulesWhereDifferent, "modules_where_different"},
    EnumKey {NumericsDepth::Modules, "modules"}};

template <>
constexpr std::array table<UlpPair> {EnumKey {UlpPair::ResultToReference, "result_to_baseline"},
    EnumKey {UlpPair::ReferenceToPrecise, "baseline_to_fp64"},
    EnumKey {UlpPair::ResultToPrecise, "result_to_fp64"}};

template <>
constexpr std::array table<ComparisonStatus> {EnumKey {ComparisonStatus::Running, "running"},
    EnumKey {ComparisonStatus::Complete, "complete"},
    EnumKey {ComparisonStatus::Partial, "partial"}};

template <>
constexpr std::array table<ComparisonKind> {EnumKey {ComparisonKind::Recording, "recording"},
    EnumKey {ComparisonKind::TraceDifference, "trace_difference"},
    EnumKey {ComparisonKind::Trace, "trace"}, EnumKey {ComparisonKind::CompileLog, "compile_log"},
    EnumKey {ComparisonKind::MemorySnapshot, "memory_snapshot"}};

template <>
constexpr std::array table<ProcessKind> {EnumKey {ProcessKind::Cold, "cold"},
    EnumKey {ProcessKind::ColdKept, "cold_kept"}, EnumKey {ProcessKind::Paired, "paired"},
    EnumKey {ProcessKind::Check, "check"}, EnumKey {ProcessKind::Trace, "trace"},
    EnumKey {ProcessKind::Load, "load"}, EnumKey {ProcessKind::Look, "look"}};

template <>
constexpr std::array table<Arrivals> {EnumKey {Arrivals::Poisson, "poisson"},
    EnumKey {Arrivals::Constant, "constant"}, EnumKey {Arrivals::Replay, "replay"}};

template <>
constexpr std::array table<ProcessOutcome> {EnumKey {ProcessOutcome::Finished, "finished"},
    EnumKey {ProcessOutcome::Failed, "failed"}, EnumKey {ProcessOutcome::Crashed, "crashed"},
    EnumKey {ProcessOutcome::TimedOut, "timed_out"},
    EnumKey {ProcessOutcome::Interrupted, "interrupted"}};

template <>
constexpr std::array table<BlockKind> {
    EnumKey {BlockKind::WarmUp, "warm_up"}, EnumKey {BlockKind::Timed, "timed"}};

template <>
constexpr std::array table<Clock> {
    EnumKey {Clock::Call, "call"}, EnumKey {Clock::Pipelined, "pipelined"}};

template <>
constexpr std::array table<MemoryPart> {EnumKey {MemoryPart::Weights, "weights"},
    EnumKey {MemoryPart::Gradients, "gradients"},
    EnumKey {MemoryPart::OptimizerState, "optimizer_state"}, EnumKey {MemoryPart::Inputs, "inputs"},
    EnumKey {MemoryPart::Held, "held"}, EnumKey {MemoryPart::Results, "results"},
    EnumKey {MemoryPart::Activations, "activations"}};

template <>
constexpr std::array table<MemoryPhase> {EnumKey {MemoryPhase::Build, "build"},
    EnumKey {MemoryPhase::Compile, "compile"}, EnumKey {MemoryPhase::WarmUp, "warm_up"},
    EnumKey {MemoryPhase::Steady, "steady"}};

template <>
constexpr std::array table<RoofKind> {EnumKey {RoofKind::MemoryCopy, "memory_copy"},
    EnumKey {RoofKind::CacheCopy, "cache_copy"},
    EnumKey {RoofKind::MatmulFloat32, "matmul_float32"},
    EnumKey {RoofKind::MatmulBFloat16, "matmul_bfloat16"},
    EnumKey {RoofKind::MatmulFloat16, "matmul_float16"}};

template <>
constexpr std::array table<LossPrecision> {
    EnumKey {LossPrecision::AsRun, "as_run"}, EnumKey {LossPrecision::Fp64, "fp64"}};

template <>
constexpr std::array table<StepPart> {EnumKey {StepPart::DataWait, "data_wait"},
    EnumKey {StepPart::Forward, "forward"}, EnumKey {StepPart::Backward, "backward"},
    EnumKey {StepPart::Optimizer, "optimizer"}, EnumKey {StepPart::Other, "other"}};

template <>
constexpr std::array table<TrialOutcome> {EnumKey {TrialOutcome::Done, "done"},
    EnumKey {TrialOutcome::TooLong, "too_long"}, EnumKey {TrialOutcome::Failed, "failed"}};

template <>
constexpr std::array table<TensorRole> {EnumKey {TensorRole::Output, "output"},
    EnumKey {TensorRole::Loss, "loss"}, EnumKey {TensorRole::Gradient, "gradient"},
    EnumKey {TensorRole::Parameter, "parameter"}};

template <>
constexpr std::array table<TuneDecision> {EnumKey {TuneDecision::Finalist, "finalist"},
    EnumKey {TuneDecision::Failed, "failed"}, EnumKey {TuneDecision::RanEager, "ran_eager"},
    EnumKey {TuneDecision::NotSteady, "not_steady"},
    EnumKey {TuneDecision::ResultsDiffer, "results_differ"},
    EnumKey {TuneDecision::Slower, "slower"}, EnumKey {TuneDecision::Halved, "halved"}};

template <>
constexpr std::array table<LogStream> {EnumKey {LogStream::Stdout, "stdout"},
    EnumKey {LogStream::Stderr, "stderr"}, EnumKey {LogStream::Recorder, "recorder"}};

template <>
constexpr std::array table<MonitorSource> {
    EnumKey {MonitorSource::Host, "host"}, EnumKey {MonitorSource::Device, "device"}};

template <>
constexpr std::array table<TracePass> {EnumKey {TracePass::Operators, "operators"},
    EnumKey {TracePass::Graphs, "graphs"}, EnumKey {TracePass::Lines, "lines"}};

template <>
constexpr std::array table<SpanKind> {EnumKey {SpanKind::Operator, "operator"},
    EnumKey {SpanKind::Region, "region"}, EnumKey {SpanKind::Lookup, "lookup"},
    EnumKey {SpanKind::CompiledFunction, "compiled_function"}, EnumKey {SpanKind::Kernel, "kernel"},
    EnumKey {SpanKind::Range, "range"}, EnumKey {SpanKind::Module, "module"},
    EnumKey {SpanKind::Backward, "backward"}};

template <>
constexpr std::array table<CopyKind> {EnumKey {CopyKind::Unknown, "unknown"},
    EnumKey {CopyKind::HostToDevice, "host_to_device"},
    EnumKey {CopyKind::DeviceToHost, "device_to_host"},
    EnumKey {CopyKind::DeviceToDevice, "device_to_device"},
    EnumKey {CopyKind::HostToHost, "host_to_host"}, EnumKey {CopyKind::PeerToPeer, "peer_to_peer"},
    EnumKey {CopyKind::Memset, "memset"}};

template <>
constexpr std::array table<WorkKind> {EnumKey {WorkKind::Matmul, "matmul"},
    EnumKey {WorkKind::Fused, "fused"}, EnumKey {WorkKind::Norm, "norm"},
    EnumKey {WorkKind::Elementwise, "elementwise"}, EnumKey {WorkKind::Embedding, "embedding"},
    EnumKey {WorkKind::Optimizer, "optimizer"}, EnumKey {WorkKind::Copy, "copy"},
    EnumKey {WorkKind::Communication, "communication"}};

template <>
constexpr std::array table<IdleCause> {EnumKey {IdleCause::Host, "host"},
    EnumKey {IdleCause::Sync, "sync"}, EnumKey {IdleCause::Copy, "copy"},
    EnumKey {IdleCause::Compile, "compile"}, EnumKey {IdleCause::Launch, "launch"},
    EnumKey {IdleCause::EarlierWork, "queued_earlier_work"},
    EnumKey {IdleCause::InGraph, "in_graph"}, EnumKey {IdleCause::Elsewhere, "queued_elsewhere"},
    EnumKey {IdleCause::BeforeTrace, "before_trace"}, EnumKey {IdleCause::Other, "other"}};

template <>
constexpr std::array table<Verdict> {EnumKey {Verdict::Baseline, "baseline"},
    EnumKey {Verdict::Faster, "faster"}, EnumKey {Verdict::Slower, "slower"},
    EnumKey {Verdict::NoDifference, "no_difference"},
    EnumKey {Verdict::UndecidedLeaningFaster, "undecided_leaning_faster"},
    EnumKey {Verdict::UndecidedLeaningSlower, "undecided_leaning_slower"},
    EnumKey {Verdict::Undecided, "undecided"}, EnumKey {Verdict::NotEnoughData, "not_enough_data"},
    EnumKey {Verdict::ResultsDiffer, "results_differ"},
    EnumKey {Verdict::NotComparable, "not_comparable"}, EnumKey {Verdict::RanEager, "ran_eager"},
    EnumKey {Verdict::Failed, "failed"}, EnumKey {Verdict::NotJudged, "not_judged"}};

template <>
constexpr std::array table<NumericsStatus> {EnumKey {NumericsStatus::Equal, "equal"},
    EnumKey {NumericsStatus::Close, "close"},
    EnumKey {NumericsStatus::AsAccurateAsEager, "as_accurate_as_eager"},
    EnumKey {NumericsStatus::WithinTolerance, "within_tolerance"},
    EnumKey {NumericsStatus::TooSmallToJudge, "too_small_to_judge"},
    EnumKey {NumericsStatus::Different, "different"},
    EnumKey {NumericsStatus::NotChecked, "not_checked"}};

template <>
constexpr std::array table<RecommendationKind> {
    EnumKey {RecommendationKind::Recommended, "recommended"},
    EnumKey {RecommendationKind::KeepEager, "keep_eager"},
    EnumKey {RecommendationKind::Undecided, "undecided"},
    EnumKey {RecommendationKind::Slower, "slower"},
    EnumKey {RecommendationKind::ResultsDiffer, "results_differ"},
    EnumKey {RecommendationKind::NotComparable, "not_comparable"},
    EnumKey {RecommendationKind::NotEnoughData, "not_enough_data"},
    EnumKey {RecommendationKind::MachineTooBusy, "machine_too_busy"},
    EnumKey {RecommendationKind::NotJudged, "not_judged"},
    EnumKey {RecommendationKind::OneVariant, "one_variant"}};

template <>
constexpr std::array table<BoundBy> {EnumKey {BoundBy::Compute, "compute"},
    EnumKey {BoundBy::Memory, "memory"}, EnumKey {BoundBy::LaunchesAndHost, "launches_and_host"},
    EnumKey {BoundBy::WaitingForData, "waiting_for_data"}, EnumKey {BoundBy::Mixed, "mixed"},
    EnumKey {BoundBy::Unknown, "unknown"}};

template <>
constexpr std::array table<CeilingPart> {EnumKey {CeilingPart::Library, "library"},
    EnumKey {CeilingPart::Fusible, "fusible"}, EnumKey {CeilingPart::Host, "host"},
    EnumKey {CeilingPart::Data, "data"}, EnumKey {CeilingPart::Communication, "communication"},
    EnumKey {CeilingPart::NotCompiled, "not_compiled"},
    EnumKey {CeilingPart::Unexplained, "unattributed"}};

template <>
constexpr std::array table<TryKind> {EnumKey {TryKind::LeaveEager, "leave_eager"},
    EnumKey {TryKind::Default, "default"}, EnumKey {TryKind::ReduceOverhead, "reduce-overhead"},
    EnumKey {TryKind::MaxAutotune, "max-autotune"}, EnumKey {TryKind::Freezing, "freezing"}};

template <>
constexpr std::array table<Finding::Severity> {
    EnumKey {Finding::Severity::Information, "information"},
    EnumKey {Finding::Severity::Warning, "warning"}, EnumKey {Finding::Severity::Bad, "bad"}};

/// As the window's command line calls them.
template <>
constexpr std::array table<FindingPage> {EnumKey {FindingPage::Breaks, "breaks"},
    EnumKey {FindingPage::Latency, "latency"}, EnumKey {FindingPage::Log, "log"},
    EnumKey {FindingPage::Memory, "memory"}, EnumKey {FindingPage::Numerics, "numerics"},
    EnumKey {FindingPage::Configuration, "configuration"},
    EnumKey {FindingPage::Compile, "compile"}, EnumKey {FindingPage::Kernels, "kernels"},
    EnumKey {FindingPage::Gpu, "gpu"}};

template <>
constexpr std::array table<RemedyKind> {EnumKey {RemedyKind::None, "none"},
    EnumKey {RemedyKind::Rewrite, "rewrite"}, EnumKey {RemedyKind::Mode, "mode"},
    EnumKey {RemedyKind::Dynamic, "dynamic"}, EnumKey {RemedyKind::Option, "option"},
    EnumKey {RemedyKind::WholeModel, "whole_model"},
    EnumKey {RemedyKind::CompilePart, "compile_part"},
    EnumKey {RemedyKind::WithoutCompile, "without_compile"},
    EnumKey {RemedyKind::MarkDynamic, "mark_dynamic"},
    EnumKey {RemedyKind::DynamoConfig, "dynamo_config"},
    EnumKey {RemedyKind::InductorConfig, "inductor_config"},
    EnumKey {RemedyKind::TensorNumber, "tensor_number"},
    EnumKey {RemedyKind::CompileOnce, "compile_once"}, EnumKey {RemedyKind::EvalMode, "eval_mode"},
    EnumKey {RemedyKind::NoGradient, "no_gradient"},
    EnumKey {RemedyKind::MatmulPrecision, "matmul_precision"},
    EnumKey {RemedyKind::MemoryFormat, "memory_format"}, EnumKey {RemedyKind::Autocast, "autocast"},
    EnumKey {RemedyKind::Backends, "backends"}, EnumKey {RemedyKind::Fence, "fence"},
    EnumKey {RemedyKind::RecordOption, "record_option"}};

template <>
constexpr std::array table<RemedyState> {EnumKey {RemedyState::Untried, "untried"},
    EnumKey {RemedyState::Confirmed, "confirmed"}, EnumKey {RemedyState::Refuted, "refuted"},
    EnumKey {RemedyState::Undecided, "undecided"}};

template <>
constexpr std::array table<Confidence> {EnumKey {Confidence::Measured, "measured"},
    EnumKey {Confidence::Estimated, "estimated"}, EnumKey {Confidence::Suspected, "suspected"}};

template <>
constexpr std::array table<TorchCache> {EnumKey {TorchCache::FxGraph, "fx_graph"},
    EnumKey {TorchCache::AotAutograd, "aot_autograd"}, EnumKey {TorchCache::Kernels, "kernels"},
    EnumKey {TorchCache::Autotune, "autotune"},
    EnumKey {TorchCache::ProfileGuided, "profile_guided"}};

template <>
constexpr std::array table<CacheOutcome> {EnumKey {CacheOutcome::Hit, "hit"},
    EnumKey {CacheOutcome::Miss, "miss"}, EnumKey {CacheOutcome::Bypass, "bypass"}};

} // namespace

template <typename Enum>
std::span<const EnumKey<Enum>> enumKeys()
{
    return table<Enum>;
}

template Keys<VariantKind> enumKeys();
template Keys<Engine> enumKeys();
template Keys<Task> enumKeys();
template Keys<GoalMetric> enumKeys();
template Keys<Effort> enumKeys();
template Keys<Placement> enumKeys();
template Keys<NumericsDepth> enumKeys();
template Keys<UlpPair> enumKeys();
template Keys<ComparisonStatus> enumKeys();
template Keys<ComparisonKind> enumKeys();
template Keys<ProcessKind> enumKeys();
template Keys<Arrivals> enumKeys();
template Keys<ProcessOutcome> enumKeys();
template Keys<BlockKind> enumKeys();
template Keys<Clock> enumKeys();
template Keys<MemoryPart> enumKeys();
template Keys<MemoryPhase> enumKeys();
template Keys<TensorRole> enumKeys();
template Keys<RoofKind> enumKeys();
template Keys<LossPrecision> enumKeys();
template Keys<StepPart> enumKeys();
template Keys<TrialOutcome> enumKeys();
template Keys<TuneDecision> enumKeys();
template Keys<LogStream> enumKeys();
template Keys<MonitorSource> enumKeys();
template Keys<TracePass> enumKeys();
template Keys<SpanKind> enumKeys();
template Keys<CopyKind> enumKeys();
template Keys<WorkKind> enumKeys();
template Keys<IdleCause> enumKeys();
template Keys<Verdict> enumKeys();
template Keys<NumericsStatus> enumKeys();
template Keys<RecommendationKind> enumKeys();
template Keys<BoundBy> enumKeys();
template Keys<CeilingPart> enumKeys();
template Keys<TryKind> enumKeys();
template Keys<Finding::Severity> enumKeys();
template Keys<FindingPage> enumKeys();
template Keys<RemedyKind> enumKeys();
template Keys<RemedyState> enumKeys();
template Keys<Confidence> enumKeys();
template Keys<TorchCache> enumKeys();
template Keys<CacheOutcome> enumKeys();

} // namespace profiler
