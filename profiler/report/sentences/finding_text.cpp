// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/finding_text.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/reason_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace profiler {

namespace {

enum class Begins { WithVariant, Otherwise };

struct FindingRow {
    std::string_view id;
    Begins begins = Begins::Otherwise;
    std::string_view sentence; ///< after the name of the variant where it begins with it
};

/// What is to be done about each stands in remedy_text.cpp.
constexpr auto rows = std::to_array<FindingRow>({
    {"ran_eager", Begins::WithVariant, "ran eager: {}"},
    {"failed", Begins::WithVariant, "failed: {}"},
    {"results_differ", Begins::WithVariant, "gives other results than the baseline in {}"},
    {"first_different", Begins::Otherwise, ", first in {}"},
    {"fused_keeps_digits", Begins::Otherwise,
        ": fused operators keep digits that eager rounds to {} in between"},
    {"matmuls_round", Begins::Otherwise, ": matrix products round to TF32 or bfloat16"},
    {"results_as_accurate", Begins::WithVariant,
        "is outside the tolerance in {}, but as near to float64 as the baseline"},
    {"numerics_too_small", Begins::WithVariant, "gives results that are too small to judge: {}"},
    {"one_not_steady", Begins::Otherwise,
        "{} of {repetition|repetitions} of {variant} is left out: "},
    {"not_steady", Begins::Otherwise, "{} of {repetition|repetitions} of {variant} are left out: "},
    {"left_out", Begins::Otherwise, "not steady, or not finished"},
    {"left_out_recompiled", Begins::Otherwise, "recompiled during timed calls"},
    {"left_out_some_recompiled", Begins::Otherwise,
        "{} recompiled during timed calls, the others were not steady or not finished"},
    {"compiled_in_timed_call", Begins::WithVariant, "compiled in a call that was timed"},
    {"compiled_in_timed_calls", Begins::WithVariant, "compiled in {} calls that were timed"},
    {"garbage_collection", Begins::WithVariant,
        "waits for Python's garbage collector for up to {} of a call (median {}): {} calls of "
        "warm-ups, up to generation {}; it is off while calls are timed"},
    {"clock_drop", Begins::Otherwise,
        "the device lowered its clock in {} of timed blocks ({} of {}): {}"},
    {"clock_drop_mhz", Begins::Otherwise, ", {} instead of {} MHz"},
    {"device_shared", Begins::Otherwise,
        "other processes had the device in {} of timed blocks ({} of {}), up to {} at once"},
    {"drift", Begins::WithVariant, "drifts by {} a minute"},
    {"medians_disagree", Begins::Otherwise,
        "{variant}: its median and that of {baseline} are {} apart, but blocks measured side "
        "by side {}: calls changed between rounds, and the verdict is that of the blocks"},
    {"warm_up_too_short", Begins::WithVariant,
        "was still warming up while it was timed: its first rounds take {} times as long as its "
        "last"},
    {"tail_worse", Begins::WithVariant,
        "has a p99 that is {} higher than that of {baseline}, though its median is not"},
    {"device_memory_up", Begins::WithVariant,
        "needs {} more device memory at its peak than {baseline}"},
    {"host_memory_up", Begins::WithVariant,
        "needs {} more host memory at its peak than {baseline}"},
    {"memory_while_compiling", Begins::Otherwise, ", and {} times that while it compiles"},
    {"recompiled_once", Begins::WithVariant, "recompiled once"},
    {"recompiled", Begins::WithVariant, "recompiled {} times"},
    {"because_of_size", Begins::Otherwise, " because {} changed its size in dimension {}"},
    {"because_of_branch_on_size", Begins::Otherwise,
        " because its code depends on the size of {} in dimension {}"},
    {"because_of_sizes", Begins::Otherwise, " because {} changed from {} to {} in dimension {}"},
    {"because_of_sizes_across", Begins::Otherwise,
        " because what a graph break hands on changed from {} to {} in dimension {}"},
    {"first_change_compiles", Begins::Otherwise, "; the first change makes torch compile anyway"},
    {"because_of_value", Begins::Otherwise,
        " because {} is a Python value that changed (compiled for {})"},
    {"because_of_flag", Begins::Otherwise, " because the flag {} changed (compiled for {})"},
    {"because_of_length", Begins::Otherwise,
        " because {} came with another length (compiled for {})"},
    {"because_of_text", Begins::Otherwise, " because {} is a text that changed (compiled for {})"},
    {"because_of_crossing", Begins::Otherwise,
        " because a number that a graph break hands on changed (compiled for {})"},
    {"because_of_optimizer", Begins::Otherwise,
        " because the optimizer holds {} as a Python number (compiled for {})"},
    {"because_of_layout", Begins::Otherwise, " because {} came in another memory layout"},
    {"because_of_type", Begins::Otherwise, " because {} came as another type of tensor"},
    {"because_of_inference_mode", Begins::Otherwise,
        " because {} was made under inference_mode once, and once not"},
    {"because_of_gradients", Begins::Otherwise, " because gradients were switched on or off"},
    {"because_of_training", Begins::Otherwise,
        " because a module was switched between train() and eval()"},
    {"because_of_object", Begins::Otherwise, " because it was given another object than before"},
    {"because_of_none", Begins::Otherwise, " because {} was {} when it was compiled"},
    {"because_of_guard", Begins::Otherwise, " because this no longer held: {}"},
    {"because_of_other", Begins::Otherwise, " because a guard failed"},
    {"decomposed_operator", Begins::Otherwise,
        "kernels that Inductor generated for {} take {} of a traced call of {variant}, the "
        "operators that they replace {} in {baseline}"},
    {"layout_copies", Begins::WithVariant,
        "copies inputs or weights into another memory layout for {} of each call, so that {} can "
        "take them"},
    {"weight_copies", Begins::WithVariant,
        "copies weights, the same at every call, into another memory layout for {} of each call "
        "({})"},
    {"input_copies", Begins::WithVariant,
        "copies inputs into another memory layout for {} of each call ({})"},
    {"slower_library_call", Begins::Otherwise,
        "{} takes {} of a call of {variant} and {} of one of {baseline}, though it is the same "
        "library call"},
    {"remedy_mends_more", Begins::Otherwise,
        "; the same setting mends other findings, too: {} of a call together"},
    {"library_kernel_lost", Begins::WithVariant,
        "no longer calls {}, one kernel of the library that takes {} of a call of {baseline}"},
    {"unrolled_loop", Begins::WithVariant,
        "compiled a Python loop as {round|rounds} written out: {kernel call|kernel calls} in one "
        "graph"},
    {"as_library_does", Begins::Otherwise, "; {} does the same in one call of the library"},
    {"attention_by_hand", Begins::WithVariant,
        "computes attention in pieces: {} of each call ({}) go into kernels that write and read "
        "all its scores"},
    {"attention_decomposed", Begins::WithVariant,
        "computes attention in pieces: they take {} of each call ({}) more than {}, the one kernel "
        "that {baseline} runs"},
    {"float32_products", Begins::WithVariant,
        "multiplies float32 matrices without tensor cores for {} of a call ({})"},
    {"layout_conversions", Begins::WithVariant,
        "converts tensors between NCHW and NHWC for {} of a call ({})"},
    {"batch_norm_unfused", Begins::WithVariant,
        "spends {} of a call ({}) in batch norm kernels that are not fused"},
    {"gains_apart", Begins::WithVariant, "changes two things at once: {} by compiling, {} by {}"},
    {"gains_not_apart", Begins::WithVariant,
        "changes two things at once, compiling and {}: without {baseline} in {} nothing tells "
        "which of them makes the difference"},
    {"generation_loop", Begins::WithVariant,
        "runs {graph|graphs} a call: generate() is compiled with its loop over the tokens"},
    {"equal_blocks", Begins::WithVariant,
        "compiles {} equal blocks ({}) one after the other, {} of a graph's operators"},
    {"optimizer_eager", Begins::WithVariant,
        "leaves the optimizer eager, which takes {} of each step ({})"},
    {"optimizer_not_fused", Begins::WithVariant,
        "steps {} parameter by parameter for {} of each call ({})"},
    {"dropout_in_inference", Begins::Otherwise,
        "dropout draws random numbers, though this is measured as inference"},
    {"graph_of_one_operator", Begins::Otherwise,
        "{variant}: {graph|graphs} of one operator; a run takes {}, of which about {} are what "
        "any graph costs"},
    {"region_called_often", Begins::Otherwise,
        "{variant}: a small graph runs {time|times} in a call; a run takes {}, of which about {} "
        "are what any graph costs"},
    {"between_regions", Begins::Otherwise, "; {} of a call pass on the way from one to the next"},
    {"compiled_in_loop", Begins::Otherwise,
        "{variant}: {} was compiled {} times as if it were a new function each time"},
    {"compiled_after_reset", Begins::Otherwise,
        "{variant}: {} was compiled {} times from nothing: torch._dynamo.reset() between calls "
        "makes torch forget it"},
    {"guard_time", Begins::WithVariant, "looks up its compiled code for {} of a call ({})"},
    {"data_wait", Begins::WithVariant, "waits for its data for {} of a call ({})"},
    {"gradients_on", Begins::WithVariant, "keeps gradients, though it is measured as inference"},
    {"unfused_work", Begins::WithVariant,
        "spends {} of a call ({}) in elementwise and norm kernels that are not fused"},
    {"host_bound", Begins::WithVariant, "leaves the device idle between launches for {} of a call"},
    {"host_bound_beside", Begins::WithVariant,
        "leaves the device idle between launches for {} of a call; {} runs CUDA graphs"},
    {"host_bound_with_graphs", Begins::WithVariant,
        "leaves the device idle for {} of a call, although it runs CUDA graphs"},
    {"host_bound_look_up", Begins::Otherwise, "; finding its compiled code takes {} of it"},
    {"device_bound", Begins::WithVariant,
        "keeps the device busy for {} of a call: compiling can win in its kernels, not between "
        "them"},
    {"cuda_graphs_skipped", Begins::WithVariant, "runs {graph|graphs} without CUDA graphs: {}"},
    {"cuda_graph_inputs_copied", Begins::WithVariant,
        "copies inputs for {} of each call ({}) to where its CUDA graphs read them"},
    {"cuda_graphs_on_cpu", Begins::WithVariant,
        "runs the code of the default mode: there are no CUDA graphs on a CPU"},
    {"cuda_graphs_on_other", Begins::WithVariant,
        "runs the code of the default mode: Inductor records no CUDA graphs on {}"},
    {"dynamic_cost", Begins::WithVariant,
        "takes {} more of a call than {}, which is compiled for fixed sizes"},
    {"dynamic_unneeded", Begins::WithVariant,
        "is compiled for any size, and the sizes of one case are all that comes"},
    {"autotune_dominates", Begins::WithVariant,
        "spends {} of the {} that its compile takes on trying kernels"},
    {"autotune_won", Begins::Otherwise,
        "; the winners, each run once, save {} beside the library's kernels"},
    {"payback_never", Begins::WithVariant, "never pays back the {} of its compile: it is slower"},
    {"payback_beyond_horizon", Begins::WithVariant, "pays back after {} calls, and {} are planned"},
    {"first_call", Begins::WithVariant,
        "takes {} more in its first call, as it compiles; later calls differ from {baseline} by "
        "less than {}"},
    {"not_explained", Begins::Otherwise,
        "not explained: {} of the {} that a call of {variant} takes longer"},
    {"graph_break", Begins::WithVariant, "has a graph break: {break}"},
    {"intended_break", Begins::WithVariant, "has a graph break (intended): {break}"},
    {"torchs_break", Begins::WithVariant, "has a graph break (torch's own): {break}"},
    {"more_places", Begins::WithVariant, "has the same at {more place|more places}"},
    {"inside_loop", Begins::Otherwise, " inside a loop"},
    {"inside_with", Begins::Otherwise, " inside the with block of line {}"},
    {"inside_try", Begins::Otherwise, " inside the try block of line {}"},
    {"inside_autograd_function", Begins::Otherwise,
        " inside the autograd function that line {} applies"},
    {"inside_checkpoint", Begins::Otherwise, " inside the function that line {} checkpoints"},
    {"skips_function", Begins::Otherwise, ", so torch compiles nothing of {}() itself"},
    {"since_size", Begins::Otherwise,
        " from the call on in which {} changed from {} to {} in dimension {}"},
    {"operator_of_fixed_size", Begins::Otherwise, ": {} takes fixed sizes alone"},
    {"once_a_call", Begins::Otherwise, ", once a call"},
    {"times_a_call", Begins::Otherwise, ", {} times a call"},
    {"no_measurable_cost", Begins::Otherwise, ", at no measurable cost"},
    {"not_quiet", Begins::Otherwise, "{} of blocks had CPU contention: tails say little"},
    {"disturbed", Begins::Otherwise, "{} of blocks were disturbed: tails say little"},
    {"too_disturbed", Begins::Otherwise,
        "{} of blocks were disturbed: too many for a verdict from times"},
    {"too_busy", Begins::Otherwise,
        "{} of blocks had CPU contention: too many for a verdict from times"},
    {"noise_above_3_percent", Begins::Otherwise, "eager against eager differs by up to {}"},
    {"noise_above_minimum_effect", Begins::Otherwise, "eager against eager differs by up to {}"},
    {"notice_of_variant", Begins::WithVariant, "{}"},
    {"cannot_resolve", Begins::Otherwise, ": this machine cannot resolve {}"},
});

const FindingRow& rowOf(std::string_view id)
{
    static constexpr FindingRow plain {"", Begins::Otherwise, "{}"};
    const auto* found = std::ranges::find(rows, id, &FindingRow::id);
    return found == rows.end() ? plain : *found;
}

/// Empty: it is about no break.
std::string titleOf(const Finding& finding)
{
    return finding.graphBreak ? breakTitle(*finding.graphBreak) : std::string();
}

std::string statementsText(const ComparisonResult& result, const Finding& finding)
{
    const NamesInSentence names {.variant = variantName(result, finding.variant.value_or(0)),
        .baseline = variantName(result, 0),
        .graphBreak = titleOf(finding)};
    std::string text;
    for (const auto& statement : finding.statements)
        text += filled(rowOf(statement.id).sentence, statement.values, names);
    return text;
}

} // namespace

