// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/stop_signals.h"

#include <array>
#include <atomic>
#include <csignal>

namespace cli {
namespace {

// A handler reaches nothing else than globals; StopRequest is lock free, so that this is all it
// needs.
std::atomic<profiler::StopRequest*> current {nullptr};
static_assert(std::atomic<profiler::StopRequest*>::is_always_lock_free);
static_assert(std::atomic<int>::is_always_lock_free);

constexpr std::array stopping {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
std::array<struct sigaction, stopping.size() + 1> before {};

extern "C" void askToStop(int)
{
    if (auto* stop = current.load())
        stop->request();
}

} // namespace

StopSignals::StopSignals(profiler::StopRequest& stop)
{
    current = &stop;

    struct sigaction ask { };

    ask.sa_handler = askToStop;
    sigemptyset(&ask.sa_mask);
    ask.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < stopping.size(); ++i) {
        sigaction(stopping.at(i), nullptr, &before.at(i));
        const bool ignored = before.at(i).sa_handler == SIG_IGN; // as nohup wants it
        if (!ignored)
            sigaction(stopping.at(i), &ask, nullptr);
    }

    struct sigaction ignore { };

    ignore.sa_handler = SIG_IGN;
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, &before.back());
}

StopSignals::~StopSignals()
{
    for (std::size_t i = 0; i < stopping.size(); ++i)
        sigaction(stopping.at(i), &before.at(i), nullptr);
    sigaction(SIGPIPE, &before.back(), nullptr);
    current = nullptr;
}

} // namespace cli
