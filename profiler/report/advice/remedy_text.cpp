// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/advice/remedy_text.h"

#include "profiler/findings/remedy_variant.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/sentences/break_advice.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

using Advised = std::pair<std::string_view, std::string_view>;

/// By statement: the last one of a finding that has some speaks for it.
constexpr auto clauses = std::to_array<Advised>({
    {"ran_eager", "Nothing was compiled: mend the reason and record again"},
    {"failed", "The log has the whole story"},
    {"results_differ", "Do not use it before the difference is explained"},
    {"fused_keeps_digits", "Round between fused operators as eager does, and compare again"},
    {"matmuls_round", "Compute matrix products in full precision, and compare again"},
    {"numerics_too_small", "Check with inputs that give larger results"},
    {"one_not_steady", "Look at the calls, or record more processes"},
    {"not_steady", "Look at the calls, or record more processes"},
    {"compiled_in_timed_call", "Warm up every size and value that calls have"},
    {"compiled_in_timed_calls", "Warm up every size and value that calls have"},
    {"garbage_collection", "Collect once before the loop, and keep the collector out of it"},
    {"clock_drop", "Lock the clock at what power and cooling allow, and record again"},
    {"device_shared", "End what else uses the device, and record again"},
    {"drift", "Let the machine settle, then record more processes"},
    {"medians_disagree", "Record again on a machine that does nothing else"},
    {"warm_up_too_short", "Record again with a longer warm-up"},
    {"tail_worse", "Look at its outliers: recompiles, CUDA graphs that are recorded again"},
    {"device_memory_up", "Check that it fits beside what else runs"},
    {"host_memory_up", "Check that it fits beside what else runs"},
    {"recompiled_once", "Mark the dimension dynamic, or pad the inputs"},
    {"recompiled", "Mark the dimension dynamic, or pad the inputs"},
    {"because_of_size", "Mark the dimension dynamic, or pad the inputs"},
    {"because_of_branch_on_size", "Remove what depends on the size, or pad the inputs"},
    {"because_of_sizes", "Mark the dimension dynamic, or pad the inputs"},
    {"because_of_sizes_across", "Compile for any size"},
    {"because_of_value", "Hand it over as a tensor, or keep it the same"},
    {"because_of_flag", "Set it before the first call, or outside of the compiled function"},
    {"because_of_length", "Hand it over as one tensor, or always with the same length"},
    {"because_of_text", "Keep it the same, or compile one function for each"},
    {"because_of_crossing", "Remove the graph break in front of it"},
    {"because_of_optimizer", "Keep it in a tensor"},
    {"because_of_layout", "Bring it into the same layout each time: .contiguous()"},
    {"because_of_type", "Hand it over with the same dtype, device and dimensions each time"},
    {"because_of_inference_mode", "Make it under inference_mode each time, or never"},
    {"because_of_gradients", "Keep gradients on or off for all calls"},
    {"because_of_training", "Call model.eval() or model.train() once, before the first call"},
    {"because_of_object", "Hand over the same object each time"},
    {"because_of_none", "Set it before the first call, or leave it as it is"},
    {"because_of_guard", "Keep what the guard names the same for all calls"},
    {"because_of_other", "Keep what the guard names the same for all calls"},
    {"decomposed_operator",
        "Keep it as a library call: torch.compiler.disable around it, or an option of Inductor"},
    {"layout_copies", "Pack weights once, or let Inductor keep the layouts"},
    {"weight_copies", "Let Inductor pack the weights once, when it compiles"},
    {"input_copies", "Hand the inputs over in that layout: .to(memory_format=torch.channels_last)"},
    {"slower_library_call", "Let Inductor keep the layouts that eager uses"},
    {"library_kernel_lost", "Keep the call out of the graph: torch.compiler.disable around it"},
    {"unrolled_loop", "Call one operator for all rounds, or compile the body of the loop alone"},
    {"as_library_does", "Use torch's module: its loop is a call of the library"},
    {"attention_by_hand", "Let torch choose a fused kernel for it"},
    {"attention_decomposed",
        "Give it what the library's kernels take, such as no mask, and see in Kernels that one "
        "kernel is left"},
    {"float32_products", "Let products round to TF32, where ten bits of mantissa are enough"},
    {"layout_conversions", "Use channels_last for the model and its inputs"},
    {"batch_norm_unfused",
        "Compile the model: Inductor fuses batch norm with its neighbours; bfloat16 halves the "
        "bytes it moves"},
    {"optimizer_eager",
        "Compile the optimizer's step as well (--compile \"\" --compile optimizer)"},
    {"generation_loop", "Compile the model's forward() instead, and let its cache keep one size"},
    {"equal_blocks",
        "Compile the block alone, once for all of them; each call then enters a graph for each"},
    {"since_size", "Compile a graph for each size: dynamic=False"},
    {"optimizer_not_fused", "Let the optimizer do its step in one kernel"},
    {"dropout_in_inference", "Call model.eval(), and hand the model's mode to F.dropout"},
    {"graph_of_one_operator", "Remove the breaks around it, or leave so small a part eager"},
    {"region_called_often", "Compile what calls it, so that one graph does all of it"},
    {"compiled_in_loop", "Compile once, in front of the loop"},
    {"compiled_after_reset", "Reset once, before the first call, or not at all"},
    {"guard_time", "Call fewer and larger graphs, or compile the loop around them"},
    {"data_wait", "Load in workers while the device computes"},
    {"gradients_on", "Run inference without gradients"},
    {"unfused_work", "Compile what is still eager: Graph breaks and Kernels name it"},
    {"host_bound_beside", "Compare it with that variant, or give each call a larger batch"},
    {"host_bound", "Record CUDA graphs, or give each call a larger batch"},
    {"host_bound_with_graphs",
        "Give each call a larger batch, do not wait for each result, or keep more work in the "
        "graphs"},
    {"cuda_graphs_skipped", "Remove what keeps the graph from being recorded"},
    {"cuda_graph_inputs_copied", "Keep them in the same tensors, and tell torch that they stay"},
    {"cuda_graphs_on_cpu", "Compare the default mode instead: it makes the same code"},
    {"cuda_graphs_on_other", "Compare the default mode instead: it makes the same code"},
    {"dynamic_cost", "Compile for fixed sizes where few of them occur"},
    {"dynamic_unneeded", "Compile for fixed sizes, and compare"},
    {"autotune_dominates", "Keep the compile cache, or use a mode that tries fewer kernels"},
    {"payback_never", "Keep it eager"},
    {"payback_beyond_horizon", "Keep it eager, or keep the compile cache"},
    {"first_call", "Call it once before it is timed, and keep the compile cache"},
    {"not_explained", "Kernels shows what takes longer"},
    {"gains_not_apart", "Record eager in that precision beside them"},
    {"graph_break", "Rewrite the line, or keep it out of the graph"},
    {"not_quiet", "Close what else runs, then record more processes"},
    {"disturbed", "Lock the clocks, end what else runs, then record more processes"},
    {"too_disturbed", "Lock the clocks, end what else runs, and record again"},
    {"too_busy",
        "Close what else runs, let the recording wait for a quiet machine (--when-quiet), or keep "
        "cores free for it (taskset -c)"},
    {"noise_above_3_percent", "Close what else runs, or record more processes"},
    {"noise_above_minimum_effect", "More processes narrow it"},
});

