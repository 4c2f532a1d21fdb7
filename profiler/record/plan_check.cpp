// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/plan_check.h"

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/plan/stored_plan.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/described_device.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/nearest_name.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <nlohmann/json.hpp>

namespace profiler {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Every torch from 2.9 on has these, as the common modes: they need no question.
constexpr std::array<std::string_view, 3> commonBackends {"inductor", "eager", "aot_eager"};

/// Refused because the user can correct it.
tl::unexpected<Error> refuse(std::string sentence)
{
    return failure(ErrorKind::BadInput, std::move(sentence));
}

template <typename Names>
bool contains(const Names& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

Result<json> ask(const Interpreter& interpreter, const json& request)
{
    const auto answer = askInterpreter(interpreter.path, request.dump());
    if (!answer)
        return tl::unexpected(answer.error());
    return json::parse(*answer);
}

// --- the SPEC ---------------------------------------------------------------------------------

/// SPEC without the `,key=value` of a library or built-in model.
std::string modelName(const std::string& text)
{
    return text.substr(0, text.find(','));
}

fs::path inWorkingDirectory(const Workload& workload, const std::string& path)
{
    return fs::path(workload.workingDirectory) / path; // an absolute path stays
}

bool isRegularFile(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

Result<void> checkFileExists(const Workload& workload, const std::string& path)
{
    const auto file = inWorkingDirectory(workload, path);
    if (!isRegularFile(file))
        return refuse(
            fmt::format("the model's file {} does not exist: check --model, or run where it lies",
                file.string()));
    return {};
}

/// Modules named like the file's parts: mlp.py → "mlp", transformer_block.py → "transformer-block".
std::vector<std::string> builtinModels(const fs::path& folder)
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        if (entry.path().extension() != ".py" || entry.path().filename().string().front() == '_')
            continue;
        auto name = entry.path().stem().string();
        std::replace(name.begin(), name.end(), '_', '-');
        names.push_back(std::move(name));
    }
    std::sort(names.begin(), names.end());
    return names;
}

Result<void> checkBuiltin(const std::string& name)
{
    const auto installation = findInstallation();
    if (!installation)
        return tl::unexpected(installation.error());
    const auto known = builtinModels(installation->models);
    auto wanted = name;
    std::replace(wanted.begin(), wanted.end(), '_', '-');
    if (contains(known, wanted))
        return {};
    return refuse(fmt::format("there is no built-in model {}{}; built in are {}", name,
        didYouMean(name, known), fmt::join(known, ", ")));
}

Result<void> checkLibrary(
    const Interpreter& interpreter, const std::string& library, const std::string& name)
{
    const auto answer
        = ask(interpreter, {{"ask", "workload"}, {"kind", "library"}, {"library", library}});
    if (!answer)
        return tl::unexpected(answer.error());
    if (!answer->value("found", false))
        return refuse(
            fmt::format("{} has no {}: install it there ({} -m pip install {}), in the version "
                        "that belongs to torch {}",
                interpreter.path.string(), library, interpreter.path.string(), library,
                interpreter.torchVersion));
    const auto known = answer->value("names", std::vector<std::string> {});
    if (known.empty() || contains(known, name))
        return {};
    return refuse(fmt::format("{} has no model {}{}", library, name, didYouMean(name, known)));
}

/// What the interpreter says of a file that it can read as Python.
Result<json> askOfFile(const Interpreter& interpreter, const std::string& file)
{
    auto answer = ask(interpreter, {{"ask", "workload"}, {"kind", "file"}, {"path", file}});
    if (answer && answer->contains("syntax_error"))
        return refuse(fmt::format("{} is no Python that {} can read: {}", file,
            interpreter.pythonVersion, answer->value("syntax_error", "")));
    return answer;
}

Result<void> checkCallableOfFile(const Interpreter& interpreter, const Workload& workload,
    const std::string& path, const std::string& callable)
{
    if (auto exists = checkFileExists(workload, path); !exists)
        return exists;
    const auto file = inWorkingDirectory(workload, path).string();
    const auto answer = askOfFile(interpreter, file);
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->contains("unreadable"))
        return refuse(fmt::format("{} cannot be read: {}", file, answer->value("unreadable", "")));
    const auto names = answer->value("names", std::vector<std::string> {});
    const auto first = callable.substr(0, callable.find('.'));
    if (!answer->value("complete", false) || contains(names, first))
        return {};
    const auto callables = answer->value("callables", std::vector<std::string> {});
    const auto defined = callables.empty()
        ? std::string("it defines no function or class")
        : fmt::format("it defines {}", fmt::join(callables, ", "));
    return refuse(
        fmt::format("{} has no {}{}; {}", file, first, didYouMean(first, callables), defined));
}

