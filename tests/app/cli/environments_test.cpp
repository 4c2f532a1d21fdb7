// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

using namespace cli;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

/// A configuration folder of its own.
class EnvironmentList : public ::testing::Test {
protected:
    void SetUp() override { setenv("XDG_CONFIG_HOME", m_folder.path().c_str(), 1); }

    void TearDown() override { unsetenv("XDG_CONFIG_HOME"); }

    const tests::TemporaryFolder m_folder;
};

} // namespace

TEST_F(EnvironmentList, IsEmptyBeforeTheFirstOne)
{
    EXPECT_EQ(environmentsPath(), m_folder / "fusescope/environments.json");
    EXPECT_THAT(loadEnvironments(environmentsPath()).value(), IsEmpty());
}

TEST_F(EnvironmentList, ComesBackAsStored)
{
    const std::vector<Environment> environments {{.name = "nightly",
        .python = "/v/bin/python",
        .pythonVersion = "3.12.1",
        .torchVersion = "2.12.0",
        .cudaVersion = "13.0"}};
    ASSERT_TRUE(storeEnvironments(environmentsPath(), environments).has_value());
    EXPECT_EQ(loadEnvironments(environmentsPath()).value(), environments);
    EXPECT_EQ(resolvePython("nightly").value(), "/v/bin/python");
}

TEST_F(EnvironmentList, OtherWordsAreProgramsAndPaths)
{
    EXPECT_EQ(resolvePython("python3.12").value(), "python3.12");
    EXPECT_EQ(resolvePython("/v/bin/python").value(), "/v/bin/python");
    EXPECT_EQ(resolvePython("v/bin/../bin/python").value(),
        (std::filesystem::current_path() / "v/bin/python").string());
    EXPECT_EQ(resolvePython("").value(), "");
}

TEST_F(EnvironmentList, RefusesAFileThatIsSomethingElse)
{
    std::filesystem::create_directories(environmentsPath().parent_path());
    for (const auto* text : {"", "[]", "{}", "{\"environments\":1}", "no"}) {
        std::ofstream(environmentsPath()) << text;
        const auto loaded = loadEnvironments(environmentsPath());
        ASSERT_FALSE(loaded.has_value()) << text;
        EXPECT_THAT(loaded.error().message, HasSubstr("is no list of environments"));
    }
}

TEST_F(EnvironmentList, WritingNeverReplacesADatabase)
{
    const auto file = m_folder / "a.fscope";
    std::ofstream(file) << "SQLite format 3 and more";
    const auto written = writeFile(file, "text");
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().message, HasSubstr("is not overwritten"));
    EXPECT_EQ(readFile(file).value(), "SQLite format 3 and more");
}

TEST_F(EnvironmentList, AnUnwritablePlaceIsNamed)
{
    const auto written = writeFile(m_folder / "none/x", "text");
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().message, HasSubstr("none/x: No such file or directory"));
}
