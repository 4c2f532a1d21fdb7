// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger.h"

#include "profiler/evidence/ledger/ledger_sites.h"
#include "profiler/evidence/ledger/placed_work.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace profiler {
namespace {

/// One side's work.
struct Side {
    Side(const LedgerSide& traced, std::optional<LedgerTime> LedgerRow::*ofRow)
        : input(traced)
        , time(ofRow)
        , work(workPieces(traced.rows, traced.trace))
    {
    }

    const LedgerSide& input;
    std::optional<LedgerTime> LedgerRow::*time;
    WorkPieces work;
    std::vector<std::vector<RowShare>> rowsOf; ///< of each piece
};

class Making {
public:
    Making(const LedgerSide& eager, const LedgerSide& compiled,
        const std::vector<GeneratedCode>& codes)
        : m_eager(eager, &LedgerRow::eager)
        , m_compiled(compiled, &LedgerRow::compiled)
    {
        auto placed = placeWork(m_eager.work, eager.rows, m_compiled.work, compiled.rows, codes);
        addSites(placed.rows, placed, m_eager.work, m_compiled.work);
        m_ledger.rows = std::move(placed.rows);
        m_eager.rowsOf = std::move(placed.eager);
        m_compiled.rowsOf = std::move(placed.compiled);
        m_ledger.eagerCalls = static_cast<int>(eager.trace.calls.size());
        m_ledger.compiledCalls = static_cast<int>(compiled.trace.calls.size());
    }

    Ledger make(const Measured<WorkComparison>& work)
    {
        sum(m_eager, m_ledger.eager);
        sum(m_compiled, m_ledger.compiled);
        findMatched();
        if (work) {
            scale(m_eager, *work, &WorkPair::baseline, m_ledger.eager);
            scale(m_compiled, *work, &WorkPair::variant, m_ledger.compiled);
            addRests(*work);
        }
        m_ledger.whyUnscaled = whyUnscaled(work);
        const auto placeOf = sortRows();
        m_ledger.eagerTrace = LedgerTrace(m_eager.work, m_eager.rowsOf, placeOf);
        m_ledger.compiledTrace = LedgerTrace(m_compiled.work, m_compiled.rowsOf, placeOf);
        return std::move(m_ledger);
    }

private:
    /// By change; gives where each row stands then.
    std::vector<std::size_t> sortRows()
    {
        auto& rows = m_ledger.rows;
        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), std::size_t {0});
        std::ranges::stable_sort(order, std::ranges::greater {},
            [&](std::size_t row) { return std::abs(rows[row].changeNs()); });
        std::vector<LedgerRow> sorted;
        std::vector<std::size_t> placeOf(order.size());
        for (const auto row : order) {
            placeOf[row] = sorted.size();
            sorted.push_back(std::move(rows[row]));
        }
        rows = std::move(sorted);
        return placeOf;
    }

    void sum(const Side& side, LedgerTime& total)
    {
        std::unordered_map<std::int32_t, const std::string*> names;
        for (const auto& name : side.input.rows.names)
            names.emplace(name.id, &name.text);
        std::map<std::tuple<std::size_t, WorkKind, std::int32_t>, LedgerPart> parts;
        for (const auto& part : side.work.parts) {
            auto rest = part.ns;
            const auto& shares = side.rowsOf[part.piece];
            for (auto share = shares.rbegin(); share != shares.rend(); ++share) {
                const auto ns = share + 1 == shares.rend() ? rest : partOf(part.ns, share->ratio);
                auto& into = parts[{share->row, part.kind, part.name}];
                ++into.count;
                into.ns = sumOf(into.ns, ns);
                rest -= ns;
            }
        }
        for (const auto& [key, part] : parts) {
            const auto& [place, kind, name] = key;
            auto& time = timeOf(place, side);
            const auto known = names.find(name);
            time.work[{kind, known == names.end() ? std::string() : *known->second}] = part;
            time.traceNs = sumOf(time.traceNs, part.ns);
        }
        const auto calls
            = static_cast<double>(std::max<std::size_t>(side.input.trace.calls.size(), 1));
        for (const auto& shares : side.rowsOf)
            for (const auto& share : shares)
                timeOf(share.row, side).times += 1 / calls;
        for (auto& row : m_ledger.rows)
            if (auto& time = row.*side.time) {
                time->tracedNs = static_cast<double>(time->traceNs) / calls;
                total.traceNs = sumOf(total.traceNs, time->traceNs);
                total.tracedNs += time->tracedNs;
            }
    }

    static std::int64_t partOf(std::int64_t ns, double ratio)
    {
        return static_cast<std::int64_t>(static_cast<double>(ns) * ratio);
    }

    LedgerTime& timeOf(std::size_t place, const Side& side)
    {
        auto& time = m_ledger.rows[place].*side.time;
        return time ? *time : time.emplace();
    }

    /// A file may hold any times.
    static std::int64_t sumOf(std::int64_t one, std::int64_t other)
    {
        std::int64_t sum = 0;
        return __builtin_add_overflow(one, other, &sum) ? std::numeric_limits<std::int64_t>::max()
                                                        : sum;
    }

    void findMatched()
    {
        double unknown = 0;
        for (const auto& row : m_ledger.rows)
            if (row.compiled && row.kind == LedgerKind::CompiledAlone)
                unknown += row.compiled->tracedNs;
        const double all = m_ledger.compiled.tracedNs;
        m_ledger.matchedRatio = all > 0 ? 1 - unknown / all : 0;
    }

    /// Shares out what each name takes in an untraced call by what its rows have of it here.
    void scale(const Side& side, const WorkComparison& work,
        std::optional<WorkTime> WorkPair::*ofPair, LedgerTime& total)
    {
        if (!(work.total.*ofPair))
            return;
        std::map<WorkKey, LedgerPart> all;
        for (const auto& row : m_ledger.rows)
            if (const auto& time = row.*side.time)
                for (const auto& [key, part] : time->work) {
                    all[key].count += part.count;
                    all[key].ns = sumOf(all[key].ns, part.ns);
                }
        std::map<WorkKey, double> untraced;
        for (const auto& named : work.rows)
            if (const auto& time = named.time.*ofPair)
                untraced[named.key()] = time->ns;
        for (auto& row : m_ledger.rows)
            if (auto& time = row.*side.time) {
                time->ns = 0;
                for (const auto& [key, part] : time->work)
                    *time->ns += untraced[key] * shareOf(part, all[key]);
            }
        total.ns = (work.total.*ofPair)->ns;
    }

    void addRests(const WorkComparison& work)
    {
        for (const auto& rest : work.rests) {
            auto& row = m_ledger.rows.emplace_back();
            row.kind = kindOf(rest.kind);
            if (rest.time.baseline)
                row.eager = LedgerTime {.ns = rest.time.baseline->ns};
            if (rest.time.variant)
                row.compiled = LedgerTime {.ns = rest.time.variant->ns};
        }
    }

    static LedgerKind kindOf(RestKind kind)
    {
        using enum LedgerKind;
        constexpr std::array kinds {Host, DeviceCopies, DeviceIdle, Unexplained};
        return kinds.at(static_cast<std::size_t>(kind));
    }

    static Reason whyUnscaled(const Measured<WorkComparison>& work)
    {
        if (!work)
            return work.error();
        if (!work->baselineOverhead)
            return work->baselineOverhead.error();
        return work->variantOverhead ? Reason {} : work->variantOverhead.error();
    }

    Side m_eager;
    Side m_compiled;
    Ledger m_ledger;
};

} // namespace

