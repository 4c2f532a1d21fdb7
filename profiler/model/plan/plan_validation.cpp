// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace profiler {
namespace {

tl::unexpected<Error> refuse(std::string message)
{
    return failure(ErrorKind::BadInput, std::move(message));
}

std::string inQuotes(std::string_view text)
{
    return "\"" + std::string(text) + "\"";
}

bool isPrintable(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
}

template <typename Items>
Result<void> checkNames(const Items& items, const std::string& what)
{
    std::set<std::string> seen;
    for (const auto& item : items) {
        if (item.name.empty() || !isPrintable(item.name))
            return refuse("a " + what + " needs a name of printable characters");
        if (!seen.insert(item.name).second)
            return refuse("two " + what + "s are named " + inQuotes(item.name)
                + "; give each a name of its own");
    }
    return {};
}

// ---- tensors

constexpr std::array floatTypes {"float16", "bfloat16", "float32", "float64", "float8_e4m3fn",
    "float8_e5m2", "complex64", "complex128"};

struct IntegerType {
    std::string_view name;
    std::int64_t lowest;
    std::int64_t highest;
};

template <typename T>
constexpr IntegerType integerType(std::string_view name)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr bool wide = std::cmp_greater(std::numeric_limits<T>::max(), most);
    return {name, static_cast<std::int64_t>(std::numeric_limits<T>::min()),
        wide ? most : static_cast<std::int64_t>(std::numeric_limits<T>::max())};
}

constexpr std::array integerTypes {integerType<std::int8_t>("int8"),
    integerType<std::int16_t>("int16"), integerType<std::int32_t>("int32"),
    integerType<std::int64_t>("int64"), integerType<std::uint8_t>("uint8"),
    integerType<std::uint16_t>("uint16"), integerType<std::uint32_t>("uint32"),
    integerType<std::uint64_t>("uint64")};

bool isFloatType(std::string_view dtype)
{
    return std::find(floatTypes.begin(), floatTypes.end(), dtype) != floatTypes.end();
}

const IntegerType* integerTypeOf(std::string_view dtype)
{
    const auto* const found = std::find_if(integerTypes.begin(), integerTypes.end(),
        [&](const IntegerType& type) { return type.name == dtype; });
    return found == integerTypes.end() ? nullptr : found;
}

Result<void> checkRange(const TensorSpec& tensor, const std::string& where)
{
    if (!tensor.range)
        return {};
    const auto* type = integerTypeOf(tensor.dtype);
    if (type == nullptr)
        return refuse(where + ": a range is for integer types, not for " + tensor.dtype);
    const auto [low, high] = *tensor.range;
    if (low >= high)
        return refuse(where + ": the range is [low, high) and needs low below high");
    if (low < type->lowest || high - 1 > type->highest)
        return refuse(where + ": the range does not fit " + tensor.dtype);
    return {};
}

Result<void> checkShape(const TensorSpec& tensor, const std::string& where)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    std::int64_t elements = 1;
    for (const auto size : tensor.shape) {
        if (size < 0)
            return refuse(where + ": a size must not be negative, found " + std::to_string(size));
        if (size > 0 && elements > most / 16 / size)
            return refuse(where + ": the tensor is larger than any memory");
        elements *= std::max<std::int64_t>(size, 1);
    }
    return {};
}

Result<void> checkTensor(const TensorSpec& tensor, const std::string& caseName)
{
    const auto where = "case " + inQuotes(caseName) + ", input " + inQuotes(tensor.name);
    if (!tensor.file.empty()) {
        if (!tensor.shape.empty() || !tensor.dtype.empty() || tensor.range)
            return refuse(where + ": shape and type come from the file, leave them out");
        return {};
    }
    if (!tensor.key.empty())
        return refuse(where + ": a key names an array inside a file, but no file is given");
    if (!isFloatType(tensor.dtype) && integerTypeOf(tensor.dtype) == nullptr
        && tensor.dtype != "bool")
        return refuse(where + ": unknown type " + inQuotes(tensor.dtype)
            + "; expected a torch name such as float32, bfloat16, int64 or bool");
    if (!tensor.dims.empty() && tensor.dims.size() != tensor.shape.size())
        return refuse(where + ": dims names " + std::to_string(tensor.dims.size()) + " sizes, the "
            + "shape has " + std::to_string(tensor.shape.size()));
    return checkShape(tensor, where).and_then([&] { return checkRange(tensor, where); });
}

