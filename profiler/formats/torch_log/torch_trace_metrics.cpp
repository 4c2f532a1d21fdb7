// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_metrics.h"

#include "profiler/formats/json/json_time.h"
#include "profiler/formats/torch_log/torch_trace_frames.h"
#include "profiler/model/compile_metrics.h"
#include "profiler/model/text/utf8_symbol.h"

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

using json_text::integerOf;
using json_text::isGiven;
using json_text::JsonMemberList;
using json_text::textOf;
using json_text::valueOf;

constexpr std::size_t longestText = 2000; // characters
constexpr std::size_t mostRestartReasons = 100;

/// Phases by the name shown and the metric that holds them, in microseconds. They nest.
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> phaseKeys {{
    {"dynamo", "dynamo_cumulative_compile_time_us"},
    {"aot_autograd", "aot_autograd_cumulative_compile_time_us"},
    {"inductor", "inductor_cumulative_compile_time_us"},
    {"code_generation", "inductor_code_gen_cumulative_compile_time_us"},
    {"triton", "triton_compile_time_us"},
    {"backward", "backward_cumulative_compile_time_us"},
    {"before_restart", "dynamo_compile_time_before_restart_us"},
    {"pre_grad_passes", "pre_grad_pass_time_us"},
    {"joint_graph_passes", "joint_graph_pass_time_us"},
    {"post_grad_passes", "post_grad_pass_time_us"},
    {"autotune", "compile_time_autotune_time_us"},
    {"garbage_collection", "gc_time_us"},
    {"structured_logging", "structured_logging_overhead_us"},
}};

std::string shortText(const JsonMemberList& members, std::string_view key)
{
    const auto text = textOf(valueOf(members, key)).value_or("");
    return std::string(firstSymbols(text, longestText));
}

nanoseconds durationIn(const JsonMemberList& members)
{
    if (const auto exact = nanosecondsOfMicroseconds(valueOf(members, "duration_us")))
        return nanoseconds(*exact);
    const auto seconds = json_text::numberOf(valueOf(members, "entire_frame_compile_time_s"));
    constexpr double mostSeconds = 9e9;
    if (!seconds || std::abs(*seconds) > mostSeconds)
        return {};
    return nanoseconds(static_cast<std::int64_t>(*seconds * 1e6 * 1000));
}

std::map<std::string, nanoseconds> phasesIn(const JsonMemberList& members)
{
    std::map<std::string, nanoseconds> phases;
    for (const auto& [name, key] : phaseKeys)
        if (const auto time = nanosecondsOfMicroseconds(valueOf(members, key)))
            phases[std::string(name)] = nanoseconds(*time);
    return phases;
}

/// hit, miss or bypass of the local caches, which torch counts from 2.11 on.
std::optional<std::string> countedCache(const JsonMemberList& members)
{
    const auto count
        = [&](std::string_view key) { return integerOf(valueOf(members, key)).value_or(0); };
    if (count("inductor_fx_local_cache_miss_count") != 0)
        return "miss";
    if (count("inductor_fx_local_cache_hit_count") != 0
        || count("aotautograd_local_cache_hit_count") != 0)
        return "hit";
    const bool counted = !valueOf(members, "inductor_fx_local_cache_hit_count").empty();
    if (counted && count("inductor_cumulative_compile_time_us") != 0)
        return "bypass";
    return std::nullopt;
}

/// The compiled function; without a place where it is one of torch's own around a plain module.
void readPlace(const JsonMemberList& members, CompileFact& fact)
{
    const auto name = textOf(valueOf(members, "co_name")).value_or("");
    fact.function = trace_frames::functionName(name);
    if (valueOf(members, "is_forward") == "false")
        fact.function += fact.function.empty() ? "(backward)" : " (backward)";
    auto file = textOf(valueOf(members, "co_filename")).value_or("");
    if (trace_frames::isForeign(file))
        return;
    fact.file = std::move(file);
    const auto line = integerOf(valueOf(members, "co_firstlineno")).value_or(0);
    if (line > 0 && line <= std::numeric_limits<int>::max())
        fact.line = static_cast<int>(line);
}

void appendShort(std::string& json, std::string_view value)
{
    const auto text = value.size() > longestText ? textOf(value) : std::nullopt;
    if (text)
        json += nlohmann::json(firstSymbols(*text, longestText)).dump();
    else
        json += json_text::readable(value);
}

std::string metricsText(const JsonMemberList& members)
{
    std::string json;
    for (const auto& [key, value] : members) {
        if (!isGiven(value) || value == "NaN" || metricKind(key) == MetricKind::Dropped)
            continue;
        json.append(json.empty() ? "{" : ", ").append("\"");
        json.append(json_text::readable(key)).append("\": ");
        appendShort(json, value);
    }
    return keptMetrics(json.empty() ? "{}" : json + "}");
}

std::vector<std::string> restartReasons(const JsonMemberList& members)
{
    std::vector<std::string> reasons;
    const auto elements = json_text::elementsOf(valueOf(members, "restart_reasons"));
    if (!elements)
        return reasons;
    for (const auto element : *elements) {
        const auto text = textOf(element);
        if (text && reasons.size() < mostRestartReasons)
            reasons.emplace_back(firstSymbols(*text, longestText));
    }
    return reasons;
}

} // namespace

LoggedCompile compileIn(const JsonMemberList& members)
{
    LoggedCompile compile;
    auto& fact = compile.fact;
    fact.compileId = shortText(members, "compile_id");
    readPlace(members, fact);
    fact.duration = durationIn(members);
    fact.phases = phasesIn(members);
    fact.cache = countedCache(members);
    fact.nodes = integerOf(valueOf(members, "graph_node_count"));
    fact.operators = integerOf(valueOf(members, "graph_op_count"));
    fact.guards = integerOf(valueOf(members, "guard_count"));
    fact.failType = shortText(members, "fail_type");
    fact.failReason = shortText(members, "fail_reason");
    fact.metricsJson = metricsText(members);
    compile.restartReasons = restartReasons(members);
    return compile;
}

EnvironmentFields versionsIn(const JsonMemberList& members)
{
    EnvironmentFields fields;
    const auto take = [&](const char* field, std::string_view key) {
        const auto text = textOf(valueOf(members, key)).value_or("");
        const auto version = text.substr(0, text.find(' ')); // "3.11.7 (main, …"
        if (!version.empty())
            fields[field] = firstSymbols(version, 100);
    };
    take("torch", "pytorch_version");
    take("python", "python_version");
    take("cuda", "cuda_version");
    take("triton", "triton_version");
    return fields;
}

std::optional<std::string> cacheWord(const CacheUse& graphCache, const CacheUse& autogradCache)
{
    if (graphCache.misses > 0)
        return "miss";
    if (graphCache.hits > 0 || autogradCache.hits > 0)
        return "hit";
    if (graphCache.bypasses > 0 || autogradCache.bypasses > 0)
        return "bypass";
    return std::nullopt;
}

bool isRefusedByLimit(const CompileFact& fact)
{
    const auto says
        = [&](std::string_view words) { return fact.failReason.find(words) != std::string::npos; };
    return !fact.failType.empty() && (says("recompile limit exceeded") || says("cache_size_limit"));
}

} // namespace profiler
