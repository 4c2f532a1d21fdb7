// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/device_kind.h"
#include "profiler/record/machine/described_device.h"
#include "profiler/record/machine/device_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

const std::vector<std::string> nvidia {
    "cpu", "cuda:0 NVIDIA H200 (GPU-1)", "cuda:1 NVIDIA H200 (GPU-2)"};
const std::vector<std::string> amd {"cpu", "hip:0 AMD Instinct MI300X (abc)"};
const std::vector<std::string> apple {"cpu", "mps:0 Apple M3"};

} // namespace

TEST(DescribedDevice, IsFoundByTheNameThatAPlanHas)
{
    EXPECT_EQ(describedDevice(nvidia, "cuda:1"), &nvidia[2]);
    EXPECT_EQ(describedDevice(nvidia, "cuda"), &nvidia[1]);
    EXPECT_EQ(describedDevice(nvidia, "cuda:2"), nullptr);
    EXPECT_EQ(describedDevice(nvidia, "hip:0"), nullptr);
    EXPECT_EQ(describedDevice(apple, "mps"), &apple[1]);
}

TEST(DescribedDevice, OfRocmIsHipAndCudaAsWell)
{
    EXPECT_EQ(describedDevice(amd, "hip:0"), &amd[1]);
    EXPECT_EQ(describedDevice(amd, "cuda:0"), &amd[1]);
    EXPECT_EQ(lockNameOf("cuda:0", amd), lockNameOf("hip:0", amd)) << "one lock for one device";
    EXPECT_EQ(lockNameOf("hip:0", amd), "abc");
    EXPECT_EQ(lockNameOf("mps", apple), "mps:0");
}

TEST(DescribedDevice, ThatIsNotThereIsTold)
{
    EXPECT_THAT(whyNoDevice(nvidia, "xpu:0"), HasSubstr("sees no xpu device, only cpu, cuda:0"));
    EXPECT_THAT(whyNoDevice(nvidia, "cuda:7"),
        HasSubstr(
            "sees cpu, cuda:0 NVIDIA H200 (GPU-1), cuda:1 NVIDIA H200 (GPU-2), and no cuda:7"));
    EXPECT_THAT(whyNoDevice(nvidia, "hip:0"), HasSubstr("sees no hip device"));
    EXPECT_THAT(whyNoDevice({"cpu"}, "cuda:0"), HasSubstr("sees no cuda device, only cpu"));
}

TEST(KnownDevices, AreEachNamedByTheirOwnWordAlone)
{
    for (const auto& traits : knownDevices()) {
        const auto word = std::string(traits.word);
        const auto* const found = deviceTraits(word == "cpu" || word == "mps" ? word : word + ":0");
        ASSERT_NE(found, nullptr) << word;
        EXPECT_EQ(found->kind, traits.kind);
        EXPECT_THAT(knownDeviceList(), HasSubstr(word));
    }
    EXPECT_EQ(deviceTraits("cuda"), nullptr) << "a plan names which one";
}