Result<void> checkCase(const Case& value)
{
    if (value.items && (!std::isfinite(*value.items) || *value.items <= 0))
        return refuse("case " + inQuotes(value.name) + ": items must be above 0");
    if (auto names = checkNames(value.inputs, "input"); !names)
        return refuse("case " + inQuotes(value.name) + ": " + names.error().message);
    for (const auto& tensor : value.inputs)
        if (auto checked = checkTensor(tensor, value.name); !checked)
            return checked;
    return {};
}

Result<void> checkCases(const std::vector<Case>& cases)
{
    if (auto names = checkNames(cases, "case"); !names)
        return names;
    for (const auto& value : cases) {
        if (auto checked = checkCase(value); !checked)
            return checked;
    }
    return {};
}

// ---- variants

Result<void> checkJsonTexts(const JsonTextByName& texts, const std::string& where)
{
    for (const auto& [name, text] : texts)
        if (name.empty() || !nlohmann::json::accept(text))
            return refuse(where + " " + inQuotes(name) + ": the value is not valid JSON");
    return {};
}

Result<void> checkSettings(const CompileSettings& settings, const std::string& where)
{
    if ((settings.mode && settings.mode->empty())
        || (settings.backend && settings.backend->empty()))
        return refuse(where + ": mode and backend must not be empty; leave them out instead");
    if (settings.mode && !settings.options.empty())
        return refuse(where + ": torch.compile takes a mode or options, not both");
    return checkJsonTexts(settings.options, where + ", option");
}

Result<void> checkParts(const std::vector<CompiledPart>& parts, const std::string& where)
{
    for (const auto& part : parts)
        if (part.settings)
            if (auto checked
                = checkSettings(*part.settings, where + ", part " + inQuotes(part.target));
                !checked)
                return checked;
    return {};
}

constexpr std::array<std::string_view, 4> precisions {"", "highest", "high", "medium"};

bool isPrecision(std::string_view text)
{
    return std::ranges::find(precisions, text) != precisions.end();
}

Result<void> checkNumericSettings(const TorchSettings& torch, const std::string& where)
{
    constexpr std::array<std::string_view, 3> formats {"", "channels_last", "contiguous"};
    if (std::ranges::find(formats, torch.memoryFormat) == formats.end())
        return refuse(where + ": unknown memory format " + inQuotes(torch.memoryFormat)
            + "; expected channels_last or contiguous");
    if (!torch.autocast.empty() && torch.autocast != "off" && !isFloatType(torch.autocast))
        return refuse(where + ": unknown autocast dtype " + inQuotes(torch.autocast));
    if (!torch.dtype.empty() && !isFloatType(torch.dtype))
        return refuse(where + ": unknown dtype " + inQuotes(torch.dtype)
            + "; expected a floating type of torch such as bfloat16");
    constexpr std::array<std::string_view, 4> gradModes {"", "no_grad", "inference_mode", "grad"};
    if (std::ranges::find(gradModes, torch.gradMode) == gradModes.end())
        return refuse(where + ": unknown grad mode " + inQuotes(torch.gradMode)
            + "; expected no_grad, inference_mode or grad");
    if (torch.threads.value_or(1) < 1)
        return refuse(where + ": a variant needs one thread or more");
    if (!isPrecision(torch.matmulPrecision))
        return refuse(where + ": unknown matmul precision " + inQuotes(torch.matmulPrecision)
            + "; expected highest, high or medium");
    return {};
}

Result<void> checkTorch(const Variant& variant, const std::string& where)
{
    const auto& torch = variant.torch;
    const bool compiles = !torch.dynamo.empty() || !torch.inductor.empty()
        || !torch.markDynamic.empty() || !torch.fences.empty();
    if (variant.kind == VariantKind::Eager && compiles)
        return refuse(where + " is eager and takes nothing that changes how torch compiles");
    for (const auto& each : torch.markDynamic)
        if (each.input.empty())
            return refuse(where + ": mark_dynamic needs the name of an input, such as ids@1");
    if (std::ranges::any_of(torch.fences, &std::string::empty))
        return refuse(where + ": a fence must not be empty");
    return checkNumericSettings(torch, where)
        .and_then([&] { return checkJsonTexts(torch.dynamo, where + ", dynamo"); })
        .and_then([&] { return checkJsonTexts(torch.inductor, where + ", inductor"); })
        .and_then([&] { return checkJsonTexts(torch.backends, where + ", backends"); });
}

