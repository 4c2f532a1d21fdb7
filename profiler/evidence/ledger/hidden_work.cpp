// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/hidden_work.h"

#include "profiler/evidence/ledger/matched_calls.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

constexpr std::array<std::pair<std::string_view, LedgerKind>, 7> kinds {
    {{"convert_element_type", LedgerKind::Cast}, {"_to_copy", LedgerKind::Cast},
        {"constant_pad", LedgerKind::Pad}, {"full", LedgerKind::Fill}, {"fill", LedgerKind::Fill},
        {"clone", LedgerKind::Clone}, {"copy", LedgerKind::Clone}}};

std::optional<LedgerKind> kindOf(const std::string& target)
{
    for (const auto& [part, kind] : kinds)
        if (target.find(part) != std::string::npos)
            return kind;
    return std::nullopt;
}

/// Of all that it computes; nullopt: it computes something else, too.
std::optional<LedgerKind> kindOf(const GeneratedCode& code, const GeneratedKernel& kernel)
{
    std::optional<LedgerKind> all;
    for (const auto index : kernel.nodes) {
        const auto kind = kindOf(code.nodes[index].target);
        if (!kind || (all && all != kind))
            return std::nullopt;
        all = kind;
    }
    return all;
}

const GeneratedKernel* kernelOf(const GeneratedCode& code, const GeneratedCall& call)
{
    const auto kernel = std::ranges::find(code.kernels, call.handle, &GeneratedKernel::handle);
    return kernel == code.kernels.end() ? nullptr : &*kernel;
}

bool isLibraryCall(const GeneratedCall& call)
{
    return !operatorOf(call.kernel).empty();
}

struct CopiedBytes {
    std::int64_t parameters = 0;
    std::int64_t inputs = 0;
};

/// Goes through a graph's calls from the last one, so that it knows what comes after each.
class CopyFinder {
public:
    CopyFinder(const GeneratedCode& code, const std::vector<GeneratedCall>& calls)
        : m_code(code)
    {
        for (const auto& node : code.nodes)
            if (isArgument(node))
                m_arguments.emplace(node.name, &node);
        for (const auto& call : calls)
            if (const auto* kernel = kernelOf(code, call); kernel != nullptr && isLibraryCall(call))
                m_libraryNodes.insert(kernel->nodes.begin(), kernel->nodes.end());
    }

    CopiedShare step(const GeneratedCall& call, const CallSizes& sizes)
    {
        if (isLibraryCall(call)) {
            m_wanted.insert(call.tensors.begin(), call.tensors.end());
            return {};
        }
        const auto* kernel = kernelOf(m_code, call);
        if (kernel == nullptr)
            return {};
        const auto helps = [this](std::size_t node) { return m_libraryNodes.contains(node); };
        const auto computes
            = [&](std::size_t node) { return !helps(node) && !isArgument(m_code.nodes[node]); };
        if (std::ranges::none_of(kernel->nodes, helps))
            return {};
        const auto bytes = copied(call, sizes);
        const auto whole = std::ranges::none_of(kernel->nodes, computes)
            ? std::optional(bytes.parameters + bytes.inputs)
            : takesWholeTensors(m_code, call) ? bytesOf(sizes)
                                              : std::nullopt;
        if (!whole || *whole <= 0)
            return {};
        const auto shareOf = [&](std::int64_t part) {
            return static_cast<double>(part) / static_cast<double>(*whole);
        };
        return {shareOf(bytes.parameters), shareOf(bytes.inputs)};
    }

private:
    static bool isArgument(const GeneratedNode& node)
    {
        return node.target == "parameter" || node.target == "input";
    }

    [[nodiscard]] CopiedBytes copied(const GeneratedCall& call, const CallSizes& sizes) const
    {
        std::multiset<std::int64_t> buffers; // bytes of what it prepares
        for (std::size_t i = 0; i < sizes.size(); ++i)
            if (sizes[i] && m_wanted.contains(call.tensors[i])
                && !m_arguments.contains(call.tensors[i]))
                buffers.insert(*sizes[i]);
        CopiedBytes bytes;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const auto argument = m_arguments.find(call.tensors[i]);
            if (argument == m_arguments.end() || !sizes[i] || !hasLayout(*argument->second))
                continue;
            const auto buffer = buffers.find(*sizes[i]);
            if (buffer == buffers.end())
                continue;
            buffers.erase(buffer);
            auto& sum = argument->second->target == "parameter" ? bytes.parameters : bytes.inputs;
            sum += 2 * *sizes[i];
        }
        return bytes;
    }

    /// Of one dimension there is but one layout.
    static bool hasLayout(const GeneratedNode& node)
    {
        return node.type.find(',') != std::string::npos;
    }

    const GeneratedCode& m_code;
    std::map<std::string, const GeneratedNode*> m_arguments;
    std::set<std::string> m_wanted; ///< by library calls after this one
    std::set<std::size_t> m_libraryNodes;
};

} // namespace

LedgerKind hiddenWork(const GeneratedCode& code, const GeneratedCall& call)
{
    const auto* kernel = kernelOf(code, call);
    return kernel == nullptr ? LedgerKind::CompiledAlone
                             : kindOf(code, *kernel).value_or(LedgerKind::CompiledAlone);
}

std::vector<CopiedShare> copiedShares(const GeneratedCode& code,
    const std::vector<GeneratedCall>& calls, const std::vector<CallSizes>& sizes)
{
    std::vector<CopiedShare> copied(calls.size());
    CopyFinder finder(code, calls);
    for (std::size_t i = calls.size(); i-- > 0;)
        copied[i] = finder.step(calls[i], sizes[i]);
    return copied;
}

bool takesWholeTensors(const GeneratedCode& code, const GeneratedCall& call)
{
    constexpr std::array<std::string_view, 6> parts {
        "embedding", "gather", "index", "slice", "select", "scatter"};
    const auto* kernel = kernelOf(code, call);
    return kernel == nullptr || std::ranges::none_of(kernel->nodes, [&](std::size_t node) {
        return std::ranges::any_of(parts, [&](std::string_view part) {
            return code.nodes[node].target.find(part) != std::string::npos;
        });
    });
}

} // namespace profiler
