// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/matched_calls.h"

#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

namespace profiler {
namespace {

bool isLike(const WorkPiece& piece, const GeneratedCall& call)
{
    return piece.kind == SpanKind::Kernel ? isRunOf(piece.name, call.kernel)
                                          : piece.name == operatorOf(call.kernel);
}

/// What Triton puts behind a kernel's name for each form in which it compiled it: which arguments
/// are divisible by 16, equal to 1 or constant, "_0d1d2de3".
bool isTritonForm(std::string_view suffix)
{
    constexpr std::string_view digits = "0123456789";
    if (!suffix.starts_with('_') || suffix.size() < 2 || suffix[1] != '0')
        return false;
    suffix.remove_prefix(1);
    return suffix.find_first_not_of("0123456789cde") == std::string_view::npos
        && suffix.find_first_not_of(digits) != std::string_view::npos;
}

/// Compile ids of the spans that hold pieces: a region's is its name; a backward has that of the
/// region in which the forward of its sequence number ran.
class CompileIds {
public:
    explicit CompileIds(const TraceRows& rows)
        : m_rows(rows)
    {
        for (const auto& name : rows.names)
            m_names.emplace(name.id, &name.text);
        std::unordered_map<std::int32_t, std::size_t> region; // last begun, by thread
        for (std::size_t row = 0; row < rows.operators.size(); ++row) {
            const auto kind = static_cast<SpanKind>(rows.operators.kind[row]);
            if (kind == SpanKind::Region)
                region[rows.operators.thread[row]] = row;
            const auto last = region.find(rows.operators.thread[row]);
            if (kind == SpanKind::CompiledFunction && !isBackwardSpan(row) && last != region.end())
                m_forwards[rows.operators.sequence[row]] = last->second;
        }
    }

    [[nodiscard]] bool isBackwardSpan(std::size_t row) const
    {
        return nameOf(row).find("Backward") != std::string_view::npos;
    }

    /// Empty: unknown.
    [[nodiscard]] std::string_view of(std::size_t container) const
    {
        if (container == noRow)
            return {};
        if (static_cast<SpanKind>(m_rows.operators.kind[container]) == SpanKind::Region)
            return nameOf(container);
        const auto forward = m_forwards.find(m_rows.operators.sequence[container]);
        return forward == m_forwards.end() ? std::string_view {} : nameOf(forward->second);
    }

private:
    [[nodiscard]] std::string_view nameOf(std::size_t row) const
    {
        const auto known = m_names.find(m_rows.operators.name[row]);
        return known == m_names.end() ? std::string_view {} : *known->second;
    }

    const TraceRows& m_rows;
    std::unordered_map<std::int32_t, const std::string*> m_names;
    std::map<std::int64_t, std::size_t> m_forwards; ///< by sequence number
};

/// Which names of a trace are kernels of a code; each is looked for once.
using NamesOfCode = std::unordered_map<std::string_view, bool>;

/// One run of one graph.
class Run {
public:
    /// All three live longer.
    Run(std::size_t code, const std::vector<GeneratedCall>& calls, NamesOfCode& names)
        : m_code(code)
        , m_calls(&calls)
        , m_names(&names)
    {
    }

    std::optional<CallOfCode> take(const WorkPiece& piece)
    {
        if (piece.replayed && !isCompiledKernel(piece))
            return isTritonKernel(piece) ? std::nullopt : takeReplayed();
        for (auto at = m_next; at < m_calls->size(); ++at) {
            if (isLike(piece, (*m_calls)[at]))
                return taken(at);
            if (!mayLeaveNoTrace(piece, (*m_calls)[at]))
                return std::nullopt;
        }
        return std::nullopt;
    }

private:
    /// A CUDA graph launches a library call's kernels without its operator; they come where the
    /// code has it, and what follows up to the next compiled kernel is a part of it, too.
    std::optional<CallOfCode> takeReplayed()
    {
        if (m_next < m_calls->size() && isLibraryCall((*m_calls)[m_next]))
            return taken(m_next);
        const bool inside = m_next > 0 && isLibraryCall((*m_calls)[m_next - 1]);
        return inside ? std::optional(CallOfCode {m_code, m_next - 1}) : std::nullopt;
    }

