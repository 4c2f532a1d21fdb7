// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/code/torch_code.h"

#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/code/python_literal.h"

namespace profiler {

namespace {

std::string configured(const std::string& module, const JsonTextByName& settings)
{
    std::string code;
    for (const auto& [name, value] : settings)
        code.append(module).append(name).append(" = ").append(pythonLiteral(value)).append("\n");
    return code;
}

/// "cuda.flash_sdp" is switched by a function, torch.backends.cuda.enable_flash_sdp.
std::string switched(const std::string& name, const std::string& value)
{
    if (!name.ends_with("_sdp"))
        return configured("torch.backends.", {{name, value}});
    const auto last = name.rfind('.') + 1; // 0 without a dot
    return "torch.backends." + name.substr(0, last) + "enable_" + name.substr(last) + "("
        + pythonLiteral(value) + ")\n";
}

std::string fenced(const std::string& fence)
{
    if (const auto colon = fence.find(':'); colon != std::string::npos) {
        const auto name = fence.substr(0, colon) + "." + fence.substr(colon + 1);
        return name + " = torch.compiler.disable(" + name + ")\n";
    }
    const auto module = "model.get_submodule(" + pythonString(fence) + ")";
    return module + ".forward = torch.compiler.disable(" + module + ".forward)\n";
}

std::string formatName(const TorchSettings& torch)
{
    return torch.memoryFormat == "contiguous" ? "torch.contiguous_format"
                                              : "torch." + torch.memoryFormat;
}

std::string deviceType(const Plan& plan)
{
    return plan.numeric.device.substr(0, plan.numeric.device.find(':'));
}

} // namespace

std::string codeBeforeCompile(const TorchSettings& torch)
{
    std::string code;
    for (const auto& [name, value] : torch.backends)
        code += switched(name, value);
    if (torch.tf32)
        for (const auto* owner : {"cuda.matmul", "cudnn"})
            code += std::string("torch.backends.") + owner
                + ".allow_tf32 = " + (*torch.tf32 ? "True\n" : "False\n");
    if (torch.deterministic)
        code += std::string("torch.use_deterministic_algorithms(")
            + (*torch.deterministic ? "True" : "False") + ")\n";
    if (torch.threads)
        code += "torch.set_num_threads(" + std::to_string(*torch.threads) + ")\n";
    if (!torch.matmulPrecision.empty())
        code += "torch.set_float32_matmul_precision(" + pythonString(torch.matmulPrecision) + ")\n";
    code += configured("torch._dynamo.config.", torch.dynamo)
        + configured("torch._inductor.config.", torch.inductor);
    if (torch.evalMode)
        code += "model.eval()\n";
    if (!torch.dtype.empty())
        code += "model = model.to(torch." + torch.dtype + ")\n";
    if (!torch.memoryFormat.empty())
        code += "model = model.to(memory_format=" + formatName(torch) + ")\n";
    for (const auto& fence : torch.fences)
        code += fenced(fence);
    return code;
}

std::string codeOfCalls(const Plan& plan, const TorchSettings& torch)
{
    std::string code;
    for (const auto& each : torch.markDynamic)
        code += "\ntorch._dynamo.mark_dynamic(" + each.input + ", " + std::to_string(each.dimension)
            + ")  # before the first call";
    if (!torch.dtype.empty())
        code += "\nx = x.to(torch." + torch.dtype + ")  # each floating input";
    if (!torch.memoryFormat.empty())
        code += "\nx = x.contiguous(memory_format=" + formatName(torch)
            + ")  # each input of four dimensions";
    if (!torch.gradMode.empty())
        code += "\n# calls under "
            + (torch.gradMode == "grad" ? std::string("torch.enable_grad()")
                                        : "torch." + torch.gradMode + "()");
    if (torch.autocast == "off")
        code += "\n# without torch.autocast";
    else if (!torch.autocast.empty())
        code += "\nwith torch.autocast(" + pythonString(deviceType(plan)) + ", dtype=torch."
            + torch.autocast + "):\n    y = model(x)";
    return code;
}

} // namespace profiler
