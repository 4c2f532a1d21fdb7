// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/kernel_class.h"

#include "profiler/evidence/trace/collective_kind.h"
#include "profiler/model/text/lower_case.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <optional>

namespace profiler {

namespace {

struct Rule {
    std::string_view word; ///< within the lower-case name
    WorkKind kind;
};

/// Named like a class that they are not of.
constexpr std::array exceptions {
    Rule {"with_index", WorkKind::Elementwise}, // arange, linspace
    Rule {"rotary_embedding", WorkKind::Elementwise},
    Rule {"upsample", WorkKind::Elementwise},
    Rule {"rmsnorm", WorkKind::Norm},
    Rule {"histogram", WorkKind::Norm},
    Rule {"quant", WorkKind::Elementwise},
    Rule {"reshape_and_cache", WorkKind::Copy},
    Rule {"page_indices", WorkKind::Copy},
};

/// The first that matches decides, so what others hold as well comes before them.
constexpr std::array rules {
    Rule {"embedding", WorkKind::Embedding},
    Rule {"multi_tensor", WorkKind::Optimizer}, // torch's foreach kernels, apex
    Rule {"fusedadam", WorkKind::Optimizer},
    Rule {"fused_adam", WorkKind::Optimizer},

    Rule {"gemm", WorkKind::Matmul},
    Rule {"gemv", WorkKind::Matmul},
    Rule {"matmul", WorkKind::Matmul},
    Rule {"bmm_", WorkKind::Matmul},
    Rule {"cijk_", WorkKind::Matmul}, // Tensile, of rocBLAS and hipBLASLt
    Rule {"nvjet", WorkKind::Matmul}, // cuBLAS from 12.8
    Rule {"xmma", WorkKind::Matmul},
    Rule {"splitkreduce", WorkKind::Matmul},
    Rule {"reduce_1block", WorkKind::Matmul}, // cuBLAS, the end of a dot product
    Rule {"dot_kernel", WorkKind::Matmul},
    Rule {"flash", WorkKind::Matmul},
    Rule {"fmha", WorkKind::Matmul},
    Rule {"attention", WorkKind::Matmul},
    Rule {"attn", WorkKind::Matmul},
    Rule {"scudnn", WorkKind::Matmul},
    Rule {"hcudnn", WorkKind::Matmul},
    Rule {"convol", WorkKind::Matmul},
    Rule {"conv_", WorkKind::Matmul},
    Rule {"_conv", WorkKind::Matmul},
    Rule {"conv2d", WorkKind::Matmul},
    Rule {"conv3d", WorkKind::Matmul},
    Rule {"fprop", WorkKind::Matmul},
    Rule {"dgrad", WorkKind::Matmul},
    Rule {"wgrad", WorkKind::Matmul},
    Rule {"winograd", WorkKind::Matmul},
    Rule {"im2col", WorkKind::Matmul},
    Rule {"im2d2col", WorkKind::Matmul},
    Rule {"col2im", WorkKind::Matmul},
    Rule {"fft", WorkKind::Matmul},
    Rule {"lstm", WorkKind::Matmul},
    Rule {"_rnn", WorkKind::Matmul},

    Rule {"copy", WorkKind::Copy},
    Rule {"catarray", WorkKind::Copy},
    Rule {"nchwtonhwc", WorkKind::Copy},
    Rule {"nhwctonchw", WorkKind::Copy},
    Rule {"transpose", WorkKind::Copy},
    Rule {"permute", WorkKind::Copy},
    Rule {"gather", WorkKind::Copy},
    Rule {"scatter", WorkKind::Copy},
    Rule {"index", WorkKind::Copy},
    Rule {"indices", WorkKind::Copy},
    Rule {"memset", WorkKind::Copy},
    Rule {"_pad", WorkKind::Copy},

    Rule {"elementwise", WorkKind::Elementwise}, // before the words of its functors

    Rule {"norm", WorkKind::Norm},
    Rule {"bn_fw", WorkKind::Norm}, // cuDNN's batch normalisation
    Rule {"bn_bw", WorkKind::Norm},
    Rule {"moments", WorkKind::Norm},
    Rule {"gammabeta", WorkKind::Norm},
    Rule {"welford", WorkKind::Norm},
    Rule {"softmax", WorkKind::Norm},
    Rule {"reduce", WorkKind::Norm},
    Rule {"_sum", WorkKind::Norm},
    Rule {"sum_", WorkKind::Norm},
    Rule {"cumsum", WorkKind::Norm},
    Rule {"mean", WorkKind::Norm},
    Rule {"argm", WorkKind::Norm}, // argmax, argmin
    Rule {"sort", WorkKind::Norm},
    Rule {"topk", WorkKind::Norm},
    Rule {"scan", WorkKind::Norm},
    Rule {"pool", WorkKind::Norm},
    Rule {"loss", WorkKind::Norm},
    Rule {"criterion", WorkKind::Norm},
};

/// Only where the function's own word says nothing: whose kernel it is.
constexpr std::array ownerRules {
    Rule {"cutlass", WorkKind::Matmul}, Rule {"cublas", WorkKind::Matmul},
    Rule {"cudnn", WorkKind::Matmul}, // offsets and scales of a convolution
};

template <typename Rules>
std::optional<WorkKind> firstMatch(const std::string& name, const Rules& table)
{
    for (const auto& rule : table)
        if (name.find(rule.word) != std::string::npos)
            return rule.kind;
    return std::nullopt;
}

/// Communication comes before what its names hold as well: "reduce", "gather", "norm" of a functor.
std::optional<WorkKind> classIn(const std::string& name)
{
    if (const auto exception = firstMatch(name, exceptions))
        return exception;
    return namesCommunication(name) ? WorkKind::Communication : firstMatch(name, rules);
}

std::string without(std::string text, std::string_view word)
{
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at))
        text.erase(at, word.size());
    return text;
}