/// By rule: the sentence of these is in the recording.
constexpr auto ofNotices = std::to_array<Advised>({
    {"recompile_limit",
        "Mark what changes dynamic (torch._dynamo.mark_dynamic), make it the same for all "
        "instances, or raise torch._dynamo.config.recompile_limit (cache_size_limit)"},
    {"training_mode_on", "Call model.eval() before measuring inference"},
});

template <std::size_t count>
std::string_view of(const std::array<Advised, count>& table, std::string_view key)
{
    const auto* found = std::ranges::find(table, key, &Advised::first);
    return found == table.end() ? std::string_view() : found->second;
}

/// What stands there instead, by rule.
constexpr auto rewrites = std::to_array<Advised>({
    {"data_wait", "DataLoader(dataset, num_workers=4, pin_memory=True, persistent_workers=True)"},
    {"attention_by_hand",
        "torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)"},
    {"attention_decomposed",
        "torch.nn.functional.scaled_dot_product_attention(query, key, value)  # no attn_mask"},
    {"cuda_graph_inputs_copied",
        "torch._dynamo.mark_static_address(static_x)  # once\nstatic_x.copy_(x)\nmodel(static_x)"},
    {"generation_loop",
        "model.forward = torch.compile(model.forward)\n"
        "model.generate(input_ids, cache_implementation=\"static\")"},
    {"dropout_in_inference", "F.dropout(x, p, training=self.training)"},
});

