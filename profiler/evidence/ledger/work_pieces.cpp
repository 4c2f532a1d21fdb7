// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/work_pieces.h"

#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/evidence/trace/operator_summary.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace profiler {
namespace {

bool isPiece(SpanKind kind)
{
    return kind == SpanKind::Operator || kind == SpanKind::Kernel;
}

/// A compiled function's forward runs inside a region, which says more.
bool isContainer(SpanKind kind, std::size_t around)
{
    return kind == SpanKind::Region || (kind == SpanKind::CompiledFunction && around == noRow);
}

/// A span of the host and what it lies in.
struct Span {
    std::int64_t endNs = 0;
    std::size_t parent = noRow; ///< row of the span around it
    std::size_t container = noRow; ///< that it is or lies in
    std::uint32_t piece = noPiece; ///< that it is or lies in
    bool backward = false;
};

class Gathering {
public:
    Gathering(const TraceRows& rows, const TraceSummary& trace)
        : m_rows(rows)
        , m_trace(trace)
    {
        for (const auto& name : rows.names)
            m_names.emplace(name.id, &name.text);
    }

    WorkPieces gathered()
    {
        findPieces();
        if (ranOnDevice(m_trace))
            addKernels();
        else
            addOperators();
        sort();
        return std::move(m_work);
    }

private:
    void findPieces()
    {
        const auto& operators = m_rows.operators;
        const auto origins = spanOrigins(m_rows);
        std::unordered_map<std::int32_t, std::vector<std::size_t>> openOf; // innermost last
        CallCursor calls(m_trace.calls);
        m_spans.resize(operators.size());
        for (std::size_t row = 0; row < operators.size(); ++row) {
            const auto call = calls.callAt(operators.startNs[row]);
            if (!call)
                continue;
            auto& open = openOf[operators.thread[row]];
            while (!open.empty() && m_spans[open.back()].endNs <= operators.startNs[row])
                open.pop_back();
            Span span = open.empty() ? Span {} : m_spans[open.back()];
            span.parent = open.empty() ? noRow : open.back();
            const auto kind = static_cast<SpanKind>(operators.kind[row]);
            span.endNs = endOf(operators.startNs[row], operators.durationNs[row]);
            span.backward = span.backward || kind == SpanKind::Backward;
            if (isContainer(kind, span.container) && span.piece == noPiece)
                span.container = row;
            if (isPiece(kind) && span.piece == noPiece) {
                span.piece = add({.name = nameOf(operators.name[row]),
                    .kind = kind,
                    .container = span.container,
                    .origin = origins[row],
                    .backward = span.backward,
                    .call = *call,
                    .thread = operators.thread[row],
                    .startNs = operators.startNs[row]});
            }
            open.push_back(row);
            m_spans[row] = span;
            m_rowsOf[operators.thread[row]].push_back(row);
        }
    }

    /// What is open on that thread at that moment.
    [[nodiscard]] Span innermostAt(std::int32_t thread, std::int64_t ns) const
    {
        const auto rows = m_rowsOf.find(thread);
        if (rows == m_rowsOf.end())
            return {};
        const auto after = std::ranges::upper_bound(
            rows->second, ns, {}, [&](std::size_t row) { return m_rows.operators.startNs[row]; });
        auto row = after == rows->second.begin() ? noRow : *(after - 1);
        while (row != noRow && m_spans[row].endNs <= ns)
            row = m_spans[row].parent;
        return row == noRow ? Span {} : m_spans[row];
    }

    std::uint32_t add(WorkPiece piece)
    {
        m_work.pieces.push_back(std::move(piece));
        return static_cast<std::uint32_t>(m_work.pieces.size() - 1);
    }