/// The whole model as one program: nothing of torch.compile applies to it.
Result<void> checkEngine(const Variant& variant, const std::string& where)
{
    if (variant.engine == Engine::TorchCompile)
        return variant.native ? refuse(where + ": without Python run aoti, torchscript and export")
                              : Result<void> {};
    const auto word = inQuotes(keyOf(variant.engine));
    if (variant.kind == VariantKind::Eager)
        return refuse(where + " is eager and has no engine: " + word);
    if (variant.native && variant.engine == Engine::Onnx)
        return refuse(where + ": onnx is run by ONNX Runtime from Python");
    if (!variant.parts.empty() || !variant.torch.fences.empty())
        return refuse(where + ": " + word + " takes the whole model: no parts, no fences");
    auto compile = variant.compile;
    compile.dynamic.reset();
    compile.options.clear();
    if (compile != CompileSettings {})
        return refuse(where + ": " + word + " takes dynamic alone, of aoti options, too");
    if (!variant.compile.options.empty() && variant.engine != Engine::AotInductor)
        return refuse(where + ": options are Inductor's: aoti has them, " + word + " has none");
    return {};
}

Result<void> checkVariant(const Variant& variant)
{
    const auto where = "variant " + inQuotes(variant.name);
    const bool settings = variant.compile != CompileSettings {} || !variant.parts.empty();
    if (variant.kind == VariantKind::Eager && settings)
        return refuse(where + " is eager and takes no compile settings");
    for (const auto& [name, value] : variant.environment)
        if (name.empty() || name.find('=') != std::string::npos || !isPrintable(name))
            return refuse(where + ": " + inQuotes(name) + " is no name of an environment variable");
    if (!variant.workingDirectory.empty() && variant.workingDirectory.front() != '/')
        return refuse(where + ": working_directory: expected an absolute path");
    return checkEngine(variant, where)
        .and_then([&] { return checkSettings(variant.compile, where); })
        .and_then([&] { return checkParts(variant.parts, where); })
        .and_then([&] { return checkTorch(variant, where); });
}

Result<void> checkVariants(const std::vector<Variant>& variants)
{
    if (variants.empty())
        return refuse("a comparison needs a variant: eager alone is looked at before anything is "
                      "compiled, others are compared with the first one");
    if (variants.size() > mostVariants)
        return refuse("a comparison holds at most " + std::to_string(mostVariants)
            + " variants, found " + std::to_string(variants.size()));
    if (auto names = checkNames(variants, "variant"); !names)
        return names;
    for (const auto& variant : variants)
        if (auto checked = checkVariant(variant); !checked)
            return checked;
    return {};
}

// ---- workload, numeric context, goal, protocol

Result<void> checkWorkload(const Workload& workload)
{
    if (workload.spec.empty())
        return refuse("no model is named; give --model or --script, or workload.spec in the plan");
    if (!workload.workingDirectory.empty() && workload.workingDirectory.front() != '/')
        return refuse("workload.working_directory: expected an absolute path");
    for (const auto& fence : workload.fences)
        if (fence.empty())
            return refuse("workload.fences: a fence must not be empty");
    return checkJsonTexts(workload.arguments, "argument").and_then([&] {
        return checkParts(workload.parts, "workload");
    });
}

Result<void> checkNumeric(const NumericContext& numeric, Task task)
{
    if (deviceTraits(numeric.device) == nullptr)
        return refuse(
            "unknown device " + inQuotes(numeric.device) + "; expected " + knownDeviceList());
    if (!numeric.dtype.empty() && !isFloatType(numeric.dtype))
        return refuse("unknown dtype " + inQuotes(numeric.dtype)
            + " for a model; expected float32, bfloat16, float16 or float64");
    if (!numeric.autocast.empty() && !isFloatType(numeric.autocast))
        return refuse("unknown autocast dtype " + inQuotes(numeric.autocast));
    if (!isPrecision(numeric.matmulPrecision))
        return refuse("unknown matmul precision " + inQuotes(numeric.matmulPrecision)
            + "; expected highest, high or medium");
    if (numeric.inferenceMode && task == Task::Training)
        return refuse("inference mode and a training task exclude each other");
    return {};
}

bool positive(const Limits& limits)
{
    return (!limits.p99 || limits.p99->count() > 0)
        && (!limits.memoryBytes || *limits.memoryBytes > 0)
        && (!limits.compile || limits.compile->count() > 0);
}

Result<void> checkGoal(const Goal& goal, const std::vector<Case>& cases)
{
    if (goal.metric == GoalMetric::Total && !goal.horizonCalls)
        return refuse("the goal total needs a horizon in calls, such as total:100000");
    if (!positive(goal.limits))
        return refuse("the goal's limits must be above 0");
    for (const auto& [name, limits] : goal.caseLimits) {
        const bool known = cases.empty()
            || std::any_of(cases.begin(), cases.end(),
                [&key = name](const Case& value) { return value.name == key; });
        if (!known)
            return refuse("a limit names the case " + inQuotes(name) + ", which the plan has not");
        if (!positive(limits))
            return refuse("the limits of case " + inQuotes(name) + " must be above 0");
    }
    return {};
}