    CallOfCode taken(std::size_t at)
    {
        m_next = at + 1;
        return {m_code, at};
    }

    /// Of some other graph, then: no library's kernels are called so.
    static bool isTritonKernel(const WorkPiece& piece) { return piece.name.starts_with("triton_"); }

    static bool isLibraryCall(const GeneratedCall& call)
    {
        return !operatorOf(call.kernel).empty();
    }

    [[nodiscard]] bool isCompiledKernel(const WorkPiece& piece) const
    {
        const auto [entry, isNew] = m_names->try_emplace(piece.name);
        if (isNew)
            entry->second = std::ranges::any_of(*m_calls,
                [&](const GeneratedCall& call) { return isRunOf(piece.name, call.kernel); });
        return entry->second;
    }

    /// A library call may run unseen (torch's own short cuts); a compiled kernel always tells.
    static bool mayLeaveNoTrace(const WorkPiece& piece, const GeneratedCall& call)
    {
        return piece.kind == SpanKind::Kernel || isLibraryCall(call);
    }

    std::size_t m_code;
    const std::vector<GeneratedCall>* m_calls;
    NamesOfCode* m_names;
    std::size_t m_next = 0;
};

} // namespace

bool isBackward(const GeneratedCode& code)
{
    const std::string_view text = code.code;
    return text.substr(0, text.find('\n')).find("_backward") != std::string_view::npos;
}

bool isRunOf(const std::string& name, const std::string& kernel)
{
    if (name.starts_with(kernel) && isTritonForm(std::string_view(name).substr(kernel.size())))
        return true;
    return name.ends_with(kernel)
        && (name.size() == kernel.size() || name[name.size() - kernel.size() - 1] == '_');
}

std::string operatorOf(const std::string& kernel)
{
    std::string_view name = kernel;
    constexpr std::string_view externs = "extern_kernels.";
    constexpr std::string_view torchOps = "torch.ops.";
    if (name.starts_with(externs))
        return "aten::" + std::string(name.substr(externs.size()));
    if (name.starts_with(torchOps))
        name.remove_prefix(torchOps.size());
    const auto dot = name.find('.');
    if (dot == std::string_view::npos)
        return {};
    const auto rest = name.substr(dot + 1);
    return std::string(name.substr(0, dot)) + "::" + std::string(rest.substr(0, rest.find('.')));
}

MatchedCalls matchCalls(const std::vector<WorkPiece>& pieces, const TraceRows& rows,
    const std::vector<GeneratedCode>& codes)
{
    MatchedCalls matched;
    std::map<std::pair<std::string_view, bool>, std::size_t> byGraph; // the last one speaks
    for (std::size_t i = 0; i < codes.size(); ++i) {
        matched.calls.push_back(generatedCalls(codes[i].code));
        byGraph[{codes[i].compileId, isBackward(codes[i])}] = i;
    }
    const CompileIds ids(rows);
    std::vector<NamesOfCode> names(codes.size());
    std::unordered_map<std::size_t, std::optional<Run>> runs; // by container
    for (const auto& piece : pieces) {
        auto [entry, isNew] = runs.try_emplace(piece.container);
        if (isNew && piece.container != noRow) {
            const bool backward
                = static_cast<SpanKind>(rows.operators.kind[piece.container]) != SpanKind::Region
                && ids.isBackwardSpan(piece.container);
            const auto code = byGraph.find({ids.of(piece.container), backward});
            if (code != byGraph.end())
                entry->second.emplace(
                    code->second, matched.calls[code->second], names[code->second]);
        }
        matched.ofPiece.push_back(entry->second ? entry->second->take(piece) : std::nullopt);
    }
    return matched;
}

} // namespace profiler
