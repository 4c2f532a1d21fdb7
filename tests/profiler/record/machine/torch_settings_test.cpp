// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/torch_settings.h"
#include "tests/profiler/record/machine/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace machine_test {
namespace {

using testing::HasSubstr;

TEST(TorchDefaults, AreThoseOfTheInterpretersTorch)
{
    const auto settings = profiler::torchDefaults(FUSESCOPE_PYTHON);
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(settings->at("torch._dynamo.config.suppress_errors"), "False");
    EXPECT_EQ(settings->at("torch._inductor.config.epilogue_fusion"), "True");
    EXPECT_EQ(settings->at("torch._functorch.config.functionalize_rng_ops"), "False");
    for (const auto& [name, value] : *settings)
        EXPECT_EQ(value.find('/'), std::string::npos) << name << " is a place: " << value;
}

TEST(TorchDefaults, AreReadBehindWhatPackagesPrint)
{
    const TemporaryFolder folder;
    const auto python = folder.writeProgram(
        "python", "#!/bin/sh\necho 'a banner {'\necho '{\"torch.x\": \"1\", \"torch.y\": 2}'\n");
    const auto settings = profiler::torchDefaults(python);
    ASSERT_TRUE(settings) << settings.error().message;
    EXPECT_EQ(*settings, (std::map<std::string, std::string> {{"torch.x", "1"}}));
}

TEST(TorchDefaults, SaysWhoDoesNotTellThem)
{
    const TemporaryFolder folder;
    const auto silent
        = profiler::torchDefaults(folder.writeProgram("python", "#!/bin/sh\nexit 3\n"));
    ASSERT_FALSE(silent);
    EXPECT_THAT(silent.error().message, HasSubstr("does not tell the settings of its torch"));
    EXPECT_THAT(silent.error().message, HasSubstr("exit code 3"));
    EXPECT_FALSE(profiler::torchDefaults(folder.path() / "none"));
}

} // namespace
} // namespace machine_test