/// Torch's go on with links and examples; the first sentence is what to do.
std::string hintOf(const Finding& finding)
{
    const auto text = finding.graphBreak ? finding.graphBreak->hint : std::string();
    const auto line = text.substr(0, text.find('\n'));
    if (line.starts_with("see http"))
        return {};
    return line.substr(0, line.find(". "));
}

std::string pythonValue(const std::string& json)
{
    return json == "true" ? "True" : json == "false" ? "False" : json;
}

/// The line that compiles the variant with the remedy; empty: no line of torch.compile says it.
std::string compiledWith(const ComparisonResult& result, const Finding& finding)
{
    const auto variant = static_cast<std::size_t>(finding.variant.value_or(-1));
    if (variant >= result.plan.variants.size())
        return {};
    auto plan = result.plan;
    auto with = withRemedy(plan.variants[variant], finding.remedy);
    if (!with)
        return {};
    plan.variants[variant] = std::move(*with);
    return compileCode(plan, static_cast<int>(variant));
}

std::string setting(const char* module, const Remedy& remedy)
{
    return std::string(module) + ".config." + remedy.name + " = " + pythonValue(remedy.value);
}

/// "lr" of "self.param_groups[0]['lr']"; empty: it is none of an optimizer's settings.
std::string optimizerSetting(const std::string& name)
{
    const auto open = name.rfind("['");
    const auto close = name.rfind("']");
    if (open == std::string::npos || close == std::string::npos || close < open)
        return {};
    return name.substr(open + 2, close - open - 2);
}

std::string tensorNumber(const Remedy& remedy)
{
    if (const auto key = optimizerSetting(remedy.name); !key.empty())
        return "for group in optimizer.param_groups:\n    group[\"" + key
            + "\"] = torch.tensor(group[\"" + key + "\"])";
    return remedy.name + " = torch.tensor(" + remedy.name + ")";
}

std::string rewritten(const Finding& finding)
{
    if (finding.graphBreak)
        return breakAdvice(*finding.graphBreak).instead;
    const auto& name = finding.remedy.name;
    if (finding.rule == "garbage_collection")
        return "gc.collect()\ngc.freeze()\ngc.disable()  # gc.enable() after the loop";
    if (finding.rule == "clock_drop" && !finding.remedy.value.empty())
        return "nvidia-smi --lock-gpu-clocks=" + finding.remedy.value;
    if (finding.rule == "compiled_in_loop")
        return "torch._dynamo.reset()  # once, before the first call";
    if (finding.rule == "unrolled_loop")
        return name.empty() ? std::string() : name + "(input_size, hidden_size, batch_first=True)";
    if (finding.rule == "optimizer_not_fused")
        return "torch.optim." + name + "(model.parameters(), fused=True)";
    return std::string(of(rewrites, finding.rule));
}

/// "won 6.4 ms of a call (predicted 6.6 ms)", "lost 2.1 s once"
std::string wonText(double ns, std::optional<double> predictedNs, const char* when)
{
    auto text = (ns < 0 ? "lost " + formatDuration(-ns) : "won " + formatDuration(ns)) + " " + when;
    if (predictedNs)
        text += " (predicted " + formatDuration(*predictedNs) + ")";
    return text;
}

std::string wonText(const Finding& finding)
{
    if (finding.wonOnceNs)
        return ": " + wonText(*finding.wonOnceNs, finding.onceNs, "once");
    if (!finding.won)
        return finding.rule == "numerics" ? "" : ": too few repetitions";
    return ": " + wonText(finding.won->estimateNs, predictedNs(finding), "of a call");
}

} // namespace

