// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/code/python_literal.h"
#include "profiler/report/code/torch_code.h"
#include "profiler/report/sentences/verdict_sentence.h"

#include <nlohmann/json.hpp>
#include <string_view>

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

std::string compiledPart(const std::string& target, const std::string& arguments)
{
    if (target.empty())
        return compiled("model", arguments);
    if (target == "step" || target == "optimizer")
        return compiled(target == "step" ? "step" : "optimizer.step", arguments);
    if (const auto colon = target.find(':'); colon != std::string::npos)
        return compiled(target.substr(0, colon) + "." + target.substr(colon + 1), arguments);
    if (target.find_first_of("*?[") == std::string::npos)
        return "model.get_submodule(" + pythonString(target) + ").compile(" + arguments + ")";
    return "for name, module in model.named_modules():\n"
           "    if fnmatch.fnmatchcase(name, "
        + pythonString(target) + "):\n        module.compile(" + arguments + ")";
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
    auto parts = chosen.parts.empty() ? plan.workload.parts : chosen.parts;
    if (parts.empty())
        parts.emplace_back();
    for (const auto& part : parts)
        code += compiledPart(part.target, keywordArguments(part.settings.value_or(chosen.compile)))
            + "\n";
    code.pop_back();
    return code + codeOfCalls(plan, chosen.torch);
}

} // namespace profiler