    void addOperators()
    {
        const auto own = ownTimes(m_rows.operators);
        std::map<std::pair<std::int32_t, std::uint8_t>, std::optional<WorkKind>> kinds;
        for (std::size_t row = 0; row < m_spans.size(); ++row) {
            if (m_spans[row].piece == noPiece)
                continue;
            const auto name = m_rows.operators.name[row];
            auto [entry, isNew] = kinds.try_emplace({name, m_rows.operators.kind[row]});
            if (isNew)
                entry->second
                    = workKindOf(nameOf(name), static_cast<SpanKind>(entry->first.second));
            if (entry->second)
                m_work.parts.push_back({m_spans[row].piece, name, *entry->second, own[row]});
        }
    }

    void addKernels()
    {
        const auto& kernels = m_rows.kernels;
        const auto origins = kernelOrigins(m_rows);
        std::unordered_map<std::int32_t, WorkKind> kinds;
        CallCursor calls(m_trace.calls);
        m_work.ofKernel.assign(kernels.size(), noPiece);
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            const auto call = calls.callAt(kernels.startNs[i]);
            if (!call)
                continue;
            m_work.ofKernel[i] = pieceOf(i, origins[i], *call);
            auto [kind, isNew] = kinds.try_emplace(kernels.name[i]);
            if (isNew)
                kind->second = kernelClassOf(nameOf(kernels.name[i]));
            m_work.parts.push_back({m_work.ofKernel[i], kernels.name[i], kind->second,
                std::max<std::int64_t>(kernels.durationNs[i], 0)});
        }
    }

    /// The operator that launched it; what compiled code launches by itself is its own piece.
    std::uint32_t pieceOf(std::size_t kernel, const KernelOrigin& origin, int call)
    {
        const bool replayed = m_rows.kernels.graph[kernel] != 0;
        const auto& apis = m_rows.apis;
        const Span inside = origin.api
            ? innermostAt(apis.thread[*origin.api], apis.startNs[*origin.api])
            : Span {};
        if (inside.piece != noPiece && !replayed)
            return inside.piece;
        const bool launched = origin.api && !replayed;
        return add({.name = nameOf(m_rows.kernels.name[kernel]),
            .kind = SpanKind::Kernel,
            .container = inside.container,
            .origin = {origin.module, origin.place},
            .backward = inside.backward,
            .replayed = replayed,
            .call = call,
            .thread = origin.api ? apis.thread[*origin.api] : 0,
            .startNs = launched ? apis.startNs[*origin.api] : m_rows.kernels.startNs[kernel]});
    }

    void sort()
    {
        auto& pieces = m_work.pieces;
        std::vector<std::size_t> order(pieces.size());
        std::iota(order.begin(), order.end(), std::size_t {0});
        std::ranges::stable_sort(order, {}, [&](std::size_t piece) {
            return std::pair(pieces[piece].thread, pieces[piece].startNs);
        });
        std::vector<WorkPiece> sorted;
        sorted.reserve(pieces.size());
        std::vector<std::uint32_t> placeOf(order.size());
        for (const auto piece : order) {
            placeOf[piece] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(std::move(pieces[piece]));
        }
        pieces = std::move(sorted);
        for (auto& part : m_work.parts)
            part.piece = placeOf[part.piece];
        m_work.ofOperator.reserve(m_spans.size());
        for (const auto& span : m_spans)
            m_work.ofOperator.push_back(span.piece == noPiece ? noPiece : placeOf[span.piece]);
        for (auto& piece : m_work.ofKernel)
            piece = piece == noPiece ? noPiece : placeOf[piece];
    }

    std::string nameOf(std::int32_t id) const
    {
        const auto known = m_names.find(id);
        return known == m_names.end() ? std::string() : *known->second;
    }

    const TraceRows& m_rows;
    const TraceSummary& m_trace;
    std::unordered_map<std::int32_t, const std::string*> m_names;
    std::vector<Span> m_spans; ///< by row of the operators
    std::unordered_map<std::int32_t, std::vector<std::size_t>> m_rowsOf; ///< by thread and start
    WorkPieces m_work;
};

} // namespace

WorkPieces workPieces(const TraceRows& rows, const TraceSummary& trace)
{
    return Gathering(rows, trace).gathered();
}

} // namespace profiler