Result<void> checkModule(
    const Interpreter& interpreter, const Workload& workload, const std::string& module)
{
    auto folders = workload.sysPath;
    folders.push_back(workload.workingDirectory);
    const auto answer = ask(interpreter,
        {{"ask", "workload"}, {"kind", "module"}, {"module", module}, {"folders", folders}});
    if (!answer)
        return tl::unexpected(answer.error());
    if (answer->value("found", false))
        return {};
    return refuse(
        fmt::format("{} finds no module {}: install it there, or run where it can be imported",
            interpreter.path.string(), module.substr(0, module.find('.'))));
}

/// What starts ranks makes no call itself: the script is recorded, and the ranks are named.
Result<void> refuseStarter(const std::string& program)
{
    constexpr std::array starters {"torchrun", "torch.distributed.run", "torch.distributed.launch",
        "accelerate", "accelerate.commands.launch"};
    const auto name = std::filesystem::path(program).filename().string();
    if (!contains(starters, name))
        return {};
    return refuse(fmt::format("{} only starts other processes, and makes no call that could be "
                              "measured: name the script itself and how many ranks it has, such as "
                              "--script train.py --nproc 2 and its own arguments behind --",
        name));
}

/// A script is run, not looked into: it must be there and be Python.
Result<void> checkScript(const Interpreter& interpreter, const Workload& workload)
{
    const auto& spec = workload.spec;
    if (auto refused = refuseStarter(spec.substr(spec.find(':') + 1)); !refused)
        return refused;
    if (spec.starts_with(scriptModuleScheme))
        return checkModule(interpreter, workload, spec.substr(scriptModuleScheme.size()));
    const auto file = inWorkingDirectory(workload, spec.substr(scriptScheme.size())).string();
    if (!isRegularFile(file))
        return refuse(fmt::format(
            "the script {} does not exist: check --script, or run where it lies", file));
    const auto answer = askOfFile(interpreter, file);
    if (!answer)
        return tl::unexpected(answer.error());
    return {};
}

Result<void> checkSpec(const Interpreter& interpreter, const Workload& workload)
{
    const auto& spec = workload.spec;
    if (isScript(workload))
        return checkScript(interpreter, workload);
    const auto colon = spec.find(':');
    const auto scheme = spec.substr(0, colon);
    const auto rest = colon == std::string::npos ? std::string() : spec.substr(colon + 1);
    if (scheme == "builtin" && !rest.empty())
        return checkBuiltin(modelName(rest));
    if ((scheme == "torchvision" || scheme == "transformers") && !rest.empty())
        return checkLibrary(interpreter, scheme, modelName(rest));
    if (spec.ends_with(".pt2") || spec.ends_with(".pt"))
        return checkFileExists(workload, spec);
    const auto lastColon = spec.rfind(':');
    if (lastColon == std::string::npos || lastColon + 1 == spec.size())
        return refuse(fmt::format(
            "{} is no model: write torchvision:NAME, transformers:TYPE, "
            "builtin:NAME, FILE.py:CALLABLE, PACKAGE.MODULE:CALLABLE, FILE.pt2 or FILE.pt",
            spec));
    const auto place = spec.substr(0, lastColon);
    if (place.ends_with(".py"))
        return checkCallableOfFile(interpreter, workload, place, spec.substr(lastColon + 1));
    return checkModule(interpreter, workload, place);
}

