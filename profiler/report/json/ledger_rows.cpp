// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger.h"
#include "profiler/evidence/ledger/ledger_shares.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/sentences/ledger_text.h"

namespace profiler {
namespace {

Json kernelJson(const LedgerKernel& kernel)
{
    return {{"kernel", kernel.name}, {"handle", kernel.handle}, {"compile_id", kernel.compileId},
        {"code_line", kernel.line}};
}

/// The kernel that the row is of, and all that belong to it.
void putKernels(Json& row, const LedgerRow& ledger)
{
    row["kernels"] = Json::array();
    if (ledger.kernels.empty()) {
        putMissing(row, "compiled", ledgerGap(LedgerGap::NoSide));
        putMissing(row, "handle", ledgerGap(LedgerGap::NoSide));
        return;
    }
    const auto& first = ledger.kernels.front();
    row["compiled"] = first.name;
    if (first.compileId.empty()) {
        putMissing(row, "handle", "it runs outside compiled graphs");
        return;
    }
    row["handle"] = first.handle;
    for (const auto& kernel : ledger.kernels)
        row["kernels"].push_back(kernelJson(kernel));
}

Json placeJson(const LedgerPlace& place)
{
    return {{"file", place.file}, {"line", place.line}, {"function", place.function}};
}

void putTime(Json& row, const std::string& side, const std::optional<LedgerTime>& time)
{
    if (!time) {
        putMissing(row, side + "_ns", ledgerGap(LedgerGap::NoSide));
        return;
    }
    put(row, side + "_ns", time->ns, ledgerGap(LedgerGap::Time));
    row[side + "_trace_ns"] = time->traceNs;
    row[side + "_times"] = time->times;
}

/// Of this machine's measured bandwidth and peak, by the compiled side.
void putShares(Json& row, const LedgerRow& ledger, const Measured<MachineRoofs>& roofs)
{
    const auto shares = roofs ? ledgerShares(ledger, *roofs) : LedgerShares {};
    const auto why = roofs ? ledgerGap(LedgerGap::Rate) : reasonText(roofs.error());
    put(row, "bandwidth_share", shares.bandwidth, why);
    put(row, "peak_share", shares.peak, why);
}

void putRow(Json& row, const LedgerRow& ledger, const Measured<MachineRoofs>& roofs)
{
    row["kind"] = keyOf(ledger.kind);
    row["work"] = ledgerTitle(ledger);
    row["where"] = ledgerPlace(ledger);
    putKernels(row, ledger);
    row["source"] = Json::array();
    for (const auto& place : ledger.places)
        row["source"].push_back(placeJson(place));
    row["modules"] = ledger.modules;
    row["operators"] = ledger.operators;
    row["eager"] = ledger.eagerOperators;
    putTime(row, "compiled", ledger.compiled);
    putTime(row, "eager", ledger.eager);
    const bool scaled
        = (!ledger.eager || ledger.eager->ns) && (!ledger.compiled || ledger.compiled->ns);
    put(row, "change_ns", scaled ? std::optional(ledger.changeNs()) : std::nullopt,
        ledgerGap(LedgerGap::Time));
    put(row, "bytes", ledger.bytes, ledgerGap(LedgerGap::Bytes));
    put(row, "flops", ledger.flops, ledgerGap(LedgerGap::Flops));
    putShares(row, ledger, roofs);
    row["shared_by_bytes"] = ledger.sharedByBytes;
}

void putTotals(Json& side, const Measured<Ledger>& ledger)
{
    if (!ledger) {
        putMissing(side, "matched_ratio", reasonText(ledger.error()));
        return;
    }
    side["matched_ratio"] = ledger->matchedRatio;
    const auto whyUnscaled = reasonText(ledger->whyUnscaled);
    put(side, "compiled_ns", ledger->compiled.ns, whyUnscaled);
    side["compiled_trace_ns"] = ledger->compiled.traceNs;
    put(side, "eager_ns", ledger->eager.ns, whyUnscaled);
    side["eager_trace_ns"] = ledger->eager.traceNs;
}

/// Of all ledgers, each call of each variant alike; the least one would hide how the rest is.
void putMatched(Json& document, const std::vector<Measured<Ledger>>& ledgers)
{
    double known = 0;
    double all = 0;
    for (const auto& ledger : ledgers)
        if (ledger) {
            known += ledger->matchedRatio * ledger->compiled.tracedNs;
            all += ledger->compiled.tracedNs;
        }
    put(document, "matched_ratio", all > 0 ? std::optional(known / all) : std::nullopt,
        "no compiled call was traced");
}

} // namespace

void putLedgers(Json& document, const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    document["ledger"] = Json::array();
    document["sides"] = Json::array();
    const auto roofs = machineRoofs(data);
    std::vector<Measured<Ledger>> ledgers;
    for (const auto& caseResult : judge(data).cases)
        for (const auto& variant : caseResult.variants) {
            if (data.plan.variants[static_cast<std::size_t>(variant.variant)].kind
                == VariantKind::Eager)
                continue;
            const auto& ledger
                = ledgers.emplace_back(ledgerOf(data, caseResult, variant.variant, rowsOf));
            Json which = Json::object();
            putVariant(which, data.plan, variant.variant);
            putCase(which, data.plan, caseResult.caseIndex);
            for (std::size_t i = 0; ledger && i < ledger->rows.size(); ++i) {
                Json row = which;
                putRow(row, ledger->rows[i], roofs);
                document["ledger"].push_back(std::move(row));
            }
            putTotals(which, ledger);
            document["sides"].push_back(std::move(which));
        }
    putMatched(document, ledgers);
}

} // namespace profiler
