// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/doctor.h"

#include "profiler/model/goal.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/record/machine/agent_build.h"
#include "profiler/record/machine/described_device.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace profiler {
namespace {

namespace fs = std::filesystem;

/// version.py of a build for Intel's devices or Apple's says nothing of them.
std::string builtFor(const Interpreter& interpreter)
{
    if (!interpreter.hipVersion.empty())
        return "for ROCm " + interpreter.hipVersion;
    if (interpreter.torchVersion.ends_with("+xpu"))
        return "for Intel's devices";
    return interpreter.cudaVersion.empty() ? "for the CPU" : "for CUDA " + interpreter.cudaVersion;
}

Check checkTorch(const Interpreter& interpreter)
{
    Check check {.name = "torch"};
    if (const auto usable = checkInterpreter(interpreter); !usable) {
        check.state = CheckState::Stops;
        check.sentence = usable.error().message;
        return check;
    }
    check.sentence = fmt::format("torch {} ({})", interpreter.torchVersion, builtFor(interpreter));
    return check;
}

Check checkProgram(
    const char* name, const fs::path& program, const char* otherwise, const char* remedy)
{
    if (!program.empty())
        return {.name = name, .sentence = program.string()};
    return {.name = name, .state = CheckState::Limits, .sentence = otherwise, .remedy = remedy};
}

/// Inductor compiles C++ for the CPU, Triton compiles the launchers of its kernels.
Check checkCompiler()
{
    return checkProgram("c_compiler", findCompiler(),
        "no C++ compiler: backend inductor will fail; eager, aot_eager and cudagraphs work",
        "apt-get install g++");
}

/// Inductor's cache of precompiled headers runs `openssl sha512`, seen in torch 2.9 and 2.11.
Check checkOpenssl()
{
    return checkProgram("openssl", findProgram("openssl"),
        "no program openssl: Inductor calls it when it compiles for the CPU and will fail",
        "apt-get install openssl");
}

Check checkPythonHeaders(const Interpreter& interpreter)
{
    if (interpreter.pythonHeaders)
        return {.name = "python_headers", .sentence = "Python.h is there"};
    const auto minor = interpreter.pythonVersion.substr(0, interpreter.pythonVersion.rfind('.'));
    return {.name = "python_headers",
        .state = CheckState::Limits,
        .sentence
        = fmt::format("Python.h of {} is missing: what Inductor and Triton compile includes it",
            interpreter.path.string()),
        .remedy = fmt::format("apt-get install python{}-dev", minor)};
}

/// In an image of a container it may be missing: there torch was imported in 10 s instead of 1.5 s.
Check checkBytecode(const Interpreter& interpreter)
{
    if (interpreter.keepsBytecode)
        return {
            .name = "bytecode", .sentence = "torch's modules are compiled once for all processes"};
    return {.name = "bytecode",
        .state = CheckState::Limits,
        .sentence = "torch's modules are not compiled, and this environment keeps no bytecode: "
                    "every process of a recording compiles them anew, some 10 s each",
        .remedy = "unset PYTHONDONTWRITEBYTECODE; export PYTHONPYCACHEPREFIX=/tmp/pycache"};
}

bool driverIsLoaded()
{
    std::error_code error;
    return fs::exists("/proc/driver/nvidia/version", error);
}

Check checkDevice(const Interpreter& interpreter, const TorchCapabilities& torch)
{
    Check check {.name = "device"};
    const auto gpus = std::vector<std::string>(
        torch.devices.begin() + std::min<std::ptrdiff_t>(1, std::ssize(torch.devices)),
        torch.devices.end());
    if (!gpus.empty()) {
        check.sentence = fmt::format("{}", fmt::join(gpus, "; "));
        return check;
    }
    if (driverIsLoaded()) {
        check.state = CheckState::Limits;
        check.sentence = interpreter.cudaVersion.empty()
            ? "an NVIDIA driver is loaded, but this torch was built for the CPU"
            : fmt::format("an NVIDIA driver is loaded, but torch for CUDA {} sees no device",
                interpreter.cudaVersion);
        check.remedy = interpreter.cudaVersion.empty()
            ? "install torch with CUDA: https://pytorch.org/get-started/locally"
            : "compare `nvidia-smi` with torch's CUDA version, look at CUDA_VISIBLE_DEVICES, or "
              "update the driver";
        return check;
    }
    check.sentence = "no GPU on this machine: recordings run on the CPU";
    return check;
}

/// What of a recording a device does not give, where there is one of that kind.
void checkWhatDevicesLack(const TorchCapabilities& torch, std::vector<Check>& checks)
{
    for (const auto& traits : knownDevices()) {
        const bool here
            = std::ranges::find(torch.devices, traits.word, wordOfDevice) != torch.devices.end();
        if (traits.kind == DeviceKind::Cpu || !here)
            continue;
        for (const auto& [what, why] : {std::pair {"kernels", traits.noKernels},
                 std::pair {"peaks of its memory", traits.noMemoryPeaks},
                 std::pair {"CUDA graphs", traits.noGraphs},
                 std::pair {"clocks and power", traits.noClocks}})
            if (!why.empty())
                checks.push_back({.name = "device_" + std::string(traits.word),
                    .state = CheckState::Limits,
                    .sentence = fmt::format("no {} of {}: {}", what, traits.word, why)});
    }
}

bool hasCudaDevice(const TorchCapabilities& torch)
{
    return std::ranges::find(torch.devices, "cuda", wordOfDevice) != torch.devices.end();
}

Check checkCupti(const Interpreter& interpreter, const TorchCapabilities& torch)
{
    if (!hasCudaDevice(torch))
        return {.name = "cupti", .sentence = "not needed without a GPU of NVIDIA"};
    if (!interpreter.cupti.empty())
        return {.name = "cupti", .sentence = interpreter.cupti.string()};
    const auto major = interpreter.cudaVersion.substr(0, interpreter.cudaVersion.find('.'));
    return {.name = "cupti",
        .state = CheckState::Limits,
        .sentence
        = "no libcupti in this environment: kernels cannot be traced, latencies can be measured",
        .remedy = fmt::format("{} -m pip install nvidia-cuda-cupti{}", interpreter.path.string(),
            major == "12" ? "-cu12" : "")};
}

Check checkCollector(const Installation& installation, const TorchCapabilities& torch)
{
    if (!installation.collector.empty())
        return {.name = "collector", .sentence = installation.collector.string()};
    if (!hasCudaDevice(torch))
        return {.name = "collector",
            .sentence = "not in this build, and not needed without a GPU of NVIDIA"};
    return {.name = "collector",
        .state = CheckState::Limits,
        .sentence = "this build has no collector: kernels cannot be traced, latencies can be "
                    "measured",
        .remedy = "use the released bundle, or build where CUPTI's headers are"};
}

Check checkAgent(const Interpreter& interpreter, const Installation& installation)
{
    Check check {.name = "agent"};
    if (const auto agent = findAgent(interpreter, installation); !agent.empty()) {
        check.sentence = agent.string();
        return check;
    }
    if (installation.agentSource.empty() || findCompiler().empty() || !interpreter.torchHeaders) {
        check.state = CheckState::Limits;
        check.sentence
            = fmt::format("no agent for torch {} is here and none can be built: Python times the "
                          "calls, and that compiled regions ran cannot be proved",
                interpreter.torchMinor);
        check.remedy = findCompiler().empty() ? "apt-get install g++" : "";
        return check;
    }
    check.sentence
        = fmt::format("none for torch {} yet; the first recording builds it in some seconds",
            interpreter.torchMinor);
    return check;
}

/// Everything that asks the imported torch.
void checkCapabilities(
    const Installation& installation, const Interpreter& interpreter, std::vector<Check>& checks)
{
    const auto torch = probeTorch(interpreter);
    if (!torch) {
        checks.push_back({.name = "torch_import",
            .state = CheckState::Stops,
            .sentence = torch.error().message,
            .remedy = fmt::format("{} -c 'import torch'", interpreter.path.string())});
        return;
    }
    checks.push_back(checkDevice(interpreter, *torch));
    checkWhatDevicesLack(*torch, checks);
    checks.push_back(checkCupti(interpreter, *torch));
    checks.push_back(checkCollector(installation, *torch));
}

void checkPython(
    const Installation& installation, const fs::path& python, std::vector<Check>& checks)
{
    const auto interpreter = probeInterpreter(python);
    if (!interpreter) {
        checks.push_back({.name = "interpreter",
            .state = CheckState::Stops,
            .sentence = interpreter.error().message});
        return;
    }
    checks.push_back({.name = "interpreter",
        .sentence
        = fmt::format("Python {} at {}", interpreter->pythonVersion, interpreter->path.string())});
    checks.push_back(checkTorch(*interpreter));
    if (checks.back().state == CheckState::Stops)
        return;
    checkCapabilities(installation, *interpreter, checks);
    checks.push_back(checkPythonHeaders(*interpreter));
    checks.push_back(checkBytecode(*interpreter));
    checks.push_back(checkAgent(*interpreter, installation));
}

} // namespace

std::vector<Check> runDoctor(const Installation& installation, const fs::path& python)
{
    std::vector<Check> checks;
    checkPython(installation, python, checks);
    checks.push_back(checkCompiler());
    checks.push_back(checkOpenssl());
    // Compile caches, spools and the library's database are written below the user's folders.
    const auto machine = checkMachine(fs::temp_directory_path());
    checks.insert(checks.end(), machine.begin(), machine.end());
    std::stable_sort(checks.begin(), checks.end(),
        [](const Check& one, const Check& other) { return one.state > other.state; });
    return checks;
}

} // namespace profiler
