// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/configuration_fields.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/process_record.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;

namespace {

ComparisonData exampleConfiguration()
{
    return recorded_example::recordedExample(
        {.variants = recorded_example::exampleVariants(3), .repetitions = 1, .rounds = 2});
}

void report(ComparisonData& data, int variant, const std::string& field, const std::string& value)
{
    for (auto& process : data.processes)
        if (process.start.variant == variant)
            process.environment[field] = value;
}

ConfigurationField fieldOf(const ComparisonData& data, const std::string& name)
{
    const auto fields = configurationFields(data);
    const auto found = std::ranges::find(fields, name, &ConfigurationField::field);
    EXPECT_NE(found, fields.end()) << name;
    return found == fields.end() ? ConfigurationField {} : *found;
}

TEST(ConfigurationFields, TellWhatDiffersOnPurpose)
{
    const auto data = exampleConfiguration();
    const auto mode = fieldOf(data, "compile.mode");
    EXPECT_TRUE(mode.setting);
    EXPECT_EQ(mode.words, "mode");
    EXPECT_EQ(mode.role, FieldRole::OnPurpose);
    EXPECT_EQ(mode.values.size(), 3U);
    EXPECT_EQ(mode.values[0], "") << "eager has no mode";
}

TEST(ConfigurationFields, TellAccidentsFromWhatForbidsAComparison)
{
    auto data = exampleConfiguration();
    report(data, 1, "driver", "580.1");
    report(data, 0, "driver", "580.2");
    report(data, 0, "threads", "8");
    report(data, 2, "threads", "4");
    EXPECT_EQ(fieldOf(data, "driver").role, FieldRole::Warning);
    EXPECT_EQ(fieldOf(data, "driver").roles[2], FieldRole::Unknown) << "it did not tell";
    EXPECT_EQ(fieldOf(data, "threads").role, FieldRole::Blocking);
    EXPECT_EQ(fieldOf(data, "threads").roles[2], FieldRole::Blocking);
}

TEST(ConfigurationFields, CallNothingTheSameThatSomeDidNotSay)
{
    auto data = exampleConfiguration();
    report(data, 0, "roctracer", "4.1");
    EXPECT_EQ(fieldOf(data, "roctracer").role, FieldRole::Unknown);
}

TEST(ConfigurationFields, LetAVariantsOwnVariableDiffer)
{
    auto data = exampleConfiguration();
    data.plan.variants[1].environment["TORCHINDUCTOR_FREEZING"] = "1";
    report(data, 0, "env.TORCHINDUCTOR_FREEZING", "0");
    report(data, 1, "env.TORCHINDUCTOR_FREEZING", "1");
    report(data, 2, "env.TORCHINDUCTOR_FREEZING", "0");
    EXPECT_EQ(fieldOf(data, "env.TORCHINDUCTOR_FREEZING").role, FieldRole::OnPurpose);
    EXPECT_EQ(fieldOf(data, "environment.TORCHINDUCTOR_FREEZING").role, FieldRole::OnPurpose);
}

TEST(ConfigurationFields, HavePlainLabels)
{
    auto data = exampleConfiguration();
    for (const int variant : {0, 1, 2}) {
        report(data, variant, "cpu_smt", "on");
        report(data, variant, "inputs.b32", "x 32×3×224×224 float32");
    }
    EXPECT_EQ(fieldOf(data, "cpu_smt").words, "hyper-threading (SMT)");
    EXPECT_EQ(fieldOf(data, "kind").words, "runs");
    EXPECT_EQ(fieldOf(data, "inputs.b32").values.front(), "x: f32[32,3,224,224]");
}

TEST(ConfigurationFields, NeitherBlameNorHideWhatIsNotCompared)
{
    auto data = exampleConfiguration();
    report(data, 0, "host_name", "a");
    report(data, 1, "host_name", "b");
    EXPECT_EQ(fieldOf(data, "host_name").role, FieldRole::NotCompared);
}

} // namespace