std::string findingSentence(const ComparisonResult& result, const Finding& finding)
{
    const auto predicate = findingPredicate(result, finding);
    return predicate.empty() ? statementsText(result, finding)
                             : variantName(result, finding.variant.value_or(0)) + " " + predicate;
}

std::string findingPredicate(const ComparisonResult& result, const Finding& finding)
{
    const bool begins = !finding.statements.empty() && finding.variant
        && rowOf(finding.statements.front().id).begins == Begins::WithVariant;
    return begins ? statementsText(result, finding) : std::string();
}

std::vector<std::string> findingValues(const Finding& finding)
{
    std::vector<std::string> values {titleOf(finding)};
    for (const auto& statement : finding.statements) {
        values.emplace_back(statement.id);
        for (const auto& value : statement.values)
            values.push_back(valueText(value));
    }
    return values;
}

std::string findingPlace(const ComparisonResult& result, const Finding& finding)
{
    switch (finding.seen) {
    case Finding::Seen::InEagerAgain:
        return "the lanes \"eager again\"";
    case Finding::Seen::InAllVariants:
        return "all variants";
    case Finding::Seen::InRecording:
        return "the recording";
    case Finding::Seen::InCase: {
        const auto index = static_cast<std::size_t>(finding.caseIndex.value_or(-1));
        return index < result.cases.size() ? "case " + result.cases[index].name : std::string();
    }
    case Finding::Seen::InCode:
        break;
    }
    const auto place = finding.place.value_or(CodePlace {});
    if (place.file.empty())
        return place.function.empty() ? "no place recorded" : place.function;
    auto text = place.file + ":" + std::to_string(place.line);
    if (!place.callerFile.empty())
        text += ", called at " + place.callerFile + ":" + std::to_string(place.callerLine);
    return text;
}

std::string findingPageName(FindingPage page)
{
    return textOf(page,
        {{FindingPage::Breaks, "Graph breaks"}, {FindingPage::Latency, "Latency"},
            {FindingPage::Log, "Log and notes"}, {FindingPage::Memory, "Memory"},
            {FindingPage::Numerics, "Numerics"}, {FindingPage::Configuration, "Configuration"},
            {FindingPage::Compile, "Compile time"}, {FindingPage::Kernels, "Kernels"},
            {FindingPage::Gpu, "GPU"}});
}

} // namespace profiler
