// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/kernel_class.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace profiler;

/// One name for each function in 25 public traces of V100, A100, H100, B200, MI250 and MI300, put
/// into classes by hand.
TEST(KernelClass, KnowsEveryKernelOfTheTableOfRealNames)
{
    std::ifstream file(FUSESCOPE_SOURCE_DIR "/tests/data/kernel_classes.tsv");
    std::string line;
    int rows = 0;
    for (; std::getline(file, line); ++rows) {
        const auto tab = line.find('\t');
        const auto name = line.substr(tab + 1);
        EXPECT_EQ(workKindName(kernelClassOf(name)), line.substr(0, tab)) << name;
    }
    EXPECT_GT(rows, 200);
}

TEST(KernelClass, TakesATemplateOfInductorForWhatItIsATemplateOf)
{
    EXPECT_EQ(kernelClassOf("triton_poi_fused_add_relu_0"), WorkKind::Fused);
    EXPECT_EQ(kernelClassOf("triton_red_fused_native_layer_norm_3"), WorkKind::Fused);
    EXPECT_EQ(kernelClassOf("triton_tem_fused_addmm_relu_1"), WorkKind::Matmul);
}

TEST(KernelClass, LooksAtTheFunctionBeforeItsArguments)
{
    EXPECT_EQ(kernelClassOf("void at::native::vectorized_elementwise_kernel<4, "
                            "at::native::mse_loss_functor, std::array<char*, 2ul> >(int)"),
        WorkKind::Elementwise);
    EXPECT_EQ(kernelClassOf("void cutlass::Kernel2<cutlass_80_wmma_tensorop_bf16_s161616>(Params)"),
        WorkKind::Matmul);
    EXPECT_EQ(
        kernelClassOf("fbgemm_gpu::_offsets_range_cuda_kernel<long>(int)"), WorkKind::Elementwise);
}

TEST(KernelClass, TellsCommunicationEmbeddingAndOptimizerFromCopies)
{
    EXPECT_EQ(kernelClassOf("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgs)"),
        WorkKind::Communication);
    EXPECT_EQ(
        kernelClassOf("rcclGenericKernel<1, false>(ncclDevKernelArgs)"), WorkKind::Communication);
    EXPECT_EQ(kernelClassOf("void vllm::cross_device_reduce_1stage<__hip_bfloat16, 8>(void*)"),
        WorkKind::Communication);
    EXPECT_EQ(
        kernelClassOf("void at::native::(anonymous namespace)::indexSelectLargeIndex<float>()"),
        WorkKind::Copy);
    EXPECT_EQ(kernelClassOf("void at::native::embedding_backward_kernel<float>(int)"),
        WorkKind::Embedding);
    EXPECT_EQ(kernelClassOf("void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long*)"),
        WorkKind::Elementwise)
        << "it looks nothing up";
    EXPECT_EQ(kernelClassOf("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<"
                            "at::native::(anonymous namespace)::FusedAdamMathFunctor<float> >()"),
        WorkKind::Optimizer);
    EXPECT_EQ(kernelClassOf(
                  "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::"
                  "(anonymous namespace)::TensorListMetadata<2>, at::native::(anonymous namespace)"
                  "::UnaryOpFunctor<long, 2, 1, 1>, at::native::Copy<long, long> >()"),
        WorkKind::Copy)
        << "inputs of a CUDA graph, in inference";
}

TEST(KernelClass, DemanglesAName)
{
    EXPECT_EQ(readableKernelName("_ZN4vllm15rms_norm_kernelEv"), "vllm::rms_norm_kernel()");
    EXPECT_EQ(kernelClassOf("_ZN4vllm15rms_norm_kernelEv"), WorkKind::Norm);
    EXPECT_EQ(readableKernelName("_Zbroken"), "_Zbroken");
    EXPECT_EQ(kernelClassOf(""), WorkKind::Elementwise);
}

TEST(KernelFunction, IsTheNameWithoutItsTypes)
{
    EXPECT_EQ(kernelFunction("void at::native::(anonymous namespace)::cat<float>(int, int)"),
        "at::native::cat");
    EXPECT_EQ(
        kernelFunction("std::enable_if<(((8)>(0)))&&vllm::ok, void>::type vllm::norm<8>(int)"),
        "vllm::norm");
    EXPECT_EQ(kernelFunction("triton_poi_fused_0"), "triton_poi_fused_0");
}
