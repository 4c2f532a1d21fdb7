// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/record/doctor.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/short_child.h"
#include "profiler/record/session/plan_estimate.h"
#include "scoped_variable.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using machine_test::ScopedVariable;
using machine_test::TemporaryFolder;

/// Where the parts of an installation lie, in a folder with its program.
struct Parts {
    const char* worker;
    const char* models;
    const char* agents;
    const char* agentSource;
};

profiler::Installation expectParts(
    const TemporaryFolder& folder, const char* program, const Parts& parts)
{
    const auto found = profiler::findInstallation(folder.path() / program);
    if (!found) {
        ADD_FAILURE() << found.error().message;
        return {};
    }
    EXPECT_EQ(found->worker, folder.path() / parts.worker);
    EXPECT_EQ(found->models, folder.path() / parts.models);
    EXPECT_EQ(found->agents, folder.path() / parts.agents);
    EXPECT_EQ(found->agentSource.lexically_relative(folder.path()), parts.agentSource);
    return *found;
}

TEST(FindInstallation, SeesAnUnpackedBundle)
{
    const TemporaryFolder folder;
    folder.write("lib/fusescope/worker/main.py", "");
    folder.write("share/fusescope/agent-source/profiler/agent/agent.h", "");

    const auto found = expectParts(folder, "bin/fusescope",
        {.worker = "lib/fusescope/worker/main.py",
            .models = "share/fusescope/models",
            .agents = "lib/fusescope/agents",
            .agentSource = "share/fusescope/agent-source"});
    EXPECT_TRUE(found.collector.empty()) << "a bundle may have been built without it";
}

TEST(FindInstallation, FindsTheCollectorBesideTheAgents)
{
    const TemporaryFolder folder;
    folder.write("lib/fusescope/worker/main.py", "");
    const auto shipped = folder.write("lib/fusescope/libfusescope_collector.so", "");
    EXPECT_EQ(profiler::findInstallation(folder.path() / "bin/fusescope")->collector, shipped);

    const TemporaryFolder tree;
    tree.write("profiler/worker/main.py", "");
    const auto built = tree.write("build/dev/lib/libfusescope_collector.so", "");
    EXPECT_EQ(
        profiler::findInstallation(tree.path() / "build/dev/bin/fusescope")->collector, built);
}

TEST(FindInstallation, KnowsThatABundleMayShipNoAgentSources)
{
    const TemporaryFolder folder;
    folder.write("lib/fusescope/worker/main.py", "");

    EXPECT_TRUE(profiler::findInstallation(folder.path() / "bin/fusescope")->agentSource.empty());
}

TEST(FindInstallation, SeesASourceTreeAboveTheBuildFolder)
{
    const TemporaryFolder folder;
    folder.write("profiler/worker/main.py", "");

    expectParts(folder, "build/dev/bin/fusescope",
        {.worker = "profiler/worker/main.py",
            .models = "resources/models",
            .agents = "build/dev/lib/agents",
            .agentSource = "."});
}

TEST(FindInstallation, SaysWhatToDoWhenTheProgramWasMovedAlone)
{
    const TemporaryFolder folder;

    const auto found = profiler::findInstallation(folder.path() / "bin/fusescope");

    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, profiler::ErrorKind::NotFound);
    EXPECT_NE(found.error().message.find("install Fusescope whole"), std::string::npos);
}

TEST(FindInstallation, KeepsBuiltAgentsInTheUsersCacheFolder)
{
    const TemporaryFolder folder;
    folder.write("lib/fusescope/worker/main.py", "");
    const ScopedVariable cache("XDG_CACHE_HOME", "/somewhere/cache");

    EXPECT_EQ(profiler::findInstallation(folder.path() / "bin/fusescope")->agentCache,
        "/somewhere/cache/fusescope/agents");
}

using profiler::Check;
using profiler::checkLoad;
using profiler::CheckState;
using testing::HasSubstr;

const Check* named(const std::vector<Check>& checks, const std::string& name)
{
    const auto found = std::find_if(
        checks.begin(), checks.end(), [&](const Check& check) { return check.name == name; });
    return found == checks.end() ? nullptr : &*found;
}

TEST(Doctor, NamesEverythingThatARecordingNeeds)
{
    const auto checks = profiler::runDoctor(profiler::findInstallation().value(), FUSESCOPE_PYTHON);

    for (const auto* name :
        {"interpreter", "torch", "c_compiler", "openssl", "python_headers", "device", "cupti",
            "collector", "agent", "bytecode", "disk", "memory", "load", "pressure", "cpu_clock"}) {
        const auto* check = named(checks, name);
        ASSERT_NE(check, nullptr) << name;
        EXPECT_FALSE(check->sentence.empty()) << name;
    }
    EXPECT_EQ(named(checks, "torch")->state, CheckState::Ok);
    EXPECT_TRUE(std::is_sorted(checks.begin(), checks.end(),
        [](const Check& one, const Check& other) { return one.state > other.state; }));
}