/// One after the other is what is left for a script whose calls cannot be held.
bool canBeRecorded(Placement placement, const Workload& workload)
{
    return placement == Placement::Lanes || placement == Placement::Pairs
        || (placement == Placement::Sequential && isScript(workload));
}

/// A script makes its calls once, so that one process cannot both trace and check them.
Result<void> checkLook(const Plan& plan)
{
    const auto& protocol = plan.protocol;
    if (isTimed(protocol))
        return {};
    if (protocol.repetitionsMax != 0 || protocol.repetitionsMin != 0 || protocol.coldEmpty != 0
        || protocol.coldKept != 0 || protocol.noiseRepetitions != 0)
        return refuse("effort look times no calls: leave out --processes, or use --effort quick");
    if (plan.load.repetitions > 0)
        return refuse("effort look times no requests: leave out --load, or use --effort quick");
    if (isScript(plan.workload))
        return refuse("effort look needs a model, not a script: use --effort quick");
    return {};
}

Result<void> checkProtocol(const Protocol& protocol, const Workload& workload)
{
    if (isTimed(protocol)
        && (protocol.repetitionsMin < 1 || protocol.repetitionsMax < protocol.repetitionsMin))
        return refuse("the protocol needs one repetition or more, and a maximum not below it");
    if (!canBeRecorded(protocol.placement, workload))
        return refuse("protocol.placement: " + inQuotes(keyOf(protocol.placement))
            + " cannot be recorded; write \"lanes\" (all variants side by side) or \"pairs\" (the "
              "baseline and one variant at a time)");
    return {};
}

/// A program that is exported has no gradients, and a script's calls are the script's own.
Result<void> checkEngines(const Plan& plan)
{
    const auto found = std::ranges::find_if(plan.variants,
        [](const Variant& variant) { return variant.engine != Engine::TorchCompile; });
    if (found == plan.variants.end())
        return {};
    const auto which = "variant " + inQuotes(found->name) + ": " + inQuotes(keyOf(found->engine));
    if (plan.workload.task == Task::Training)
        return refuse(which + " runs inference alone");
    if (plan.workload.spec.starts_with("script"))
        return refuse(
            which + " needs a model, not a script: name the module by --model FILE.py:CALLABLE");
    if (!plan.workload.parts.empty() || !plan.workload.fences.empty())
        return refuse(which + " takes the whole model: no compiled parts and no fences");
    return {};
}

Result<void> checkRates(const LoadPlan& load)
{
    if (load.rates.size() > mostRates)
        return refuse("load offers at most " + std::to_string(mostRates) + " rates, found "
            + std::to_string(load.rates.size()));
    const auto seconds = std::chrono::duration<double>(load.duration).count();
    for (const auto rate : load.rates) {
        if (!std::isfinite(rate) || rate <= 0)
            return refuse("load: a rate must be above 0 requests a second");
        if (rate * seconds > static_cast<double>(mostRequests))
            return refuse("load: a rate brings more than 2 000 000 requests within --load-time; "
                          "make that shorter");
    }
    return {};
}

Result<void> checkLoad(const LoadPlan& load, const Workload& workload)
{
    if (load.repetitions == 0)
        return load == LoadPlan {}
            ? Result<void>()
            : refuse("settings of the load have no effect without --load RATE[,RATE…] or auto");
    if (isScript(workload))
        return refuse("load needs a call that Fusescope can make: a script makes its own; give "
                      "--model file.py:callable");
    if (workload.task == Task::Training)
        return refuse("load is for requests in inference, and the task is training");
    if ((load.arrivals == Arrivals::Replay) != !load.replay.empty())
        return refuse("load replays a trace where one is named: --arrivals replay:FILE");
    return checkRates(load);
}

} // namespace

Result<void> validatePlan(const Plan& plan)
{
    return checkWorkload(plan.workload)
        .and_then([&] { return checkCases(plan.cases); })
        .and_then([&] { return checkVariants(plan.variants); })
        .and_then([&] { return checkEngines(plan); })
        .and_then([&] { return checkNumeric(plan.numeric, plan.workload.task); })
        .and_then([&] { return checkGoal(plan.goal, plan.cases); })
        .and_then([&] { return checkProtocol(plan.protocol, plan.workload); })
        .and_then([&] { return checkLook(plan); })
        .and_then([&] { return checkLoad(plan.load, plan.workload); })
        .and_then([&] { return checkRanges(plan); });
}

} // namespace profiler
