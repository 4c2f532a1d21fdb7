// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/worker_messages.h"
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
#include <random>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace profiler;

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

constexpr auto setupText
    = R"({"done":"setup","phases":[{"phase":"import","wall_ns":5,"cpu_ns":4}],"environment":{"torch":"2.11","threads":1},
"memory":[{"phase":"build","case":null,"host_peak_bytes":7}],"agent":{"used":false,"reason":"none"},"notices":[],
"cases":[{"name":"a","inputs":[{"name":"x","shape":[8,3],"dtype":"float32"}],"items":8,"sets":2}]})";

TEST(WorkerReplies, ReadSetup)
{
    const auto reply = setupReplyFrom(setupText);
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->phases.at(0).cpu, nanoseconds(4));
    EXPECT_EQ(reply->environment.at("threads"), "1") << "numbers are kept as text";
    EXPECT_EQ(reply->memory.at(0).hostPeakBytes, 7);
    EXPECT_FALSE(reply->memory.at(0).devicePeakBytes) << "not told is not zero";
    EXPECT_EQ(reply->agentReason, "none");
    EXPECT_EQ(reply->cases.at(0).sets, 2);
    EXPECT_EQ(reply->cases.at(0).value.inputs.at(0).shape, (std::vector<std::int64_t> {8, 3}));
}

TEST(WorkerReplies, ReadEventsAndComplaints)
{
    const auto event = messageFrom(
        R"({"event":"graph_break","id":"gb0059","reason":"print","file":"m.py","line":12,"case":1})");
    ASSERT_TRUE(event);
    const auto& fact = std::get<GraphBreakFact>(std::get<WorkerEvent>(*event));
    EXPECT_EQ(fact.id, "gb0059");
    EXPECT_EQ(fact.line, 12);
    EXPECT_EQ(fact.caseIndex, 1);
    const auto complaint = messageFrom(
        R"({"error":{"class":"unsupported","sentence":"no","exception":"E","stage":"warmup","case":0}})");
    ASSERT_TRUE(complaint);
    EXPECT_EQ(std::get<WorkerComplaint>(*complaint).errorClass, "unsupported");
    EXPECT_TRUE(std::holds_alternative<UnknownMessage>(*messageFrom(R"({"event":"new"})")));
}

TEST(WorkerReplies, ReadSourcesWithinTheirBounds)
{
    const auto event = messageFrom(
        R"json({"event":"source","file":"m.py","line":12,"first_line":10,"text":"a\nb\nc",)json"
        R"json("frames":[{"file":"l.py","line":3,"function":"f","text":"g()","library":true}]})json");
    ASSERT_TRUE(event) << event.error().message;
    const auto& fact = std::get<SourceFact>(std::get<WorkerEvent>(*event));
    EXPECT_EQ(fact.firstLine, 10);
    EXPECT_EQ(fact.text, "a\nb\nc");
    ASSERT_EQ(fact.frames.size(), 1U);
    EXPECT_TRUE(fact.frames[0].library);
    const std::string large = R"({"event":"source","file":"m.py","line":1,"text":")"
        + std::string(longestSource + 1, 'x') + R"("})";
    EXPECT_FALSE(messageFrom(large)) << "an excerpt is never so large";
    std::string deep = R"({"event":"source","file":"m.py","line":1,"text":"","frames":[{})";
    for (std::size_t i = 0; i < mostSourceFrames; ++i)
        deep += ",{}";
    EXPECT_FALSE(messageFrom(deep + "]}"));
}

TEST(WorkerReplies, NameTheFirstOffence)
{
    const auto errorOf
        = [](const auto& reply) { return reply ? std::string("accepted") : reply.error().message; };
    EXPECT_THAT(
        errorOf(blockReplyFrom(R"({"spool":{"offset":0,"calls":1}})")), HasSubstr("start_utc_ns"));
    EXPECT_THAT(errorOf(blockReplyFrom(R"({"start_utc_ns":1,"wall_ns":1,"compile_count":0})")),
        HasSubstr("spool"));
    EXPECT_THAT(
        errorOf(warmUpReplyFrom(
            R"({"spool":{"offset":0,"calls":2},"start_utc_ns":1,"compile_count":0,"compiled":[2]})")),
        HasSubstr("compiled"));
    EXPECT_THAT(errorOf(proofReplyFrom(R"({"compile_count":0,"regions":{"0/0":-1}})")),
        HasSubstr("regions"));
    EXPECT_THAT(errorOf(compareReplyFrom(R"({"numerics":[{"role":"wrong"}]})")), HasSubstr("role"));
    EXPECT_THAT(errorOf(setupReplyFrom(R"({"cases":[]})")), HasSubstr("cases"));
    EXPECT_THAT(
        errorOf(blockReplyFrom(
            R"({"spool":{"offset":18446744073709551615,"calls":1},"start_utc_ns":1,"wall_ns":1,"compile_count":0})")),
        HasSubstr("offset"));
    EXPECT_THAT(errorOf(messageFrom("[1,2]")), HasSubstr("object"));
    EXPECT_THAT(errorOf(messageFrom("{}")), HasSubstr("neither"));
}

TEST(WorkerReplies, KeepOfMetricsOnlyWhatIsKnown)
{
    const auto message = messageFrom(R"({"event": "compile", "compile_id": "0/0", "metrics_json": )"
                                     R"("{\"guard_count\": 3, \"hostname\": \"SECRET\"}"})");
    ASSERT_TRUE(message);
    const auto& fact = std::get<CompileFact>(std::get<WorkerEvent>(*message));
    EXPECT_EQ(fact.metricsJson, R"({"guard_count":3})");
}

TEST(WorkerReplies, StandAnyDamage)
{
    std::mt19937 generator(1);
    for (int i = 0; i < 20'000; ++i) {
        std::string text = setupText;
        for (int changes = 0; changes < 3; ++changes)
            text[generator() % text.size()] = static_cast<char>(generator() % 256);
        text.resize(text.size() - generator() % 20);
        // No crash is what is asked; an answer may still be a good one.
        if (const auto reply = setupReplyFrom(text)) {
            EXPECT_FALSE(reply->cases.empty());
        }
        EXPECT_FALSE(messageFrom(text).has_value() && text.empty());
    }
}

TEST(WorkerReplies, DropWhatIsNestedTooDeep)
{
    const std::string deep(1'000'000, '[');
    EXPECT_FALSE(messageFrom(deep));
    EXPECT_FALSE(messageFrom(R"({"done":"x","a":)" + deep + std::string(1'000'000, ']')));
}

} // namespace