TEST(Doctor, SaysWhetherTheCollectorIsThere)
{
    auto installation = profiler::findInstallation().value();
    installation.collector = "/some/libfusescope_collector.so";
    EXPECT_EQ(named(profiler::runDoctor(installation, FUSESCOPE_PYTHON), "collector")->sentence,
        "/some/libfusescope_collector.so");

    installation.collector.clear();
    const auto checks = profiler::runDoctor(installation, FUSESCOPE_PYTHON);
    EXPECT_THAT(named(checks, "collector")->sentence, HasSubstr("this build"));
}

TEST(Doctor, PutsAMissingInterpreterFirst)
{
    const auto checks = profiler::runDoctor({}, "/no/python");

    EXPECT_EQ(checks.front().name, "interpreter");
    EXPECT_EQ(checks.front().state, CheckState::Stops);
    EXPECT_THAT(checks.front().sentence, HasSubstr("/no/python"));
    EXPECT_NE(named(checks, "disk"), nullptr) << "the machine is looked at nevertheless";
}

TEST(Doctor, PutsAnInterpreterWithoutTorchFirst)
{
    const TemporaryFolder folder;
    const auto checks = profiler::runDoctor({}, folder.writePython("python", "empty"));

    EXPECT_EQ(checks.front().name, "torch");
    EXPECT_EQ(checks.front().state, CheckState::Stops);
}

TEST(Doctor, LimitsRecordingsWithoutWhatInductorCalls)
{
    const TemporaryFolder folder;
    const ScopedVariable chosen("CXX", nullptr);
    const ScopedVariable path("PATH", folder.path().c_str());
    const auto checks = profiler::runDoctor({}, "/no/python");

    EXPECT_EQ(named(checks, "c_compiler")->state, CheckState::Limits);
    EXPECT_THAT(named(checks, "c_compiler")->remedy, HasSubstr("g++"));
    EXPECT_EQ(named(checks, "openssl")->state, CheckState::Limits);
    EXPECT_THAT(named(checks, "openssl")->remedy, HasSubstr("openssl"));
}

TEST(Doctor, SaysWhenADiskIsUnknown)
{
    EXPECT_EQ(profiler::checkMachine("/no/such/folder").front().state, CheckState::Limits);
}

using namespace std::chrono_literals;

TEST(ShortChild, HandsBackBothStreamsAndTheExitCode)
{
    const auto output
        = profiler::runShortChild({"/bin/sh", "-c", "echo out; echo error >&2; exit 3"}, 1min);

    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ(output->standardOutput, "out\n");
    EXPECT_EQ(output->standardError, "error\n");
    EXPECT_EQ(output->exitCode, 3);
}

TEST(ShortChild, ReadsMoreThanAPipeHolds)
{
    const auto output = profiler::runShortChild(
        {"/bin/sh", "-c", "head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"}, 1min);

    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ(output->standardOutput.size(), 1'000'000U);
    EXPECT_EQ(output->standardError.size(), 1'000'000U);
}

TEST(ShortChild, CountsASignalAsAShellDoes)
{
    const auto output = profiler::runShortChild({"/bin/sh", "-c", "kill -9 $$"}, 1min);

    ASSERT_TRUE(output) << output.error().message;
    EXPECT_EQ(output->exitCode, 128 + 9);
}

TEST(ShortChild, EndsAProgramThatTakesTooLongAndItsChildren)
{
    // The sleeper holds the pipe: were it left alone, the call would last a minute.
    const auto output = profiler::runShortChild({"/bin/sh", "-c", "sleep 60 & wait"}, 100ms);

    ASSERT_FALSE(output);
    EXPECT_NE(output.error().message.find("no answer within"), std::string::npos);
}

TEST(ShortChild, NamesAProgramThatIsNotThere)
{
    const auto output = profiler::runShortChild({"/no/such/program"}, 1min);

    ASSERT_FALSE(output);
    EXPECT_NE(output.error().message.find("/no/such/program"), std::string::npos);
}

using profiler::estimatePlan;
using profiler::Plan;

Plan plan(profiler::Effort effort)
{
    Plan made;
    made.cases = {{}};
    made.variants
        = {{.name = "eager"}, {.name = "default", .kind = profiler::VariantKind::Compiled}};
    made.protocol = profiler::protocolFor(effort);
    return made;
}

