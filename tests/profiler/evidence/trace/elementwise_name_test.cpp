// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/elementwise_name.h"
#include "profiler/evidence/trace/short_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using profiler::elementwiseName;
using profiler::shortNames;

namespace {

// As CUPTI tells them, of torch 2.6 to 2.11.
constexpr auto add = "void at::native::vectorized_elementwise_kernel<4, "
                     "at::native::CUDAFunctor_add<c10::BFloat16>, "
                     "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, "
                     "std::array<char*, 3ul>)";
constexpr auto multiply
    = "void at::native::elementwise_kernel<128, 4, "
      "at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, "
      "c10::BFloat16, at::native::binary_internal::MulFunctor<float> > "
      ">(at::TensorIteratorBase&, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, "
      "c10::BFloat16, at::native::binary_internal::MulFunctor<float> > "
      "const&)::{lambda(int)#1}>(int, at::native::X)";
constexpr auto copy
    = "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda("
      "at::TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda()#7}::operator()() "
      "const::{lambda(float)#1}, std::array<char*, 2ul>, 4, TrivialOffsetCalculator<1, unsigned "
      "int>, TrivialOffsetCalculator<1, unsigned int>, at::native::memory::LoadWithCast<1>, "
      "at::native::memory::StoreWithCast<1> >(int)";
constexpr auto silu
    = "void at::native::vectorized_elementwise_kernel<8, at::native::(anonymous "
      "namespace)::silu_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() "
      "const::{lambda()#6}::operator()() const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> "
      ">(int)";
constexpr auto masked
    = "void at::native::elementwise_kernel_manual_unroll<128, 8, "
      "at::native::gpu_kernel_impl_nocast<at::native::(anonymous "
      "namespace)::masked_fill_kernel(at::TensorIterator&, c10::Scalar "
      "const&)::{lambda()#1}::operator()() const::{lambda()#12}::operator()() "
      "const::{lambda(c10::BFloat16, bool)#1}>(at::TensorIteratorBase&)::{lambda(int, "
      "bool)#1}>(int)";

} // namespace

TEST(ElementwiseName, IsOperationTypeAndHowItReads)
{
    EXPECT_EQ(elementwiseName(add), "add<bf16> ×4");
    EXPECT_EQ(elementwiseName(multiply), "mul<bf16> strided ×4");
    EXPECT_EQ(elementwiseName(copy), "copy<f32> unrolled ×4");
    EXPECT_EQ(elementwiseName(silu), "silu<bf16> ×8");
    EXPECT_EQ(elementwiseName(masked), "masked_fill<bf16> strided, unrolled ×8");
}

TEST(ElementwiseName, IsOfNoOtherKernel)
{
    for (const auto* name : {"", "void", "triton_poi_fused_add_0", "aten::add",
             "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float> >()",
             "void at::native::vectorized_elementwise_kernel", "elementwise_kernel<",
             "elementwise_kernel<1, 2", "elementwise_kernel<1, 2, >",
             "vectorized_elementwise_kernel<4>"})
        EXPECT_EQ(elementwiseName(name), std::nullopt) << name;
}

TEST(ElementwiseName, BearsNestingWithoutEnd)
{
    std::string deep = "elementwise_kernel<1, 2, ";
    for (int i = 0; i < 10'000; ++i)
        deep += "gpu_kernel_impl<";
    EXPECT_NO_THROW(static_cast<void>(elementwiseName(deep)));
    EXPECT_NO_THROW(static_cast<void>(elementwiseName(deep + std::string(10'000, '>'))));
}

TEST(ShortNames, OfElementwiseKernelsStayApart)
{
    std::string other = add;
    other.replace(other.rfind("3ul"), 3, "4ul"); // only the parameters differ
    const auto names = shortNames({add, other, multiply});
    EXPECT_NE(names[0], names[1]);
    EXPECT_EQ(names[2], "mul<bf16> strided ×4");
}
