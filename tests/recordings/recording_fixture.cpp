// SPDX-License-Identifier: Apache-2.0
#include "recording_fixture.h"

#include <algorithm>
#include <cstdlib>

namespace profiler {

void RecordingTest::SetUp()
{
    ::setenv("OMP_NUM_THREADS", "1", 1); // NOLINT(concurrency-mt-unsafe): before any thread
}

Plan RecordingTest::planFor(const std::string& spec)
{
    Plan plan;
    plan.workload.spec = spec;
    plan.workload.workingDirectory = FUSESCOPE_SOURCE_DIR "/tests/recordings";
    plan.variants = {{.name = "eager"},
        {.name = "graphs", .kind = VariantKind::Compiled, .compile = {.backend = "eager"}}};
    plan.numeric.threads = 1;
    plan.protocol = shortProtocol(3);
    plan.protocol.warmUpTimeLimit = std::chrono::seconds(1);
    return plan;
}

std::string RecordingTest::model(const std::string& fileAndCallable)
{
    return FUSESCOPE_SOURCE_DIR "/tests/recordings/models/" + fileAndCallable;
}

RecordRequest RecordingTest::requestFor(const Plan& plan)
{
    static const auto interpreter = probeInterpreter(FUSESCOPE_PYTHON);
    static const auto installation = findInstallation();
    EXPECT_TRUE(interpreter && installation);
    return {.plan = plan,
        .interpreter = interpreter.value_or(Interpreter {}),
        .installation = installation.value_or(Installation {}),
        .command = "a test",
        .toolVersion = "0"};
}

Result<RecordOutcome> RecordingTest::record(const Plan& plan)
{
    return RecordingInMemory::record(requestFor(plan));
}

bool RecordingTest::logHolds(const std::string& text) const
{
    return wholeLog().find(text) != std::string::npos;
}

std::string RecordingTest::wholeLog() const
{
    std::string log;
    for (const auto& line : sink.log())
        log += line.text + "\n";
    return log;
}

} // namespace profiler