TEST(EstimatePlan, PutsAQuickComparisonAtSomeMinutes)
{
    const auto estimate = estimatePlan(plan(profiler::Effort::Quick));

    EXPECT_GT(estimate.low, 30s);
    EXPECT_LT(estimate.high, 6min);
    EXPECT_LT(estimate.low, estimate.high);
    EXPECT_LT(estimate.firstResult, 2min);
    EXPECT_LT(estimate.firstResult, estimate.high);
    // cold: eager 1, compiled 1 + 1; paired: 3 of each; trace, which also compares results: one of
    // each
    EXPECT_EQ(estimate.processes, 3 + 6 + 2);
    EXPECT_GT(estimate.diskBytes, 100'000);
}

TEST(EstimatePlan, CountsProcessesOfTheCheckOnADevice)
{
    auto onDevice = plan(profiler::Effort::Quick);
    onDevice.numeric.device = "cuda:0";
    const auto estimate = estimatePlan(onDevice);
    EXPECT_EQ(estimate.processes, 3 + 6 + 3 + 2) << "eager in fp64, too";
    EXPECT_GT(estimate.check, 0s);
    EXPECT_EQ(estimatePlan(plan(profiler::Effort::Quick)).check, 0s);
}

TEST(EstimatePlan, PutsALookAtAQuarterOfAQuickComparison)
{
    const auto look = estimatePlan(plan(profiler::Effort::Look));

    EXPECT_EQ(look.processes, 2);
    EXPECT_LT(look.low * 4, estimatePlan(plan(profiler::Effort::Quick)).low);
    EXPECT_EQ(look.rounds, 0s);
}

TEST(EstimatePlan, GrowsWithEffortVariantsAndCases)
{
    const auto quick = estimatePlan(plan(profiler::Effort::Quick));
    EXPECT_GT(estimatePlan(plan(profiler::Effort::Normal)).low, quick.low);

    auto more = plan(profiler::Effort::Quick);
    more.variants.push_back({.name = "tuned",
        .kind = profiler::VariantKind::Compiled,
        .compile = {.mode = "max-autotune"}});
    EXPECT_GT(estimatePlan(more).low, quick.low);

    auto cases = plan(profiler::Effort::Quick);
    cases.cases.push_back({.name = "other"});
    EXPECT_GT(estimatePlan(cases).low, quick.low);
    const auto together = estimatePlan(cases);
    cases.protocol.casesApart = true;
    EXPECT_EQ(estimatePlan(cases).processes, 2 * together.processes);
}

TEST(EstimatePlan, KnowsThatEagerBackendsCompileNoCode)
{
    auto fast = plan(profiler::Effort::Quick);
    fast.variants[1].compile.backend = "aot_eager";

    EXPECT_LT(estimatePlan(fast).high, estimatePlan(plan(profiler::Effort::Quick)).high);
}

TEST(EstimatePlan, StaysUnderTheTimeLimitWherePossible)
{
    auto limited = plan(profiler::Effort::Thorough);
    limited.protocol.totalTimeLimit = 1min;
    const auto estimate = estimatePlan(limited);

    EXPECT_EQ(estimate.high, estimate.low) << "the least number of repetitions is run anyway";
}

TEST(MachineLoad, SaysHowMuchLongerARecordingTakes)
{
    const auto busy = checkLoad("16.20 9.01 4.00 17/310 4242", 2);
    EXPECT_EQ(busy.state, CheckState::Limits);
    EXPECT_EQ(busy.sentence,
        "load 16.2 on 2 cores: expect about 9 times as long, and small differences to stay "
        "undecided");
    EXPECT_THAT(busy.remedy, HasSubstr("--when-quiet"));
    EXPECT_EQ(checkLoad("0.10 0.90 2.00 1/310 4242", 2).sentence, "load 0.1 on 2 cores");
    EXPECT_EQ(checkLoad("0.10 0.90 2.00 1/310 4242", 2).state, CheckState::Ok);
    EXPECT_EQ(checkLoad("8.00 8.00 8.00 1/310 4242", 64).state, CheckState::Ok);
    EXPECT_EQ(checkLoad("1.00 1.00 1.00 1/310 4242", 2).sentence,
        "load 1.0 on 2 cores: expect small differences to stay undecided");
    EXPECT_EQ(checkLoad(std::nullopt, 2).state, CheckState::Limits);
    EXPECT_EQ(checkLoad("", 2).state, CheckState::Limits);
}

} // namespace
