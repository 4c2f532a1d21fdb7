// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/installation.h"
#include "scoped_variable.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

namespace {

using machine_test::ScopedVariable;
using machine_test::TemporaryFolder;

TEST(FindInstallation, SeesAnUnpackedBundle)
{
    const TemporaryFolder folder;
    folder.write("lib/fusescope/worker/main.py", "");
    folder.write("share/fusescope/agent-source/profiler/agent/agent.h", "");

    const auto found = profiler::findInstallation(folder.path() / "bin/fusescope");

    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->worker, folder.path() / "lib/fusescope/worker/main.py");
    EXPECT_EQ(found->models, folder.path() / "share/fusescope/models");
    EXPECT_EQ(found->agents, folder.path() / "lib/fusescope/agents");
    EXPECT_EQ(found->agentSource, folder.path() / "share/fusescope/agent-source");
    EXPECT_TRUE(found->collector.empty()) << "a bundle may have been built without it";
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

    const auto found = profiler::findInstallation(folder.path() / "build/dev/bin/fusescope");

    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->worker, folder.path() / "profiler/worker/main.py");
    EXPECT_EQ(found->models, folder.path() / "resources/models");
    EXPECT_EQ(found->agents, folder.path() / "build/dev/lib/agents");
    EXPECT_EQ(found->agentSource, folder.path());
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

} // namespace
