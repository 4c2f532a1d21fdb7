// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/worker_process.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

WorkerCommand shell(const std::string& script)
{
    return {.program = "/bin/sh", .arguments = {"-c", script}};
}

/// All that comes out of a descriptor until its end, or for two seconds.
std::string readAll(int fd)
{
    std::string text;
    std::array<char, 4096> buffer {};
    pollfd wait {.fd = fd, .events = POLLIN};
    while (::poll(&wait, 1, 2000) > 0) {
        const auto got = ::read(fd, buffer.data(), buffer.size());
        if (got <= 0)
            break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    return text;
}

bool lives(int pid)
{
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string number;
    std::string name;
    std::string state;
    return stat >> number >> name >> state && state != "Z";
}

bool diesWithin(int pid, std::chrono::milliseconds limit)
{
    const auto until = std::chrono::steady_clock::now() + limit;
    while (lives(pid) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(10ms);
    return !lives(pid);
}

TEST(WorkerProcess, GivesOutputEnvironmentAndExitCode)
{
    auto command = shell("echo out $OWN $PWD; echo err >&2; read line || echo no input; exit 3");
    command.environment = {{"OWN", "value"}};
    command.directory = "/usr";
    auto process = WorkerProcess::start(command);
    ASSERT_TRUE(process) << process.error().message;
    EXPECT_EQ(readAll(process->standardOutput()), "out value /usr\nno input\n");
    EXPECT_EQ(readAll(process->standardError()), "err\n");
    const auto end = process->waitForExit(5s);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->sentence(), "exited with code 3");
}

TEST(WorkerProcess, InheritsTheControlSocketAndNothingElse)
{
    auto process = WorkerProcess::start(shell("ls /proc/self/fd | tr '\\n' ' '"));
    ASSERT_TRUE(process);
    // The listing itself needs one more, which takes the lowest free number: 4.
    EXPECT_EQ(readAll(process->standardOutput()), "0 1 2 3 4 ");
}

TEST(WorkerProcess, NamesTheSignal)
{
    auto process = WorkerProcess::start(shell("kill -SEGV $$"));
    ASSERT_TRUE(process);
    const auto end = process->waitForExit(5s);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->sentence(), "was killed by SIGSEGV");
}

TEST(WorkerProcess, SaysWhyAProgramDoesNotStart)
{
    const auto missing = WorkerProcess::start({.program = "/nowhere/python"});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("/nowhere/python"));
    EXPECT_THAT(missing.error().message, HasSubstr("No such file"));
    auto command = shell("true");
    command.directory = "/nowhere";
    const auto nowhere = WorkerProcess::start(command);
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().kind, ErrorKind::BadInput);
}

/// A worker with a child, an orphaned grandchild, and one in a session of its own, which all ignore
/// polite signals; their numbers are printed.
constexpr auto familyScript = "trap '' TERM HUP INT; sleep 1000 & echo $!; "
                              "sh -c 'sleep 1000 & echo $!'; "
                              "setsid sh -c 'echo $$; exec sleep 1000' & sleep 1000 & wait";

std::vector<int> readNumbers(int fd, std::size_t count)
{
    std::string text;
    pollfd wait {.fd = fd, .events = POLLIN};
    std::array<char, 256> buffer {};
    while (static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) < count
        && ::poll(&wait, 1, 5000) > 0) {
        const auto got = ::read(fd, buffer.data(), buffer.size());
        if (got <= 0)
            break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    std::vector<int> numbers;
    std::istringstream stream(text);
    for (int number = 0; stream >> number;)
        numbers.push_back(number);
    return numbers;
}

TEST(WorkerProcess, KillsAllThatTheWorkerStarted)
{
    auto process = WorkerProcess::start(shell(familyScript));
    ASSERT_TRUE(process);
    const auto family = readNumbers(process->standardOutput(), 3);
    ASSERT_EQ(family.size(), 3U);
    const int worker = process->pid();
    EXPECT_EQ(process->kill().sentence(), "was killed by SIGKILL");
    EXPECT_TRUE(diesWithin(worker, 1s));
    for (const int pid : family)
        EXPECT_TRUE(diesWithin(pid, 1s)) << pid;
}

TEST(WorkerProcess, KillsWhatAnEndedWorkerLeft)
{
    auto process = WorkerProcess::start(
        shell("setsid sh -c 'echo $$; exec sleep 1000' & sleep 0.2; exit 0"));
    ASSERT_TRUE(process);
    const auto left = readNumbers(process->standardOutput(), 1);
    ASSERT_EQ(left.size(), 1U);
    const auto end = process->waitForExit(5s);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->sentence(), "exited with code 0");
    EXPECT_TRUE(diesWithin(left[0], 1s));
}

TEST(WorkerProcess, DiesWithItsRecorder)
{
    std::array<int, 2> numbers {};
    ASSERT_EQ(::pipe(numbers.data()), 0);
    const pid_t recorder = ::fork();
    if (recorder == 0) {
        auto process = WorkerProcess::start(shell(familyScript));
        for (const int pid : readNumbers(process->standardOutput(), 3))
            ::dprintf(numbers[1], "%d\n", pid);
        ::pause();
        ::_exit(0);
    }
    const auto family = readNumbers(numbers[0], 3);
    ASSERT_EQ(family.size(), 3U);
    ::kill(recorder, SIGKILL);
    ::waitpid(recorder, nullptr, 0);
    for (const int pid : family)
        EXPECT_TRUE(diesWithin(pid, 5s)) << pid;
    ::close(numbers[0]);
    ::close(numbers[1]);
}

} // namespace
} // namespace profiler
