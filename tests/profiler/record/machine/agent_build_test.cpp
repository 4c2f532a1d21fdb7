// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/agent_build.h"
#include "profiler/record/machine/short_child.h"
#include "scoped_variable.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace {

namespace fs = std::filesystem;
using machine_test::ScopedVariable;
using machine_test::TemporaryFolder;
using profiler::buildAgent;
using testing::HasSubstr;

/// A torch and a compiler that only pretend: each run of the compiler appends a line to `runs`.
class BuildAgent : public testing::Test {
protected:
    void SetUp() override
    {
        folder.write("source/profiler/agent/agent.cpp", "int main;");
        for (const char* shared :
            {"model/clocks.h", "model/device_call.h", "model/facts/process_facts.h",
                "model/facts/utc_time.h", "model/plan.h", "model/trace.h", "model/trace_columns.h",
                "spool/spool_format.h", "spool/spool_writer.cpp", "spool/spool_writer.h"})
            folder.write(std::string("source/profiler/") + shared, "");
        useCompiler("echo run >>'" + (folder.path() / "runs").string()
            + "'\nwhile [ \"$1\" != -o ]; do shift; done\necho built >\"$2\"\n");
    }

    void useCompiler(const std::string& body)
    {
        const auto compiler = folder.writeProgram("compiler", "#!/bin/sh\n" + body);
        chosen.set(compiler.c_str());
    }

    [[nodiscard]] std::ptrdiff_t compilerRuns() const
    {
        std::ifstream runs(folder.path() / "runs");
        std::ptrdiff_t count = 0;
        for (std::string line; std::getline(runs, line);)
            ++count;
        return count;
    }

    TemporaryFolder folder;
    ScopedVariable chosen {"CXX", nullptr};
    profiler::Interpreter interpreter {.path = "/usr/bin/python3",
        .torchVersion = "2.12.1",
        .torchMinor = "2.12",
        .torchRoot = folder.path() / "torch",
        .torchHeaders = true};
    profiler::Installation installation {.agentSource = folder.path() / "source",
        .agents = folder.path() / "agents",
        .agentCache = folder.path() / "cache"};
};

TEST_F(BuildAgent, KeepsWhatItBuilt)
{
    EXPECT_TRUE(profiler::findAgent(interpreter, installation).empty());

    const auto built = buildAgent(interpreter, installation);

    ASSERT_TRUE(built) << built.error().message;
    EXPECT_EQ(built->filename(), "fusescope_agent_2.12.so");
    EXPECT_EQ(*buildAgent(interpreter, installation), *built);
    EXPECT_EQ(profiler::findAgent(interpreter, installation), *built);
    EXPECT_EQ(compilerRuns(), 1);
}

TEST_F(BuildAgent, BuildsAgainForOtherSourcesOrAnotherTorch)
{
    const auto first = buildAgent(interpreter, installation).value();
    folder.write("source/profiler/agent/agent.cpp", "int other;");
    const auto second = buildAgent(interpreter, installation).value();
    interpreter.torchVersion = "2.12.2";
    const auto third = buildAgent(interpreter, installation).value();

    EXPECT_NE(first, second);
    EXPECT_NE(second, third);
    EXPECT_EQ(compilerRuns(), 3);
}

TEST_F(BuildAgent, BuildsOnceForManyBuildersAtATime)
{
    std::vector<std::thread> builders;
    for (int i = 0; i < 4; ++i)
        builders.emplace_back([this] { EXPECT_TRUE(buildAgent(interpreter, installation)); });
    for (auto& builder : builders)
        builder.join();

    EXPECT_EQ(compilerRuns(), 1);
}

TEST_F(BuildAgent, LeavesNothingBehindWhenTheCompilerFails)
{
    useCompiler("echo 'agent.cpp:3: error: no such header' >&2\nexit 1\n");

    const auto built = buildAgent(interpreter, installation);

    ASSERT_FALSE(built);
    EXPECT_THAT(built.error().message, HasSubstr("agent.cpp:3: error: no such header"));
    EXPECT_TRUE(profiler::findAgent(interpreter, installation).empty());
}

TEST_F(BuildAgent, SaysWhyThereIsNone)
{
    auto bare = installation;
    bare.agentSource.clear();
    EXPECT_THAT(buildAgent(interpreter, bare).error().message, HasSubstr("nor the sources"));

    chosen.set("/no/compiler");
    const ScopedVariable path("PATH", folder.path().c_str());
    EXPECT_THAT(buildAgent(interpreter, installation).error().message, HasSubstr("install g++"));

    interpreter.torchHeaders = false;
    EXPECT_THAT(buildAgent(interpreter, installation).error().message, HasSubstr("no C++ headers"));
}

TEST_F(BuildAgent, PrefersAShippedOne)
{
    const auto shipped = folder.write("agents/fusescope_agent_2.12.so", "");

    EXPECT_EQ(*profiler::provideAgent(interpreter, installation), shipped);
    EXPECT_EQ(compilerRuns(), 0);
}

TEST(BuildRealAgent, MakesOneThatTorchLoads)
{
    const TemporaryFolder folder;
    const auto interpreter = profiler::probeInterpreter(FUSESCOPE_PYTHON).value();
    const auto built = buildAgent(
        interpreter, {.agentSource = FUSESCOPE_SOURCE_DIR, .agentCache = folder.path()});
    ASSERT_TRUE(built) << built.error().message;

    const auto loaded = profiler::runShortChild(
        {FUSESCOPE_PYTHON, "-c",
            "import ctypes, sys, torch\nagent = ctypes.PyDLL(sys.argv[1])\n"
            "agent.agent_torch_version.restype = ctypes.c_char_p\n"
            "print(agent.agent_torch_version().decode())",
            built->string()},
        std::chrono::minutes(2));
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_EQ(loaded->standardOutput, interpreter.torchMinor + "\n") << loaded->standardError;
}

} // namespace
