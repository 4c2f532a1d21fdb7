// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/silence_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <ctime>
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
    EXPECT_THAT(watch.answered(start + 20s).value_or(""), HasSubstr("it answered after 20 s"));
}

TEST(SilenceWatch, CountsSilenceFromTheLastWord)
{
    const Sleeper sleeper;
    SilenceWatch watch;
    watch.asked(10min, start);
    watch.heard(start + 30s);
    EXPECT_FALSE(watch.look(sleeper.pid(), start + 80s));
    EXPECT_FALSE(watch.look(sleeper.pid(), start + 92s)) << "whether it computes is not known yet";
    EXPECT_EQ(watch.look(sleeper.pid(), start + 100s).value_or(""),
        "its process " + std::to_string(sleeper.pid())
            + " has said nothing for 70 s and uses no CPU time");
    EXPECT_THAT(watch.cause(sleeper.pid(), start + 10min), HasSubstr("it waits"));
}

TEST(SilenceWatch, SaysWhenItIsEndedInTheSecondHalfOfItsTime)
{
    const Sleeper sleeper;
    SilenceWatch watch;
    watch.asked(10min, start);
    EXPECT_FALSE(watch.look(sleeper.pid(), start + 299s));
    EXPECT_THAT(watch.look(sleeper.pid(), start + 360s).value_or(""),
        HasSubstr("uses no CPU time; without an answer it is ended in 4 min"));
}

/// Keeps a core busy for some hundredths of a second.
void compute()
{
    const auto until = ::clock() + CLOCKS_PER_SEC / 10;
    while (::clock() < until) { }
}

TEST(SilenceWatch, IsPatientWithOneThatComputes)
{
    SilenceWatch watch;
    watch.asked(1h, start);
    EXPECT_FALSE(watch.look(::getpid(), start + 61s));
    compute();
    EXPECT_FALSE(watch.look(::getpid(), start + 70s));
    compute();
    EXPECT_EQ(watch.look(::getpid(), start + 200s).value_or(""),
        "it has computed for 3 min without an answer");
}

TEST(SilenceWatch, KnowsThatACompilerWorksForIt)
{
    SilenceWatch watch;
    watch.asked(1h, start);
    EXPECT_FALSE(watch.look(::getpid(), start + 61s));
    const int child = ::fork();
    if (child == 0) {
        compute();
        compute();
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    EXPECT_EQ(watch.look(::getpid(), start + 200s).value_or(""),
        "a program that it started, such as a compiler, has run for up to 3 min");
}

TEST(SilenceWatch, KnowsNoStateOfAProcessThatIsGone)
{
    EXPECT_FALSE(processState(-1));
    EXPECT_EQ(processState(::getpid()), 'R');
}

} // namespace
} // namespace profiler
