// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/compile_metrics.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace profiler {
namespace {

constexpr auto numbers = std::to_array<std::string_view>({"accumulated_cache_size",
    "aot_autograd_cumulative_compile_time_us", "aotautograd_local_cache_hit_count",
    "aotautograd_local_cache_miss_count", "aotautograd_remote_cache_hit_count",
    "aotautograd_remote_cache_miss_count", "backend_compile_time_s",
    "backward_cumulative_compile_time_us", "cache_size", "co_firstlineno", "code_gen_time_s",
    "compile_time_autotune_time_us", "config_inline_inbuilt_nn_modules", "config_suppress_errors",
    "duration_us", "dynamo_compile_time_before_restart_us", "dynamo_cumulative_compile_time_us",
    "dynamo_time_before_restart_s", "end_time_us", "entire_frame_compile_time_s",
    "fail_user_frame_lineno", "gc_time_us", "graph_input_count", "graph_node_count",
    "graph_op_count", "guard_count", "guard_latency_us", "has_guarded_code",
    "inductor_code_gen_cumulative_compile_time_us", "inductor_compile_time_s",
    "inductor_cumulative_compile_time_us", "inductor_fx_local_cache_hit_count",
    "inductor_fx_local_cache_miss_count", "inductor_fx_remote_cache_hit_count",
    "inductor_fx_remote_cache_miss_count", "inline_inbuilt_nn_modules_candidate", "ir_count",
    "is_forward", "is_runtime", "joint_graph_pass_time_us", "log_format_version",
    "num_graph_breaks", "num_triton_bundles", "param_bytes", "param_count", "param_numel",
    "pgo_get_remote_code_state_time_us", "pgo_put_remote_code_state_time_us",
    "post_grad_pass_time_us", "pre_grad_pass_time_us", "recompile_limit",
    "remote_cache_time_saved_s", "remote_cache_version", "remote_fx_graph_cache_get_time_ms",
    "remote_fx_graph_cache_get_time_us", "remote_fx_graph_cache_put_time_ms",
    "remote_fx_graph_cache_put_time_us", "runtime_cudagraphify_time_us",
    "runtime_triton_autotune_time_us", "shape_env_guard_count", "specialize_float", "start_time",
    "start_time_us", "structured_logging_overhead_s", "structured_logging_overhead_us",
    "tensorify_float_attempt", "tensorify_float_success", "triton_compile_time_us"});

constexpr auto texts = std::to_array<std::string_view>(
    {"co_filename", "co_name", "compile_id", "cuda_version", "cudagraph_skip_reason", "fail_reason",
        "fail_type", "fail_user_frame_filename", "frame_key", "graph_node_shapes", "python_version",
        "pytorch_version", "recompile_reason", "triton_version"});

constexpr auto lists = std::to_array<std::string_view>(
    {"compliant_custom_ops", "non_compliant_ops", "restart_reasons", "tensorify_float_failure"});

/// Text and numbers alone: what is nested could hold anything.
bool isPlain(const nlohmann::ordered_json& value, MetricKind kind)
{
    switch (kind) {
    case MetricKind::Number:
        return value.is_number() || value.is_boolean();
    case MetricKind::Text:
        return value.is_string();
    case MetricKind::Texts:
        return value.is_array()
            && std::ranges::all_of(value, [](const auto& element) { return element.is_string(); });
    case MetricKind::Dropped:
        break;
    }
    return false;
}

} // namespace

MetricKind metricKind(std::string_view key)
{
    const auto has = [&](const auto& keys) { return std::ranges::find(keys, key) != keys.end(); };
    return has(numbers) ? MetricKind::Number
        : has(texts)    ? MetricKind::Text
        : has(lists)    ? MetricKind::Texts
                        : MetricKind::Dropped;
}

std::string keptMetrics(std::string_view json)
{
    const auto metrics = nlohmann::ordered_json::parse(json, nullptr, false);
    if (!metrics.is_object())
        return {};
    auto kept = nlohmann::ordered_json::object();
    for (const auto& [key, value] : metrics.items())
        if (isPlain(value, metricKind(key)))
            kept[key] = value;
    return kept.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::optional<CompileStep> compileStep(std::string_view json)
{
    const auto metrics = nlohmann::ordered_json::parse(json, nullptr, false);
    if (!metrics.is_object())
        return std::nullopt;
    const auto number = [&](const char* key) -> std::optional<std::int64_t> {
        const auto found = metrics.find(key);
        return found != metrics.end() && found->is_number_integer()
            ? std::optional(found->get<std::int64_t>())
            : std::nullopt;
    };
    constexpr std::int64_t nsPerUs = 1000;
    CompileStep step {.entries = number("cache_size"),
        .limit = number("recompile_limit"),
        .graphRecordNs = number("runtime_cudagraphify_time_us")};
    if (const auto us = number("start_time_us"); us && *us > 0 && *us < INT64_MAX / nsPerUs)
        step.started = UtcTime {*us * nsPerUs};
    if (step.graphRecordNs)
        *step.graphRecordNs
            = std::clamp<std::int64_t>(*step.graphRecordNs, 0, INT64_MAX / nsPerUs) * nsPerUs;
    return step;
}

std::string metricText(std::string_view json, std::string_view key)
{
    if (json.find(key) == std::string_view::npos) // far cheaper than to read it
        return {};
    const auto metrics = nlohmann::ordered_json::parse(json, nullptr, false);
    const auto found = metrics.is_object() ? metrics.find(key) : metrics.end();
    return found != metrics.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace profiler
