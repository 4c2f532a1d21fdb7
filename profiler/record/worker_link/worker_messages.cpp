// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/worker_messages.h"

#include "profiler/model/enum_text.h"
#include "profiler/record/worker_link/facts_from_json.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace profiler {
namespace {

using Json = nlohmann::json;

std::string lineOf(const Json& command)
{
    // Paths may hold any byte; what is not UTF-8 is replaced rather than thrown about.
    return command.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json pathOrNull(const std::filesystem::path& path)
{
    return path.empty() ? Json(nullptr) : Json(path.string());
}

std::string precisionWord(OutputPrecision precision)
{
    return textOf(precision,
        {{OutputPrecision::AsIs, "as_is"}, {OutputPrecision::Fp64, "fp64"},
            {OutputPrecision::FallbackRandom, "fallback_random"}});
}

} // namespace

std::string setupLine(const SetupCommand& command)
{
    return lineOf({{"do", "setup"}, {"kind", keyOf(command.kind)},
        {"plan", Json::parse(command.planJson, nullptr, false)}, {"variant", command.variant},
        {"cases",
            command.cases ? Json {command.cases->first, command.cases->first + command.cases->count}
                          : Json(nullptr)},
        {"agent", pathOrNull(command.agent)}, {"runner", pathOrNull(command.runner)},
        {"collector", pathOrNull(command.collector)}, {"spool", command.spool.string()},
        {"models", command.models.string()}, {"start_up", command.startUp},
        {"saves_outputs", command.savesOutputs}});
}

std::string warmUpLine(int caseIndex, std::int64_t calls)
{
    return lineOf({{"do", "warmup"}, {"case", caseIndex}, {"calls", calls}});
}

std::string blockLine(const BlockCommand& command)
{
    return lineOf({{"do", "block"}, {"case", command.caseIndex}, {"calls", command.calls},
        {"discard", command.discard}, {"clock", keyOf(command.clock)}});
}

std::string proveLine(int caseIndex)
{
    return lineOf({{"do", "prove"}, {"case", caseIndex}});
}

std::string memoryLine(MemoryPhase phase, int caseIndex)
{
    return lineOf({{"do", "memory"},
        {"phase", phase == MemoryPhase::WarmUp ? std::string(warmUpPhase) : keyOf(phase)},
        {"case", caseIndex}});
}

std::string outputsLine(const OutputsCommand& command)
{
    return lineOf({{"do", "outputs"}, {"case", command.caseIndex}, {"input_set", command.inputSet},
        {"path", command.path.string()}, {"precision", precisionWord(command.precision)}});
}

std::string partsLine(int caseIndex, std::int64_t calls)
{
    return lineOf({{"do", "parts"}, {"case", caseIndex}, {"calls", calls}});
}

std::string lossesLine(const LossesCommand& command)
{
    return lineOf({{"do", "losses"}, {"case", command.caseIndex}, {"steps", command.steps},
        {"precision", precisionWord(command.precision)}});
}

std::string compareLine(const CompareCommand& command)
{
    return lineOf({{"do", "compare"}, {"case", command.caseIndex}, {"input_set", command.inputSet},
        {"reference", command.reference.string()}, {"candidate", command.candidate.string()},
        {"fp64", pathOrNull(command.fp64)}, {"random_operators", command.randomOperators}});
}

std::string moduleOutputsLine(const ModuleOutputsCommand& command)
{
    return lineOf({{"do", "module_outputs"}, {"case", command.caseIndex},
        {"input_set", command.inputSet}, {"path", command.path.string()},
        {"precision", precisionWord(command.precision)}, {"like", pathOrNull(command.like)}});
}

std::string moduleErrorsLine(const ModuleErrorsCommand& command)
{
    return lineOf({{"do", "module_errors"}, {"case", command.caseIndex},
        {"input_set", command.inputSet}, {"reference", command.reference.string()},
        {"fp64", pathOrNull(command.fp64)}, {"precision", precisionWord(command.precision)}});
}

std::string saveInputsLine(const SaveInputsCommand& command)
{
    return lineOf({{"do", "save_inputs"}, {"case", command.caseIndex},
        {"input_set", command.inputSet}, {"path", command.path.string()}});
}

std::string traceLine(const TraceCommand& command)
{
    return lineOf({{"do", "trace"}, {"case", command.caseIndex}, {"pass", keyOf(command.pass)},
        {"calls", command.calls}, {"path", command.path.string()},
        {"kernels", pathOrNull(command.kernels)}, {"places", command.places}});
}

std::string roofsLine()
{
    return lineOf({{"do", "roofs"}});
}

std::string workLine(int caseIndex)
{
    return lineOf({{"do", "work"}, {"case", caseIndex}});
}

std::string trialLine(int caseIndex)
{
    return lineOf({{"do", "trial"}, {"case", caseIndex}});
}

std::string modulesLine(int caseIndex, int calls)
{
    return lineOf({{"do", "modules"}, {"case", caseIndex}, {"calls", calls}});
}

std::string loadLine(const LoadCommand& command)
{
    return lineOf({{"do", "load"}, {"case", command.caseIndex}, {"requests", command.requests},
        {"concurrency", command.concurrency}, {"drain_ns", command.drain.count()},
        {"path", command.path.string()}});
}

std::string discoverLine(const std::string& planJson, const std::filesystem::path& spool)
{
    return lineOf({{"do", "discover"}, {"plan", Json::parse(planJson, nullptr, false)},
        {"spool", spool.string()}});
}

std::string endLine()
{
    return lineOf({{"do", "end"}});
}

std::string stageText(std::string_view stage)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 18> words {{
        {"discover", "looking for what the script calls"},
        {"losses", "training some steps for their losses"},
        {"import", "importing torch and the model's code"},
        {"start_up", "starting the compiler"},
        {"build", "building the model"},
        {"compile", "wrapping what is compiled"},
        {"inputs", "making the inputs"},
        {"package", "making the model one program: exporting and compiling it"},
        {"open", "opening the program"},
        {"warmup", "first calls and warm-up"},
        {"outputs", "running once for the comparison of results"},
        {"module_outputs", "keeping what each module returned"},
        {"trace", "tracing a few calls"},
        {"roofs", "measuring what the machine does at most"},
        {"work", "counting what a call reads and computes"},
        {"trial", "compiling for a try: where would its graphs break?"},
        {"rounds", "measuring"},
        {"load", "serving requests"},
    }};
    for (const auto& [key, text] : words)
        if (key == stage)
            return std::string(text);
    return std::string(stage);
}

} // namespace profiler