/// Up to the parameters: a bracket outside of template arguments that is no part of a name.
std::string_view withoutParameters(std::string_view name)
{
    constexpr std::string_view anonymous = "(anonymous namespace)";
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name.compare(i, anonymous.size(), anonymous) == 0)
            i += anonymous.size() - 1;
        else if (name[i] == '<')
            ++depth;
        else if (name[i] == '>')
            --depth;
        else if (name[i] == '(' && depth == 0)
            return name.substr(0, i);
    }
    return name;
}

/// Brackets in an expression of a template argument are no arguments: "<(8 > 0)>".
std::string withoutArguments(std::string_view name)
{
    std::string plain;
    int angles = 0;
    int rounds = 0;
    for (const char letter : name) {
        if (letter == '(')
            ++rounds;
        else if (letter == ')')
            --rounds;
        else if (letter == '<' && rounds == 0)
            ++angles;
        else if (letter == '>' && rounds == 0)
            --angles;
        else if (rounds == 0 && angles == 0)
            plain += letter;
    }
    return plain;
}

std::string_view lastPart(std::string_view text, std::string_view separator)
{
    const auto at = text.rfind(separator);
    return at == std::string_view::npos ? text : text.substr(at + separator.size());
}

/// A template that Inductor filled in around a matmul, a convolution or an attention.
constexpr std::string_view tritonTemplate = "triton_tem_";
constexpr std::string_view triton = "triton_";

} // namespace

std::string readableKernelName(std::string_view name)
{
    std::string text(name);
    if (!text.starts_with("_Z"))
        return text;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> readable(
        abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && readable ? readable.get() : text;
}

bool kernelNameHas(std::string_view name, std::span<const std::string_view> words)
{
    const auto lower = lowerCase(name);
    return std::ranges::any_of(
        words, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

std::string kernelFunction(std::string_view readable)
{
    const auto plain = withoutArguments(without(std::string(readable), "(anonymous namespace)::"));
    const auto end = plain.find_last_not_of(' ');
    return std::string(lastPart(std::string_view(plain).substr(0, end + 1), " "));
}

WorkKind kernelClassOf(std::string_view name)
{
    if (name.starts_with(tritonTemplate))
        return WorkKind::Matmul;
    if (name.starts_with(triton))
        return WorkKind::Fused;
    const auto readable = readableKernelName(name);
    const auto function = kernelFunction(readable);
    const auto own = lowerCase(lastPart(function, "::"));
    const auto whole = without(lowerCase(withoutParameters(readable)), "fbgemm");
    const auto known = classIn(own);
    if (known == WorkKind::Elementwise && whole.find("copy") != std::string::npos)
        return WorkKind::Copy; // direct_copy_kernel_cuda is a functor of an elementwise kernel
    if (known == WorkKind::Optimizer && whole.find("at::native::copy<") != std::string::npos)
        return WorkKind::Copy; // _foreach_copy_, as of the inputs of a CUDA graph
    if (known)
        return *known;
    if (const auto owner = firstMatch(lowerCase(function), ownerRules))
        return *owner;
    return classIn(whole).value_or(WorkKind::Elementwise);
}

} // namespace profiler
