// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/deep_numerics.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/facts/load_fact.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/memory_history.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/facts/tune_facts.h"
#include "storage/sqlite/row_columns.h"

/// The columns of the facts of a recording: a member of one of them is stored by its place here.
namespace storage {

inline constexpr auto phaseColumns = rowColumns("phase", "process_id", "id",
    "phase, case_index, wall_ns, cpu_ns", &profiler::PhaseFact::phase,
    &profiler::PhaseFact::caseIndex, &profiler::PhaseFact::wall, &profiler::PhaseFact::cpu);

inline constexpr auto steadyColumns = rowColumns("steady", "process_id", "id",
    "case_index, steady, warm_up_calls, steady_from, noisy, reason",
    &profiler::SteadyFact::caseIndex, &profiler::SteadyFact::steady,
    &profiler::SteadyFact::warmUpCalls, &profiler::SteadyFact::steadyFrom,
    &profiler::SteadyFact::noisy, &profiler::SteadyFact::reason);

inline constexpr auto proofColumns
    = rowColumns("proof", "process_id", "id", "case_index, after_block, observed, compile_count",
        &profiler::ProofFact::caseIndex, &profiler::ProofFact::afterBlock,
        &profiler::ProofFact::observed, &profiler::ProofFact::compileCount);

inline constexpr auto tuneColumns
    = rowColumns("tune_step", "process_id", "id", "rung, decision, spent_ns",
        &profiler::TuneStep::rung, &profiler::TuneStep::decision, &profiler::TuneStep::spent);

inline constexpr auto memoryColumns = rowColumns("memory", "process_id", "id",
    "phase, case_index, host_peak_bytes, children_peak_bytes, device_peak_bytes, "
    "device_reserved_bytes, host_allocator_peak_bytes",
    &profiler::MemoryFact::phase, &profiler::MemoryFact::caseIndex,
    &profiler::MemoryFact::hostPeakBytes, &profiler::MemoryFact::childrenPeakBytes,
    &profiler::MemoryFact::devicePeakBytes, &profiler::MemoryFact::deviceReservedBytes,
    &profiler::MemoryFact::hostAllocatorPeakBytes);

inline constexpr auto numericsColumns = rowColumns("numerics", "process_id", "id",
    "case_index, input_set, role, path, dtype, result_dtype, layout_mismatch, elements, bit_equal, "
    "mismatches, nan_positions_equal, max_abs, max_rel, max_ulp, cosine, tolerance_used_ratio, "
    "rmse_reference, rmse_result, rms_precise, argmax_agreement, random_operators, "
    "nan_reference, nan_result, infinite_reference, infinite_result",
    &profiler::NumericsFact::caseIndex, &profiler::NumericsFact::inputSet,
    &profiler::NumericsFact::role, &profiler::NumericsFact::path, &profiler::NumericsFact::dtype,
    &profiler::NumericsFact::resultDtype, &profiler::NumericsFact::layoutMismatch,
    &profiler::NumericsFact::elements, &profiler::NumericsFact::bitEqual,
    &profiler::NumericsFact::mismatches, &profiler::NumericsFact::nanPositionsEqual,
    &profiler::NumericsFact::maxAbs, &profiler::NumericsFact::maxRel,
    &profiler::NumericsFact::maxUlp, &profiler::NumericsFact::cosine,
    &profiler::NumericsFact::toleranceUsedRatio, &profiler::NumericsFact::rmseReference,
    &profiler::NumericsFact::rmseResult, &profiler::NumericsFact::rmsPrecise,
    &profiler::NumericsFact::argmaxAgreement, &profiler::NumericsFact::randomOperators,
    &profiler::NumericsFact::nanReference, &profiler::NumericsFact::nanResult,
    &profiler::NumericsFact::infiniteReference, &profiler::NumericsFact::infiniteResult);

inline constexpr auto moduleErrorsColumns
    = rowColumns("module_errors", "process_id", "id", "case_index, input_set, reason, same_outputs",
        &profiler::ModuleErrors::caseIndex, &profiler::ModuleErrors::inputSet,
        &profiler::ModuleErrors::reason, &profiler::ModuleErrors::sameOutputs);

/// Its figures follow, as numericsColumns.
inline constexpr auto moduleErrorColumns = rowColumns("module_error", "errors_id", "position",
    "module, kind, file, line, call, max_error_reference, max_error_result, reason",
    &profiler::ModuleError::module, &profiler::ModuleError::kind, &profiler::ModuleError::file,
    &profiler::ModuleError::line, &profiler::ModuleError::call,
    &profiler::ModuleError::maxErrorReference, &profiler::ModuleError::maxErrorResult,
    &profiler::ModuleError::reason);

inline constexpr auto ulpHistogramColumns = rowColumns("ulp_histogram", "process_id", "id",
    "case_index, input_set, role, path, dtype, pair, nan_in_both, nan_in_one",
    &profiler::UlpHistogram::caseIndex, &profiler::UlpHistogram::inputSet,
    &profiler::UlpHistogram::role, &profiler::UlpHistogram::path, &profiler::UlpHistogram::dtype,
    &profiler::UlpHistogram::pair, &profiler::UlpHistogram::nanInBoth,
    &profiler::UlpHistogram::nanInOne);

inline constexpr auto ulpCountColumns = rowColumns("ulp_count", "histogram_id", "position",
    "bucket, value_count", &profiler::UlpCount::bucket, &profiler::UlpCount::values);

inline constexpr auto compileColumns = rowColumns("compile", "process_id", "id",
    "compile_id, case_index, start_up, function, file, line, duration_ns, cache, nodes, "
    "operators, guards, fail_type, fail_reason, metrics_json",
    &profiler::CompileFact::compileId, &profiler::CompileFact::caseIndex,
    &profiler::CompileFact::startUp, &profiler::CompileFact::function, &profiler::CompileFact::file,
    &profiler::CompileFact::line, &profiler::CompileFact::duration, &profiler::CompileFact::cache,
    &profiler::CompileFact::nodes, &profiler::CompileFact::operators,
    &profiler::CompileFact::guards, &profiler::CompileFact::failType,
    &profiler::CompileFact::failReason, &profiler::CompileFact::metricsJson);

inline constexpr auto graphBreakColumns = rowColumns("graph_break", "process_id", "id",
    "break_id, reason, explanation, hint, file, line, function, compile_id, case_index",
    &profiler::GraphBreakFact::id, &profiler::GraphBreakFact::reason,
    &profiler::GraphBreakFact::explanation, &profiler::GraphBreakFact::hint,
    &profiler::GraphBreakFact::file, &profiler::GraphBreakFact::line,
    &profiler::GraphBreakFact::function, &profiler::GraphBreakFact::compileId,
    &profiler::GraphBreakFact::caseIndex);

inline constexpr auto recompileColumns = rowColumns("recompile", "process_id", "id",
    "compile_id, guard, reason, function, file, line, duration_ns, case_index",
    &profiler::RecompileFact::compileId, &profiler::RecompileFact::guard,
    &profiler::RecompileFact::reason, &profiler::RecompileFact::function,
    &profiler::RecompileFact::file, &profiler::RecompileFact::line,
    &profiler::RecompileFact::duration, &profiler::RecompileFact::caseIndex);

inline constexpr auto collectionColumns = rowColumns("collection", "process_id", "id",
    "case_index, block_order, call, started_utc_ns, duration_ns, generation, runs",
    &profiler::CollectionFact::caseIndex, &profiler::CollectionFact::block,
    &profiler::CollectionFact::call, &profiler::CollectionFact::started,
    &profiler::CollectionFact::duration, &profiler::CollectionFact::generation,
    &profiler::CollectionFact::runs);

inline constexpr auto caseFailureColumns = rowColumns("case_failure", "process_id", "id",
    "case_index, reason, error_class", &profiler::CaseFailure::caseIndex,
    &profiler::CaseFailure::reason, &profiler::CaseFailure::errorClass);

inline constexpr auto generatedNodeColumns = rowColumns("generated_node", "code_id", "position",
    "name, target, type, module, file, line, function, flops", &profiler::GeneratedNode::name,
    &profiler::GeneratedNode::target, &profiler::GeneratedNode::type,
    &profiler::GeneratedNode::module, &profiler::GeneratedNode::file,
    &profiler::GeneratedNode::line, &profiler::GeneratedNode::function,
    &profiler::GeneratedNode::flops);

inline constexpr auto generatedKernelColumns = rowColumns("generated_kernel", "code_id", "position",
    "name, handle", &profiler::GeneratedKernel::name, &profiler::GeneratedKernel::handle);

inline constexpr auto roofColumns = rowColumns("roof", "process_id", "id",
    "kind, size, per_second, reason", &profiler::RoofFact::kind, &profiler::RoofFact::size,
    &profiler::RoofFact::perSecond, &profiler::RoofFact::reason);

inline constexpr auto callWorkColumns = rowColumns("call_work", "process_id", "id",
    "case_index, crossing_bytes, source_bytes, result_bytes, reason",
    &profiler::CallWorkFact::caseIndex, &profiler::CallWorkFact::crossingBytes,
    &profiler::CallWorkFact::sourceBytes, &profiler::CallWorkFact::resultBytes,
    &profiler::CallWorkFact::reason);

inline constexpr auto operatorWorkColumns = rowColumns("operator_work", "work_id", "position",
    "name, shapes, dtype, library, count, bytes, flops", &profiler::OperatorWork::name,
    &profiler::OperatorWork::shapes, &profiler::OperatorWork::dtype,
    &profiler::OperatorWork::library, &profiler::OperatorWork::count,
    &profiler::OperatorWork::bytes, &profiler::OperatorWork::flops);

inline constexpr auto trialColumns
    = rowColumns("trial", "process_id", "id", "case_index, outcome, reason, graphs, duration_ns",
        &profiler::TrialFact::caseIndex, &profiler::TrialFact::outcome,
        &profiler::TrialFact::reason, &profiler::TrialFact::graphs, &profiler::TrialFact::duration);

/// The same columns as a break that a compiled variant met.
inline constexpr auto trialBreakColumns = rowColumns("trial_break", "trial_id", "position",
    graphBreakColumns.names, &profiler::GraphBreakFact::id, &profiler::GraphBreakFact::reason,
    &profiler::GraphBreakFact::explanation, &profiler::GraphBreakFact::hint,
    &profiler::GraphBreakFact::file, &profiler::GraphBreakFact::line,
    &profiler::GraphBreakFact::function, &profiler::GraphBreakFact::compileId,
    &profiler::GraphBreakFact::caseIndex);

/// What the packed content of the row does not hold.
inline constexpr auto memoryHistoryColumns = rowColumns("memory_history", "process_id", "id",
    "case_index, on_device, start_utc_ns, end_utc_ns, at_start_bytes, peak_bytes, peak_utc_ns, "
    "allocator_peak_bytes, reserved_bytes, graph_pool_bytes, outside_bytes, small_blocks, "
    "small_bytes, lost_events",
    &profiler::MemoryHistoryFact::caseIndex, &profiler::MemoryHistoryFact::onDevice,
    &profiler::MemoryHistoryFact::startNs, &profiler::MemoryHistoryFact::endNs,
    &profiler::MemoryHistoryFact::atStartBytes, &profiler::MemoryHistoryFact::peakBytes,
    &profiler::MemoryHistoryFact::peakNs, &profiler::MemoryHistoryFact::allocatorPeakBytes,
    &profiler::MemoryHistoryFact::reservedBytes, &profiler::MemoryHistoryFact::graphPoolBytes,
    &profiler::MemoryHistoryFact::outsideBytes, &profiler::MemoryHistoryFact::smallBlocks,
    &profiler::MemoryHistoryFact::smallBytes, &profiler::MemoryHistoryFact::lostEvents);

inline constexpr auto stepPartsColumns = rowColumns("step_parts", "process_id", "id",
    "case_index, round, reason", &profiler::StepPartsFact::caseIndex,
    &profiler::StepPartsFact::round, &profiler::StepPartsFact::reason);

inline constexpr auto stepTimesColumns = rowColumns("step_times", "parts_id", "position",
    "whole_ns, data_wait_ns, forward_ns, backward_ns, optimizer_ns", &profiler::StepTimes::whole,
    &profiler::StepTimes::dataWait, &profiler::StepTimes::forward, &profiler::StepTimes::backward,
    &profiler::StepTimes::optimizer);

inline constexpr auto lossCurveColumns = rowColumns("loss_curve", "process_id", "id",
    "case_index, precision, random_operators, reason", &profiler::LossCurve::caseIndex,
    &profiler::LossCurve::precision, &profiler::LossCurve::randomOperators,
    &profiler::LossCurve::reason);

inline constexpr auto lossColumns
    = rowColumns("loss_of_step", "curve_id", "position", "loss", &profiler::LossOfStep::loss);

inline constexpr auto sourceColumns = rowColumns("source_excerpt", "comparison_id", "id",
    "file, line, first_line, text", &profiler::SourceFact::file, &profiler::SourceFact::line,
    &profiler::SourceFact::firstLine, &profiler::SourceFact::text);

inline constexpr auto frameColumns = rowColumns("source_frame", "source_id", "position",
    "file, line, function, text, library", &profiler::SourceFrame::file,
    &profiler::SourceFrame::line, &profiler::SourceFrame::function, &profiler::SourceFrame::text,
    &profiler::SourceFrame::library);

inline constexpr auto noticeColumns = rowColumns("notice", "comparison_id", "id",
    "variant_index, case_index, rule, sentence", &profiler::NoticeFact::variant,
    &profiler::NoticeFact::caseIndex, &profiler::NoticeFact::rule, &profiler::NoticeFact::sentence);

inline constexpr auto blockFactColumns = rowColumns("block", "process_id", "id",
    "kind, case_index, clock, round, block_order, repeated, started_utc_ns, compile_count_moved",
    &profiler::CallBlock::kind, &profiler::CallBlock::caseIndex, &profiler::CallBlock::clock,
    &profiler::CallBlock::round, &profiler::CallBlock::order, &profiler::CallBlock::repeated,
    &profiler::CallBlock::started, &profiler::CallBlock::compileCountMoved);

inline constexpr auto machineColumns = rowColumns("block", "process_id", "id",
    "cpu_pressure_ratio, steal_ratio, cpu_per_wall, started_cores, foreign_cores, "
    "load_average, sm_clock_mhz, "
    "memory_clock_mhz, power_watts, temperature_celsius, clock_event_reasons, "
    "foreign_gpu_processes",
    &profiler::MachineState::cpuPressureRatio, &profiler::MachineState::stealRatio,
    &profiler::MachineState::cpuPerWall, &profiler::MachineState::startedCores,
    &profiler::MachineState::foreignCores, &profiler::MachineState::loadAverage,
    &profiler::MachineState::smClockMhz, &profiler::MachineState::memoryClockMhz,
    &profiler::MachineState::powerWatts, &profiler::MachineState::temperatureCelsius,
    &profiler::MachineState::clockEventReasons, &profiler::MachineState::foreignGpuProcesses);

/// Its requests are packed, and the machine's columns stand beside it.
inline constexpr auto loadColumns = rowColumns("load_run", "process_id", "id",
    "case_index, run_order, rate, arrivals, duration_ns, concurrency, started_utc_ns, cut",
    &profiler::LoadFact::caseIndex, &profiler::LoadFact::order, &profiler::LoadFact::rate,
    &profiler::LoadFact::arrivals, &profiler::LoadFact::duration, &profiler::LoadFact::concurrency,
    &profiler::LoadFact::started, &profiler::LoadFact::cut);

} // namespace storage