// --- what torch must have ---------------------------------------------------------------------

/// The code of a FILE.py:CALLABLE may register a backend of its own when it is imported.
bool fileRegistersBackend(const Interpreter& interpreter, const Workload& workload)
{
    const auto place = workload.spec.substr(0, workload.spec.rfind(':'));
    if (!place.ends_with(".py"))
        return false;
    const auto answer = ask(interpreter,
        {{"ask", "workload"}, {"kind", "file"},
            {"path", inWorkingDirectory(workload, place).string()}});
    return answer && answer->value("registers_backend", false);
}

Result<void> checkMode(
    const Interpreter& interpreter, const std::string& variant, const std::string& mode)
{
    if (contains(commonModes, mode))
        return {};
    const auto torch = probeTorch(interpreter);
    if (!torch)
        return tl::unexpected(torch.error());
    if (torch->modes.empty() || contains(torch->modes, mode))
        return {};
    return refuse(fmt::format("variant {}: torch {} has no mode {}{}; it has {}", variant,
        interpreter.torchVersion, mode, didYouMean(mode, torch->modes),
        fmt::join(torch->modes, ", ")));
}

Result<void> checkBackend(const Interpreter& interpreter, const Workload& workload,
    const std::string& variant, const std::string& backend)
{
    if (contains(commonBackends, backend))
        return {};
    const auto torch = probeTorch(interpreter);
    if (!torch)
        return tl::unexpected(torch.error());
    if (torch->backends.empty() || contains(torch->backends, backend)
        || fileRegistersBackend(interpreter, workload))
        return {};
    return refuse(fmt::format("variant {}: torch {} in {} has no backend {}{}", variant,
        interpreter.torchVersion, interpreter.path.string(), backend,
        didYouMean(backend, torch->backends)));
}

Result<void> checkSettings(const Interpreter& interpreter, const Workload& workload,
    const std::string& variant, const CompileSettings& settings)
{
    if (settings.mode)
        if (auto checked = checkMode(interpreter, variant, *settings.mode); !checked)
            return checked;
    if (settings.backend)
        return checkBackend(interpreter, workload, variant, *settings.backend);
    return {};
}

std::vector<std::string> namesOf(const JsonTextByName& settings)
{
    std::vector<std::string> names;
    for (const auto& [name, value] : settings)
        names.push_back(name);
    return names;
}

std::string moduleOf(const std::string& where)
{
    return where == "backends" ? "torch.backends" : "torch._" + where + ".config";
}

Result<void> checkTorchSettings(
    const Interpreter& interpreter, const std::string& variant, const TorchSettings& settings)
{
    if (settings.dynamo.empty() && settings.inductor.empty() && settings.backends.empty())
        return {};
    const auto answer = ask(interpreter,
        {{"ask", "settings"}, {"dynamo", namesOf(settings.dynamo)},
            {"inductor", namesOf(settings.inductor)}, {"backends", namesOf(settings.backends)}});
    if (!answer)
        return tl::unexpected(answer.error());
    const auto unknown = answer->value("unknown", json::array());
    if (unknown.empty())
        return {};
    const auto& first = unknown.front();
    const auto name = first.value("name", "");
    return refuse(fmt::format("variant {}: torch {} has no {}.{}{}", variant,
        interpreter.torchVersion, moduleOf(first.value("where", "")), name,
        didYouMean(name, first.value("known", std::vector<std::string> {}))));
}

/// What torch.compile leaves as it is would be recorded as a variant that ran eager.
Result<void> checkCanBeCompiled(
    const Interpreter& interpreter, const Workload& workload, const std::string& variant)
{
    const auto& spec = workload.spec;
    const bool program = spec.ends_with(".pt");
    if (!program && !spec.ends_with(".pt2"))
        return {};
    const auto answer = ask(interpreter,
        {{"ask", "workload"}, {"kind", "archive"},
            {"path", inWorkingDirectory(workload, spec).string()}});
    if (!answer)
        return tl::unexpected(answer.error());
    const auto holds = answer->value("holds", "");
    if (holds != (program ? "script" : "package"))
        return {};
    return refuse(fmt::format("variant {}: {} is {}, which torch.compile leaves as it is: compare "
                              "the module it was made from (FILE.py:CALLABLE) or what torch.export "
                              "saved of it (.pt2); the file itself runs in eager variants alone",
        variant, spec, program ? "a TorchScript program" : "an AOTInductor package"));
}

