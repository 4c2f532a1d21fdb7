// SPDX-License-Identifier: Apache-2.0
#include "profiler/native/program.h"

#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/nativert/ModelRunnerHandle.h>
#include <torch/script.h>

#include <stdexcept>

namespace profiler::native {
namespace {

using c10::IValue;
using Values = std::vector<IValue>;

/// These programs have tensors as inputs alone; what else the call has is a constant in them.
std::vector<at::Tensor> tensorsIn(const Values& values)
{
    std::vector<at::Tensor> tensors;
    for (const auto& value : values)
        if (value.isTensor())
            tensors.push_back(value.toTensor());
    return tensors;
}

class AotInductorProgram : public Program {
public:
    explicit AotInductorProgram(const std::string& package)
        : m_loader(package)
    {
    }

    IValue run(const Values& inputs) override
    {
        // NOLINTNEXTLINE(modernize-return-braced-init-list): braces are a list of one element
        return IValue(m_loader.run(tensorsIn(inputs)));
    }

private:
    torch::inductor::AOTIModelPackageLoader m_loader;
};

class TorchScriptProgram : public Program {
public:
    TorchScriptProgram(const std::string& package, const std::string& device)
        : m_module(torch::jit::load(package, c10::Device(device)))
    {
    }

    IValue run(const Values& inputs) override
    {
        Values tensors;
        for (const auto& value : inputs)
            if (value.isTensor())
                tensors.push_back(value);
        return m_module.forward(std::move(tensors));
    }

private:
    torch::jit::Module m_module;
};

class ExportedProgram : public Program {
public:
    explicit ExportedProgram(const std::string& package)
        : m_runner(package, "model")
    {
    }

    IValue run(const Values& inputs) override
    {
        return c10::ivalue::Tuple::create(m_runner.runWithFlatInputsAndOutputs(inputs));
    }

private:
    torch::nativert::ModelRunnerHandle m_runner;
};

void collect(const IValue& value, std::vector<at::Tensor>& tensors)
{
    if (value.isTensor())
        tensors.push_back(value.toTensor());
    else if (value.isTuple())
        for (const auto& element : value.toTupleRef().elements())
            collect(element, tensors);
    else if (value.isList())
        for (const IValue& element : value.toListRef())
            collect(element, tensors);
}

} // namespace

std::unique_ptr<Program> openProgram(
    const std::string& engine, const std::string& package, const std::string& device)
{
    if (engine == "aoti")
        return std::make_unique<AotInductorProgram>(package);
    if (engine == "torchscript")
        return std::make_unique<TorchScriptProgram>(package, device);
    if (engine == "export")
        return std::make_unique<ExportedProgram>(package);
    throw std::invalid_argument("no engine '" + engine + "'");
}

std::vector<at::Tensor> tensorsOf(const IValue& result)
{
    std::vector<at::Tensor> tensors;
    collect(result, tensors);
    return tensors;
}

} // namespace profiler::native
