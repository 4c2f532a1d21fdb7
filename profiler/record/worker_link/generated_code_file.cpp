// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/generated_code_file.h"

#include "profiler/record/worker_link/text_lines.h"
#include "profiler/record/worker_link/worker_file.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr std::size_t longestNodeName = 4'096;

std::string nameFrom(const JsonReader& reader, const char* key)
{
    return shortened(cleanText(reader.text(key)), longestNodeName);
}

GeneratedNode nodeFrom(const JsonReader& reader)
{
    return {.name = nameFrom(reader, "name"),
        .target = nameFrom(reader, "target"),
        .type = nameFrom(reader, "type"),
        .module = nameFrom(reader, "module"),
        .file = nameFrom(reader, "file"),
        .line = reader.index("line").value_or(0),
        .function = nameFrom(reader, "function"),
        .flops = reader.integer("flops")};
}

GeneratedKernel kernelFrom(const JsonReader& reader, std::size_t nodes)
{
    GeneratedKernel kernel {
        .name = nameFrom(reader, "name"), .handle = reader.index("handle").value_or(0)};
    reader.each("nodes", [&](const nlohmann::json& member) {
        if (member.is_number_unsigned() && member.get<std::uint64_t>() < nodes)
            kernel.nodes.push_back(member.get<std::size_t>());
        else
            reader.offend("nodes", "made of operators that are there");
    });
    std::ranges::sort(kernel.nodes);
    kernel.nodes.erase(std::unique(kernel.nodes.begin(), kernel.nodes.end()), kernel.nodes.end());
    return kernel;
}

GeneratedCode codeFrom(const JsonReader& reader, std::string& offence)
{
    GeneratedCode code {.code = reader.text("code")};
    reader.each("nodes", [&](const nlohmann::json& member) {
        if (code.nodes.size() <= mostGeneratedNodes)
            code.nodes.push_back(nodeFrom(JsonReader(member, &offence)));
    });
    reader.each("kernels", [&](const nlohmann::json& member) {
        if (code.kernels.size() <= mostGeneratedKernels)
            code.kernels.push_back(kernelFrom(JsonReader(member, &offence), code.nodes.size()));
    });
    if (!isBounded(code))
        reader.offend("code", "of a length that is kept");
    return code;
}

} // namespace

Result<GeneratedCode> generatedCodeIn(const std::filesystem::path& file)
{
    return readWorkerFile(file, "the code that Inductor wrote for a graph is not kept: ", codeFrom);
}

} // namespace profiler
