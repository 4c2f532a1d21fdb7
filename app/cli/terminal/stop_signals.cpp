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
    sigset_t wanted;
    sigemptyset(&wanted);
    for (std::size_t i = 0; i < stopping.size(); ++i) {
        const int signal = stopping.at(i);
        sigaction(signal, nullptr, &before.at(i));
        // Ignored by nohup, SIGHUP stays so. A shell starts what runs in its background with SIGINT
        // and SIGQUIT ignored; who sends one of these to this process means it.
        if (signal == SIGHUP && before.at(i).sa_handler == SIG_IGN)
            continue;
        sigaction(signal, &ask, nullptr);
        sigaddset(&wanted, signal);
    }
    pthread_sigmask(SIG_UNBLOCK, &wanted, nullptr);

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
