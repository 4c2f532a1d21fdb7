// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/error_catalogue.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

constexpr std::array<ErrorEntry, 29> catalogue {{
    {"unsupported", "graph break under fullgraph",
        "drop fullgraph, rewrite the named line, or fence it off with torch.compiler.disable"},
    {"compile_too_long", "compiling takes too long",
        "compile a smaller part (--compile GLOB), use mode default, or raise the plan's "
        "call_time_limit"},
    {"results_differ", "compiled results differ from eager",
        "look at the named tensors by `show FILE numerics`, then try "
        "options.emulate_precision_casts:true, a wider dtype or a smaller compiled part"},
    {"shape_mismatch", "shapes do not fit the model",
        "correct --input or --case so that it fits the measured call"},
    {"recompile_limit", "recompile limit reached, the rest runs eager in silence",
        "set dynamic:true, mark the changing dimension dynamic, or raise "
        "torch._dynamo.config.recompile_limit"},
    {"missing_fake", "custom operator without a fake implementation",
        "register one by torch.library.register_fake, or fence the operator off with "
        "torch.compiler.disable"},
    {"backend_failed", "the compiler backend failed",
        "try mode default or backend:aot_eager to see which stage fails, or leave the named module "
        "out of --compile"},
    {"generated_code_invalid", "Inductor wrote C++ that does not compile",
        "this is a fault of torch: try dynamic:false, another version of torch, or a smaller "
        "compiled part (--compile GLOB)"},
    {"export_failed", "the model cannot be made one program",
        "rewrite the named line (torch.cond in place of an if over data, torch._check for sizes), "
        "or compare torch.compile alone, which runs what it cannot compile in Python"},
    {"engine_missing", "what runs the engine is not there",
        "install the named packages into the interpreter of the workers, or leave the variant out"},
    {"outside_range", "an input lies outside the sizes that the package takes",
        "give cases that span all sizes, or dynamic:true in the variant"},
    {"no_c_compiler", "no C compiler, or not all that it needs",
        "install them (apt-get install g++ python3-dev openssl) or name a compiler by the variable "
        "CXX"},
    {"out_of_memory", "out of memory",
        "use a smaller batch, fewer variants at a time (placement: pairs), or a larger machine"},
    {"invalid_backend", "backend does not exist",
        "use one that torch._dynamo.list_backends() names"},
    {"user_exception", "the model raised an exception",
        "correct what raised it; `show FILE log` has the traceback"},
    {"own_fault", "Fusescope itself failed",
        "the model need not be at fault: report it with the traceback in `show FILE log`"},
    {"module_not_found", "module or file not found",
        "check the SPEC's path, or install the module into the interpreter of the workers"},
    {"callable_not_found", "callable not found", "check the name behind the colon of the SPEC"},
    {"no_torch", "no torch in the interpreter", "name an interpreter that has torch by --python"},
    {"device_not_found", "device not found",
        "use --device cpu, or a torch that was built for this machine's devices"},
    {"call_not_made", "the script does not make the chosen call",
        "choose another one by --call; `fusescope record --script FILE --list` shows what it "
        "calls"},
    {"script_ended", "the script ends too early",
        "give it more to do, or ask for fewer calls by --rounds and --calls"},
    {"bad_input", "plan and workload do not fit", "correct the plan"},
    {"crashed", "the worker died",
        "its last lines are in `show FILE log`; run the model alone to see whether it dies there "
        "too"},
    {"timed_out", "time limit reached",
        "raise the plan's start_time_limit or call_time_limit, or use smaller inputs"},
    {"not_steady", "calls did not become steady",
        "close other programs, or give longer blocks by --calls"},
    {"bad_protocol", "the worker said something unexpected",
        "nothing that the model prints or writes should reach the worker's own files; see "
        "`show FILE log`"},
    {"worker_not_started", "the worker could not be started",
        "name another interpreter by --python"},
    {"other", "failure", "see `show FILE log`"},
}};

constexpr const ErrorEntry& entryOf(std::string_view key)
{
    const auto* const found = std::ranges::find(catalogue, key, &ErrorEntry::key);
    return found == catalogue.end() ? catalogue.back() : *found;
}

// Each key stands once, with a title and a remedy.
static_assert(std::ranges::all_of(catalogue, [](const ErrorEntry& entry) {
    return &entryOf(entry.key) == &entry && !entry.title.empty() && !entry.remedy.empty();
}));

} // namespace

const ErrorEntry& errorEntry(std::string_view key)
{
    return entryOf(key);
}

std::string errorSentence(std::string_view key, std::string_view what)
{
    const auto& entry = errorEntry(key);
    auto end = what.find_last_not_of(" .\n\t");
    const std::string said(what.substr(0, end == std::string_view::npos ? 0 : end + 1));
    std::string sentence(entry.title);
    if (!said.empty())
        sentence += ": " + said;
    return sentence + "; " + std::string(entry.remedy);
}

} // namespace profiler
