// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/short_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

using profiler::shortNames;
using ::testing::ElementsAre;
using ::testing::SizeIs;

namespace {

/// Kernels of real traces: the second column of the table.
std::vector<std::string> realNames()
{
    std::ifstream file(FUSESCOPE_SOURCE_DIR "/tests/data/kernel_classes.tsv");
    std::vector<std::string> names;
    for (std::string line; std::getline(file, line);)
        names.push_back(line.substr(line.find('\t') + 1));
    return names;
}

} // namespace

TEST(ShortNames, LeaveReturnTypeNamespacesAndParametersOut)
{
    EXPECT_THAT(
        shortNames({"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float, "
                    "c10::Half>(int, float const*)",
            "aten::native_layer_norm", "triton_red_fused_add_native_layer_norm_7",
            "ampere_sgemm_32x128_tn"}),
        ElementsAre("vectorized_layer_norm_kernel<float, Half>", "aten::native_layer_norm",
            "triton_red_fused_add_native_layer_norm_7", "ampere_sgemm_32x128_tn"));
}

TEST(ShortNames, KeepTheFirstWordAndTheLastArgumentOfLongOnes)
{
    const auto shortened = shortNames({"void at::native::vectorized_templated_kernel<4, "
                                       "at::native::CUDAFunctor_add<c10::BFloat16> >(int)"},
        32);
    EXPECT_THAT(shortened, ElementsAre("vectorized_templ…add<BFloat16> >"));
}

TEST(ShortNames, OfTwoNamesNeverBecomeEqual)
{
    const std::string head(40, 'a');
    const std::string tail(40, 'z');
    const std::vector<std::string> names {head + "1" + tail, head + "2" + tail,
        "a::kernel<int>(int)", "b::kernel<int>(int)", "a::kernel<int>(float)", "void a::f(int)",
        "int a::f(int)", ""};
    const auto shortened = shortNames(names);
    EXPECT_THAT(std::set(shortened.begin(), shortened.end()), SizeIs(names.size()));
}

TEST(ShortNames, AreToldApartWithinTheirLength)
{
    // All of these begin and end alike: a table that cuts what is longer would show them as one.
    const auto named = [](const std::string& what) {
        return "void split_embedding_backward_codegen_rowwise_adagrad_unweighted_kernel_" + what
            + "_1<float, float, float, 5ul>(int)";
    };
    const std::vector<std::string> names {named("cta_per_row"), named("warp_per_row"),
        named("warp_per_table"), named("cta_per_row_and_a_name_that_is_long_by_itself_for_once")};
    const auto shortened = shortNames(names);
    EXPECT_THAT(std::set(shortened.begin(), shortened.end()), SizeIs(names.size()));
    for (const auto& name : shortened) {
        EXPECT_LE(name.size(), 44U + 2 * 2) << name; // each … has three bytes
        EXPECT_TRUE(name.starts_with("split_embeddin")) << name;
    }
}

TEST(ShortNames, OfRealKernelsDifferAndMostAreShort)
{
    const auto names = realNames();
    ASSERT_GT(names.size(), 200U);
    const auto shortened = shortNames(names);
    EXPECT_THAT(std::set(shortened.begin(), shortened.end()), SizeIs(names.size()));
    EXPECT_LT(
        std::ranges::count_if(shortened, [](const std::string& name) { return name.size() > 48; }),
        static_cast<std::ptrdiff_t>(names.size() / 6));
}

TEST(ShortNames, CutNoCharacterInTwo)
{
    std::string name;
    for (int i = 0; i < 40; ++i)
        name += "é";
    for (std::size_t most = 8; most < 20; ++most) {
        const auto shortened = shortNames({name}, most).front();
        std::size_t letters = 0;
        for (std::size_t at = 0; at < shortened.size();
             at += shortened.compare(at, 3, "…") == 0 ? 3 : 2)
            ++letters;
        EXPECT_GT(letters, 2U);
        EXPECT_EQ((shortened.size() - 3) % 2, 0U) << shortened;
    }
}