Result<void> checkVariant(
    const Interpreter& interpreter, const Workload& workload, const Variant& variant)
{
    if (auto checked = checkTorchSettings(interpreter, variant.name, variant.torch);
        !checked || variant.kind == VariantKind::Eager)
        return checked;
    const auto check = [&](const CompileSettings& settings) {
        return checkSettings(interpreter, workload, variant.name, settings);
    };
    auto checked = checkCanBeCompiled(interpreter, workload, variant.name).and_then([&] {
        return check(variant.compile);
    });
    for (const auto* parts : {&variant.parts, &workload.parts})
        for (const auto& part : *parts)
            if (checked && part.settings)
                checked = check(*part.settings);
    return checked;
}

Result<void> checkDevice(const Interpreter& interpreter, const std::string& device)
{
    if (device == "cpu")
        return {};
    if (wordOfDevice(device) == "hip" && interpreter.hipVersion.empty())
        return failure(ErrorKind::Unavailable,
            fmt::format(
                "torch {} in {} was built without ROCm, and {} is a device of AMD's: choose "
                "another --device, or a Python with torch for ROCm by --python",
                interpreter.torchVersion, interpreter.path.string(), device));
    const auto torch = probeTorch(interpreter);
    if (!torch)
        return tl::unexpected(torch.error());
    if (describedDevice(torch->devices, device) != nullptr)
        return {};
    return failure(ErrorKind::Unavailable,
        fmt::format("torch {} in {} {}: choose one by --device, or run `fusescope doctor`",
            interpreter.torchVersion, interpreter.path.string(),
            whyNoDevice(torch->devices, device)));
}

Result<void> checkOn(
    const Plan& plan, const Interpreter& interpreter, const std::vector<const Variant*>& variants)
{
    auto checked = checkInterpreter(interpreter)
                       .and_then([&] { return checkSpec(interpreter, plan.workload); })
                       .and_then([&] { return checkDevice(interpreter, plan.numeric.device); });
    for (const auto* variant : variants)
        if (checked)
            checked = checkVariant(interpreter, plan.workload, *variant);
    return checked;
}

Result<void> checkInputFiles(const Plan& plan)
{
    for (const auto& one : plan.cases)
        for (const auto& input : one.inputs)
            if (const auto file = inWorkingDirectory(plan.workload, input.file);
                !input.file.empty() && !isRegularFile(file))
                return refuse(fmt::format("case {}: the file {} of input {} does not exist",
                    one.name, file.string(), input.name));
    return {};
}

} // namespace

Result<void> checkPlanAgainst(const Plan& plan, const Interpreter& interpreter)
{
    if (const auto lacking = withheldIn(plan))
        return failure(ErrorKind::BadInput,
            fmt::format(
                "the recording does not hold the value of {}, whose name says that it is secret; "
                "record again by `fusescope record` with that value",
                *lacking));
    if (auto checked = checkInputFiles(plan); !checked)
        return checked;
    std::vector<const Variant*> onPlans;
    for (const auto& variant : plan.variants)
        if (variant.python.empty())
            onPlans.push_back(&variant);
    if (auto checked = checkOn(plan, interpreter, onPlans); !checked)
        return checked;
    for (const auto& variant : plan.variants) {
        if (variant.python.empty())
            continue;
        const auto own = probeInterpreter(variant.python);
        if (!own)
            return tl::unexpected(own.error());
        if (auto checked = checkOn(plan, *own, {&variant}); !checked)
            return checked;
    }
    return {};
}

} // namespace profiler
