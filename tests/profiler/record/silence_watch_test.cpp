// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/silence_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// A process that sleeps until the test ends.
class Sleeper {
public:
    Sleeper()
        : m_pid(::fork())
    {
        if (m_pid == 0) {
            ::pause();
            ::_exit(0);
        }
        while (state() != 'S') // it has begun to sleep
            std::this_thread::sleep_for(1ms);
    }

    Sleeper(const Sleeper&) = delete;
    Sleeper& operator=(const Sleeper&) = delete;
    Sleeper(Sleeper&&) = delete;
    Sleeper& operator=(Sleeper&&) = delete;

    ~Sleeper()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }

    void stop() const
    {
        ::kill(m_pid, SIGSTOP);
        ::waitpid(m_pid, nullptr, WUNTRACED);
    }

    [[nodiscard]] int pid() const { return m_pid; }

private:
    /// As /proc tells it, behind the name in brackets.
    [[nodiscard]] char state() const
    {
        std::ifstream file("/proc/" + std::to_string(m_pid) + "/stat");
        std::string text;
        std::getline(file, text);
        const auto bracket = text.rfind(')');
        return bracket == std::string::npos || bracket + 2 >= text.size() ? '?' : text[bracket + 2];
    }

    int m_pid;
};

const SilenceWatch::Clock::time_point start(1h);

TEST(SilenceWatch, SaysNothingOfACompileOfAMinute)
{
    const Sleeper sleeper;
    SilenceWatch watch;
    watch.asked(30min, start);
    for (auto time = 1s; time < 60s; time += 1s)
        EXPECT_FALSE(watch.look(sleeper.pid(), start + time));
    EXPECT_FALSE(watch.answered(start + 60s));
}

TEST(SilenceWatch, SaysSoonThatAProcessWasStopped)
{
    const Sleeper sleeper;
    sleeper.stop();
    SilenceWatch watch;
    watch.asked(30min, start);
    EXPECT_FALSE(watch.look(sleeper.pid(), start + 1s));
    EXPECT_THAT(watch.look(sleeper.pid(), start + 3s).value_or(""),
        testing::AllOf(HasSubstr("stopped (SIGSTOP)"),
            HasSubstr("kill -CONT " + std::to_string(sleeper.pid())), HasSubstr("30 min")));
    EXPECT_FALSE(watch.look(sleeper.pid(), start + 4s)) << "not every second";
    EXPECT_THAT(watch.look(sleeper.pid(), start + 13s).value_or(""), HasSubstr("at least 10 s"));
    EXPECT_THAT(watch.answered(start + 20s).value_or(""), HasSubstr("goes on, after 20 s"));
}

TEST(SilenceWatch, CountsSilenceFromTheLastWord)
{
    const Sleeper sleeper;
    SilenceWatch watch;
    watch.asked(10min, start);
    watch.heard(start + 30s);
    EXPECT_FALSE(watch.look(sleeper.pid(), start + 80s));
    EXPECT_THAT(watch.look(sleeper.pid(), start + 100s).value_or(""),
        testing::AllOf(HasSubstr("has not answered for 70 s"), HasSubstr("it sleeps"),
            HasSubstr("it is ended in")));
    EXPECT_THAT(watch.cause(sleeper.pid(), start + 10min), HasSubstr("it sleeps"));
}

TEST(SilenceWatch, KnowsNoStateOfAProcessThatIsGone)
{
    EXPECT_FALSE(processState(-1));
    EXPECT_EQ(processState(::getpid()), 'R');
}

} // namespace
} // namespace profiler
