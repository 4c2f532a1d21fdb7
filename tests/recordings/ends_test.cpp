// SPDX-License-Identifier: Apache-2.0
// However a recorder ends, no worker and nothing that a worker started lives five seconds later.
#include "profiler/model/comparison_info.h"
#include "recording_fixture.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;

/// Living processes whose command line or environment holds the mark.
std::vector<int> processesWith(const std::string& mark)
{
    std::vector<int> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const int pid = std::atoi(entry.path().filename().c_str());
        if (pid <= 0 || pid == ::getpid())
            continue;
        for (const auto* file : {"cmdline", "environ"}) {
            std::ifstream stream(entry.path() / file);
            std::stringstream text;
            text << stream.rdbuf();
            if (text.str().find(mark) != std::string::npos) {
                found.push_back(pid);
                break;
            }
        }
    }
    return found;
}

bool waitUntil(std::chrono::seconds limit, const std::function<bool()>& reached)
{
    const auto until = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < until) {
        if (reached())
            return true;
        std::this_thread::sleep_for(50ms);
    }
    return reached();
}

class Ends : public RecordingTest {
protected:
    void SetUp() override
    {
        RecordingTest::SetUp();
        ::setenv("FUSESCOPE_TEST_MARK", mark.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }

    void TearDown() override { ::unsetenv("FUSESCOPE_TEST_MARK"); } // NOLINT

    [[nodiscard]] static Plan planWithChildren()
    {
        auto plan = planFor(model("trouble.py:children"));
        plan.protocol.rounds = 10'000;
        return plan;
    }

    /// A child process that records, and waits for the model's two children of two lanes.
    pid_t startRecorder()
    {
        const auto request = requestFor(planWithChildren());
        const pid_t recorder = ::fork();
        if (recorder == 0) {
            const auto outcome = profiler::record(request, sink, {}, stop);
            ::_exit(outcome ? 0 : 1);
        }
        EXPECT_TRUE(waitUntil(100s, [&] { return marked("time.sleep") >= 2; }));
        return recorder;
    }

    [[nodiscard]] std::size_t marked(const std::string& command = {}) const
    {
        std::size_t count = 0;
        for (const int pid : processesWith(mark)) {
            std::ifstream stream("/proc/" + std::to_string(pid) + "/cmdline");
            std::stringstream text;
            text << stream.rdbuf();
            count += text.str().find(command) != std::string::npos ? 1 : 0;
        }
        return count;
    }

    const std::string mark = "fusescope-test-" + std::to_string(::getpid());
};

TEST_F(Ends, KilledRecorderLeavesNoProcess)
{
    const pid_t recorder = startRecorder();
    ::kill(recorder, SIGKILL);
    ::waitpid(recorder, nullptr, 0);
    EXPECT_TRUE(waitUntil(5s, [&] { return marked() == 0; }))
        << marked() << " processes still live";
}

TEST_F(Ends, FinishedRecordingLeavesNoProcess)
{
    auto plan = planWithChildren();
    plan.protocol.rounds = 2;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->variantsFailed, 0) << wholeLog();
    EXPECT_TRUE(waitUntil(5s, [&] { return marked() == 0; }))
        << marked() << " processes still live";
}

TEST_F(Ends, SecondStopRequestKillsAtOnce)
{
    std::thread user([&] {
        waitUntil(100s, [&] { return marked("time.sleep") >= 2; });
        stop.request();
        stop.request();
    });
    const auto outcome = record(planWithChildren());
    user.join();
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->interrupted);
    EXPECT_EQ(data().info.status, ComparisonStatus::Partial);
    EXPECT_TRUE(waitUntil(5s, [&] { return marked() == 0; }));
}

} // namespace
} // namespace profiler