std::optional<double> predictedNs(const Finding& finding)
{
    if (finding.remedyWorth)
        return finding.remedyWorth->estimateNs;
    return finding.recoverable.empty() ? std::nullopt
                                       : std::optional(finding.recoverable.front().cost.estimateNs);
}

std::string proofText(const Finding& finding)
{
    if (finding.state == RemedyState::Untried)
        return {};
    return std::string("Tried, ") + keyOf(finding.state) + wonText(finding);
}

std::string proofText(const Finding& finding, const Plan& plan)
{
    auto text = proofText(finding);
    if (finding.won && plan.cases.size() > 1 && !finding.recoverable.empty())
        text += " in case "
            + plan.cases.at(static_cast<std::size_t>(finding.recoverable.front().caseIndex)).name;
    return text;
}

std::string findingAdvice(const Finding& finding)
{
    if (finding.remedy.kind != RemedyKind::Dynamic) { // a setting, and no line to rewrite
        if (finding.graphBreak && !breakAdvice(*finding.graphBreak).instead.empty())
            return "Graph breaks shows what to write instead";
        if (auto hint = hintOf(finding); !hint.empty())
            return hint;
    }
    if (const auto clause = of(ofNotices, finding.rule); !clause.empty())
        return std::string(clause);
    std::string_view last; // the end of a sentence says why
    for (const auto& statement : finding.statements)
        if (const auto clause = of(clauses, statement.id); !clause.empty())
            last = clause;
    return std::string(last);
}

std::string findingRemedy(const Finding& finding)
{
    const auto proof = proofText(finding);
    const auto advice = findingAdvice(finding);
    return proof.empty() ? advice : advice.empty() ? proof : proof + ". " + advice;
}

std::string remedyCode(const ComparisonResult& result, const Finding& finding)
{
    const auto& remedy = finding.remedy;
    switch (remedy.kind) {
    case RemedyKind::None:
        return {};
    case RemedyKind::Rewrite:
        return rewritten(finding);
    case RemedyKind::Option:
        if (auto code = compiledWith(result, finding); !code.empty())
            return code;
        return setting("torch._inductor", remedy);
    case RemedyKind::Mode:
    case RemedyKind::Dynamic:
    case RemedyKind::WholeModel:
        return compiledWith(result, finding);
    case RemedyKind::CompilePart:
        if (remedy.value == "instead") // "encoder.layer.*"
            return "for block in model." + remedy.name.substr(0, remedy.name.rfind('.'))
                + ":\n    block.compile()";
        return "@torch.compile(fullgraph=False)\ndef " + remedy.name + "_step():\n    "
            + remedy.name + ".step()";
    case RemedyKind::WithoutCompile:
        return "torch.compiler.set_stance(\"force_eager\")";
    case RemedyKind::MarkDynamic:
        return "torch._dynamo.mark_dynamic(" + remedy.name + ", " + std::to_string(remedy.dimension)
            + ")";
    case RemedyKind::DynamoConfig:
        return setting("torch._dynamo", remedy);
    case RemedyKind::InductorConfig:
        return setting("torch._inductor", remedy);
    case RemedyKind::TensorNumber:
        return tensorNumber(remedy);
    case RemedyKind::CompileOnce:
        return remedy.name + " = torch.compile(" + remedy.name + ")  # once";
    case RemedyKind::EvalMode:
        return "model.eval()";
    case RemedyKind::NoGradient:
        return "with torch.no_grad():\n    y = model(x)";
    case RemedyKind::MatmulPrecision:
        return "torch.set_float32_matmul_precision(\"" + remedy.value + "\")";
    case RemedyKind::MemoryFormat:
    case RemedyKind::Autocast:
    case RemedyKind::Backends:
    case RemedyKind::Fence:
        return compiledWith(result, finding);
    case RemedyKind::RecordOption:
        return "fusescope record " + remedy.name + " " + remedy.value;
    }
    return {};
}

} // namespace profiler
