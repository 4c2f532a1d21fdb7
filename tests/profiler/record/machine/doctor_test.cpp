// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/doctor.h"
#include "scoped_variable.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using machine_test::ScopedVariable;
using machine_test::TemporaryFolder;
using profiler::Check;
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

    for (const auto* name : {"interpreter", "torch", "c_compiler", "openssl", "python_headers",
             "device", "cupti", "collector", "agent", "disk", "memory", "pressure", "cpu_clock"}) {
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

} // namespace
