// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/device.h"

#include "profiler/agent/agent.h"

#include <torch/version.h>

#include <c10/core/impl/DeviceGuardImplInterface.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/util/Exception.h>
#include <utility>

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): the preprocessor alone can make it a literal
#define FUSESCOPE_TEXT_OF(number) #number
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage)
#define FUSESCOPE_MINOR_VERSION(major, minor) FUSESCOPE_TEXT_OF(major) "." FUSESCOPE_TEXT_OF(minor)

namespace profiler::agent {

namespace {

/// The agent is one per process and called with the GIL held, as the calls of its C ABI are.
struct State {
    std::optional<c10::Device> device;
    std::string error;
};

State& state()
{
    static State instance;
    return instance;
}

c10::Device resolved(const std::string& name)
{
    c10::Device device(name);
    if (device.is_cpu())
        return device;
    if (!c10::impl::hasDeviceGuardImpl(device.type()))
        throw std::runtime_error("this torch was built without " + name);
    const c10::impl::VirtualGuardImpl guard(device.type());
    const int count = guard.deviceCount(); // NOLINT(bugprone-signed-char-misuse): of torch's type
    if (!device.has_index() && count > 0)
        device = guard.getDevice();
    if (device.index() < 0 || device.index() >= count)
        throw std::runtime_error(
            name + " is not there: torch sees " + std::to_string(count) + " such devices");
    return device;
}

} // namespace

std::optional<c10::Device> chosenDevice()
{
    return state().device;
}

void synchronise()
{
    const auto& device = state().device;
    if (!device)
        return;
    c10::impl::getDeviceGuardImpl(device->type())->synchronizeDevice(device->index());
}

std::string describe(const std::exception& error)
{
    if (const auto* torchError = dynamic_cast<const c10::Error*>(&error))
        return torchError->what_without_backtrace();
    return error.what();
}

void holdError(std::string sentence)
{
    state().error = std::move(sentence);
}

} // namespace profiler::agent

int agent_abi(void)
{
    return FUSESCOPE_AGENT_ABI;
}

const char* agent_torch_version(void)
{
    return FUSESCOPE_MINOR_VERSION(TORCH_VERSION_MAJOR, TORCH_VERSION_MINOR);
}

int agent_set_device(const char* device)
{
    using namespace profiler::agent;
    try {
        const auto chosen = resolved(device);
        state().device = chosen.is_cpu() ? std::nullopt : std::optional(chosen);
        return 0;
    } catch (const std::exception& error) {
        holdError(describe(error));
        return -1;
    }
}

const char* agent_last_error(void)
{
    return profiler::agent::state().error.c_str();
}
