// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/code/compile_code.h"

#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/code/python_literal.h"
#include "profiler/report/code/torch_code.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace profiler {
namespace {

std::string pythonBool(bool value)
{
    return value ? "True" : "False";
}

/// `mode="reduce-overhead", dynamic=True`: what differs from torch's defaults.
std::string keywordArguments(const CompileSettings& settings)
{
    std::string text;
    const auto add
        = [&text](const std::string& argument) { text += (text.empty() ? "" : ", ") + argument; };
    if (settings.mode && *settings.mode != "default")
        add("mode=" + pythonString(*settings.mode));
    if (settings.dynamic)
        add("dynamic=" + pythonBool(*settings.dynamic));
    if (settings.fullgraph)
        add("fullgraph=True");
    if (settings.backend && *settings.backend != "inductor")
        add("backend=" + pythonString(*settings.backend));
    nlohmann::json options = nlohmann::json::object();
    for (const auto& [name, value] : settings.options)
        options[name] = nlohmann::json::parse(value, nullptr, false);
    if (!options.empty())
        add("options=" + pythonLiteral(options));
    return text;
}

std::string compiled(const std::string& what, const std::string& arguments)
{
    return what + " = torch.compile(" + what + (arguments.empty() ? "" : ", ") + arguments + ")";
}

/// As the worker matches: `*` stays within a part of a path, `**` crosses dots.
std::string pythonPattern(const std::string& glob)
{
    std::string pattern;
    for (std::size_t i = 0; i < glob.size(); ++i) {
        const char c = glob[i];
        if (c == '*' && glob.compare(i, 2, "**") == 0) {
            pattern += ".*";
            ++i;
        } else if (c == '*') {
            pattern += "[^.]*";
        } else if (c == '?') {
            pattern += "[^.]";
        } else {
            const bool special = std::string_view(R"(.^$+{}[]\|())").find(c) != std::string::npos;
            pattern += (special ? "\\" : "") + std::string(1, c);
        }
    }
    return pythonString(pattern);
}

bool isGlob(const std::string& target)
{
    return target.find_first_of("*?") != std::string::npos;
}

bool isModule(const std::string& target)
{
    return !target.empty() && target != "step" && target != "optimizer"
        && target.find(':') == std::string::npos;
}

/// Of the modules with these paths. Not Module.compile(): it leaves torch's own modules eager.
std::string compiledModules(const std::vector<std::string>& paths, const std::string& arguments)
{
    const auto compile = compiled("module.forward", arguments);
    if (paths.size() == 1)
        return "module = model.get_submodule(" + pythonString(paths.front()) + ")\n" + compile;
    return "for name in " + pythonLiteral(paths) + ":\n    module = model.get_submodule(name)\n    "
        + compile;
}

std::string compiledPart(const std::string& target, const std::string& arguments)
{
    if (target.empty())
        return compiled("model", arguments);
    if (target == "step" || target == "optimizer")
        return compiled(target == "step" ? "step" : "optimizer.step", arguments);
    if (const auto colon = target.find(':'); colon != std::string::npos)
        return compiled(target.substr(0, colon) + "." + target.substr(colon + 1), arguments);
    if (!isGlob(target))
        return compiledModules({target}, arguments);
    return "for name, module in model.named_modules():\n    if re.fullmatch("
        + pythonPattern(target) + ", name):\n        " + compiled("module.forward", arguments);
}

/// Modules that are named one by one share a loop.
std::string compiledParts(const std::vector<CompiledPart>& parts, const CompileSettings& settings)
{
    std::string code;
    for (std::size_t i = 0; i < parts.size();) {
        const auto arguments = keywordArguments(parts[i].settings.value_or(settings));
        std::vector<std::string> paths;
        for (auto k = i; k < parts.size() && isModule(parts[k].target) && !isGlob(parts[k].target)
             && parts[k].settings == parts[i].settings;
             ++k)
            paths.push_back(parts[k].target);
        code += (code.empty() ? "" : "\n")
            + (paths.size() > 1 ? compiledModules(paths, arguments)
                                : compiledPart(parts[i].target, arguments));
        i += std::max<std::size_t>(paths.size(), 1);
    }
    return code;
}

/// What makes and opens the package, with the inputs of one case: `args`.
std::string engineCode(const Variant& variant)
{
    switch (variant.engine) {
    case Engine::AotInductor:
        return "program = torch.export.export(model, args)\n"
               "package = torch._inductor.aoti_compile_and_package(program)\n"
               "model = torch._inductor.aoti_load_package(package)\n";
    case Engine::TorchScript:
        return "model = torch.jit.freeze(torch.jit.trace(model, args))\n";
    case Engine::Exported:
        return "model = torch.export.export(model, args).module()\n";
    case Engine::Onnx:
        return "torch.onnx.export(model, args, \"model.onnx\", dynamo=True)\n"
               "session = onnxruntime.InferenceSession(\"model.onnx\")\n";
    default:
        return {};
    }
}

} // namespace

std::string compileCode(const Plan& plan, int variant)
{
    if (static_cast<std::size_t>(variant) >= plan.variants.size())
        return {};
    const auto& chosen = plan.variants[static_cast<std::size_t>(variant)];
    std::string code;
    for (const auto& [name, value] : chosen.environment)
        code += "os.environ[" + pythonString(name) + "] = " + pythonString(value)
            + "  # before torch is imported\n";
    code += codeBeforeCompile(chosen.torch);
    if (chosen.kind == VariantKind::Eager)
        return code + "model" + codeOfCalls(plan, chosen.torch);
    if (chosen.engine != Engine::TorchCompile)
        return code + engineCode(chosen);
    auto parts = chosen.parts.empty() ? plan.workload.parts : chosen.parts;
    if (parts.empty())
        parts.emplace_back();
    return code + compiledParts(parts, chosen.compile) + codeOfCalls(plan, chosen.torch);
}

} // namespace profiler
