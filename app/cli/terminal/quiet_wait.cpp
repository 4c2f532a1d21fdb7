// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/quiet_wait.h"

#include "app/cli/terminal/control_lines.h"
#include "app/cli/terminal/progress_view.h"
#include "app/cli/terminal/stop_signals.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/machine/quiet_watch.h"

#include <chrono>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cli {
namespace {

using namespace std::chrono_literals;

constexpr int readingsBetweenLines = 10;

/// Cores that other programs kept busy for a second; nullopt = the kernel does not tell, or `stop`
/// was requested.
std::optional<double> foreignCores(const profiler::StopRequest& stop)
{
    const auto before = profiler::readMachine(::getpid());
    for (int i = 0; i < 10 && !stop.requested(); ++i)
        std::this_thread::sleep_for(100ms);
    const auto after = profiler::readMachine(::getpid());
    return profiler::machineStateBetween(before, after, {}, {}).foreignCores;
}

profiler::Progress waitingFor(std::string text)
{
    return {.kind = profiler::ProgressKind::Waiting, .text = std::move(text)};
}

} // namespace

bool waitUntilQuiet(bool json, bool control)
{
    profiler::StopRequest stop;
    const StopSignals signals(stop);
    std::optional<ControlLines> requests;
    if (control)
        requests.emplace(std::vector<std::string> {}, stop);
    ProgressView view(progressStyle(json));
    profiler::QuietWatch watch;
    for (int i = 0; !watch.isQuiet(); ++i) {
        const auto cores = foreignCores(stop);
        if (stop.requested())
            return false;
        if (!cores) {
            view.show(waitingFor("how busy the machine is cannot be read: recording at once"));
            break;
        }
        watch.take(*cores);
        if (i % readingsBetweenLines == 0)
            view.show(waitingFor(
                fmt::format("waiting for a quiet machine: other programs use {:.1f} of {} cores",
                    watch.cores(), profiler::usableCores().value_or(1))));
    }
    view.clear();
    return true;
}

} // namespace cli