Ledger makeLedger(const LedgerSide& eager, const LedgerSide& compiled,
    const std::vector<GeneratedCode>& codes, const Measured<WorkComparison>& work)
{
    return Making(eager, compiled, codes).make(work);
}

Measured<Ledger> ledgerOf(
    const ComparisonData& data, const CaseResult& inCase, int variant, const TraceRowsOf& rowsOf)
{
    const auto& variants = inCase.variants;
    if (variants.empty() || static_cast<std::size_t>(variant) >= variants.size())
        return missing(ReasonKind::WithoutSuchVariant);
    const auto& baseline = variants.front();
    const auto& compiled = variants[static_cast<std::size_t>(variant)];
    const auto eagerTrace = tracedCallsOf(data, baseline.variant, inCase.caseIndex);
    const auto compiledTrace = tracedCallsOf(data, compiled.variant, inCase.caseIndex);
    if (eagerTrace.trace == nullptr || compiledTrace.trace == nullptr)
        return missing(whyNotTraced(data,
            eagerTrace.trace == nullptr ? baseline.variant : compiled.variant, inCase.caseIndex));
    const auto eagerRows = rowsOf(eagerTrace.index);
    const auto compiledRows = rowsOf(compiledTrace.index);
    if (!eagerRows || !compiledRows)
        return missing(
            recorded(eagerRows ? compiledRows.error().message : eagerRows.error().message));
    return makeLedger({*eagerRows, *eagerTrace.trace}, {*compiledRows, *compiledTrace.trace},
        compiledTrace.process->code, compareWork(data, inCase, variant));
}

} // namespace profiler
