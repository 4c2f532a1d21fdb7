// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/placed_work.h"

#include "profiler/evidence/ledger/hidden_work.h"
#include "profiler/evidence/ledger/site_owners.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <map>
#include <set>

namespace profiler {
namespace {

template <typename Value>
void addOnce(std::vector<Value>& list, const Value& value)
{
    if (std::ranges::find(list, value) == list.end())
        list.push_back(value);
}

/// "aten.addmm" of "aten.addmm.default".
std::string withoutOverload(const std::string& target)
{
    const auto dot = target.rfind('.');
    return dot != std::string::npos && dot > 0 && target.find('.') != dot ? target.substr(0, dot)
                                                                          : target;
}

/// Of each piece: does anything in it compute?
std::vector<bool> computingPieces(const WorkPieces& work)
{
    std::vector<bool> computes(work.pieces.size(), false);
    for (const auto& part : work.parts)
        computes[part.piece] = true;
    return computes;
}

std::int64_t partOf(std::int64_t bytes, double ratio)
{
    return static_cast<std::int64_t>(static_cast<double>(bytes) * ratio);
}

/// Work that no generated call stands for: where it was called, and its name.
using LooseKey = std::pair<WorkSite, std::string>;

class WorkPlacing {
public:
    WorkPlacing(const WorkPieces& eager, const TraceRows& eagerRows, const WorkPieces& compiled,
        const TraceRows& compiledRows, const std::vector<GeneratedCode>& codes)
        : m_eager(eager.pieces)
        , m_compiled(compiled.pieces)
        , m_codes(codes)
        , m_eagerSites(eager.pieces, eagerRows)
        , m_compiledSites(compiled.pieces, compiledRows)
        , m_eagerComputes(computingPieces(eager))
        , m_compiledComputes(computingPieces(compiled))
        , m_matched(matchCalls(compiled.pieces, compiledRows, codes))
        , m_owners(codes, m_matched, ranCalls())
    {
        for (std::size_t i = 0; i < codes.size(); ++i) {
            m_sizes.push_back(sizesOfCalls(codes[i], m_matched.calls[i]));
            m_copied.push_back(copiedShares(codes[i], m_matched.calls[i], m_sizes[i]));
        }
    }

    PlacedWork placed()
    {
        const auto ownerOf = m_owners.ownersOf(m_eager, m_eagerSites);
        for (std::size_t i = 0; i < ownerOf.size(); ++i)
            if (ownerOf[i] && m_eagerComputes[i])
                addOnce(m_replaced[*ownerOf[i]], m_eager[i].name);
        for (const auto& [id, content] : m_owners.contents())
            addCall(id, content);
        m_placed.eager.resize(m_eager.size());
        for (std::size_t i = 0; i < ownerOf.size(); ++i)
            if (m_eagerComputes[i])
                m_placed.eager[i]
                    = {{ownerOf[i] ? m_rowOf.at(*ownerOf[i])
                                   : looseRow(m_eagerSites, i, m_eager[i].name, true)}};
        m_placed.compiled.resize(m_compiled.size());
        for (std::size_t i = 0; i < m_matched.ofPiece.size(); ++i) {
            if (const auto& id = m_matched.ofPiece[i])
                m_placed.compiled[i] = m_sharesOf.at(*id);
            else if (m_compiledComputes[i])
                m_placed.compiled[i] = {{looseRow(m_compiledSites, i, m_compiled[i].name, false)}};
        }
        nameLoose();
        m_placed.eagerSites = std::move(m_eagerSites).takeSites();
        m_placed.compiledSites = std::move(m_compiledSites).takeSites();
        return std::move(m_placed);
    }

private:
    [[nodiscard]] std::set<CallOfCode> ranCalls() const
    {
        std::set<CallOfCode> ran;
        for (const auto& id : m_matched.ofPiece)
            if (id)
                ran.insert(*id);
        return ran;
    }

    [[nodiscard]] const CopiedShare& copiedBy(const CallOfCode& id) const
    {
        return m_copied[id.code][id.call];
    }

    /// A call that computes a part of what another one stands for is a part of its row: eager's
    /// lstm_cell becomes several products and a kernel.
    [[nodiscard]] CallOfCode mainCall(const CallOfCode& id, const CallContent& content) const
    {
        if (!content.hasOwn && content.helps && copiedBy(id).all() == 0)
            return mainCall(*content.helps, m_owners.contents().at(*content.helps));
        if (!m_replaced.contains(id) && content.hasOwn)
            for (const auto& [site, nodes] : content.sites)
                for (const auto& other : m_owners.callsAt(site))
                    if (m_replaced.contains(other))
                        return other;
        return id;
    }

    void addCall(const CallOfCode& id, const CallContent& content)
    {
        const auto& copied = copiedBy(id);
        auto& shares = m_sharesOf[id];
        if (content.hasOwn || copied.all() == 0)
            shares.push_back({addMain(id, content), 1 - copied.all()});
        if (copied.parameters > 0)
            shares.push_back({addCopy(id, content, LedgerKind::WeightLayout, copied.parameters),
                copied.parameters});
        if (copied.inputs > 0)
            shares.push_back(
                {addCopy(id, content, LedgerKind::InputLayout, copied.inputs), copied.inputs});
        m_rowOf.try_emplace(id, shares.front().row);
        for (const auto& [site, nodes] : sitesOf(content))
            for (const auto& share : shares)
                m_placed.codeSites[share.row][inModel(site)] += nodes;
    }

    /// What merely prepares a library call was called where that is.
    [[nodiscard]] const std::map<WorkSite, int>& sitesOf(const CallContent& content) const
    {
        return content.sites.empty() && content.helps
            ? sitesOf(m_owners.contents().at(*content.helps))
            : content.sites;
    }

    /// As eager names the module, which may know only the end of its path.
    [[nodiscard]] WorkSite inModel(const WorkSite& site) const
    {
        const auto pieces = m_eagerSites.at(site);
        return pieces.empty() ? site : m_eagerSites.siteOf(pieces.front());
    }

    std::size_t addMain(const CallOfCode& id, const CallContent& content)
    {
        const auto target = mainCall(id, content);
        const auto place = rowOf(target);
        m_rowOf[id] = place;
        auto& row = m_placed.rows[place];
        describe(row, id, target == id);
        addContent(row, id, content);
        addBytes(row, id, 1 - copiedBy(id).all());
        if (target != id)
            return place;
        const auto replaced = m_replaced.find(id);
        if (replaced != m_replaced.end())
            row.eagerOperators = replaced->second;
        row.kind = replaced != m_replaced.end()
            ? LedgerKind::Replaced
            : hiddenWork(m_codes[id.code], m_matched.calls[id.code][id.call]);
        return place;
    }

    std::size_t addCopy(
        const CallOfCode& id, const CallContent& content, LedgerKind kind, double ratio)
    {
        auto& row = m_placed.rows.emplace_back();
        row.kind = kind;
        describe(row, id, true);
        addContent(row, id, content);
        row.operators.clear();
        row.flops.reset();
        addBytes(row, id, ratio);
        return m_placed.rows.size() - 1;
    }

    std::size_t rowOf(const CallOfCode& id)
    {
        const auto [entry, isNew] = m_rowOf.try_emplace(id, m_placed.rows.size());
        if (isNew)
            m_placed.rows.emplace_back();
        return entry->second;
    }

    void describe(LedgerRow& row, const CallOfCode& id, bool isMain) const
    {
        const auto& call = m_matched.calls[id.code][id.call];
        row.kernels.insert(isMain ? row.kernels.begin() : row.kernels.end(),
            {.name = call.kernel,
                .compileId = m_codes[id.code].compileId,
                .handle = call.handle,
                .line = call.line});
        const double copied = copiedBy(id).all();
        row.sharedByBytes = row.sharedByBytes || (copied > 0 && copied < 1);
    }

    /// What is not known of one call is not known of all.
    void addBytes(LedgerRow& row, const CallOfCode& id, double ratio) const
    {
        const auto& code = m_codes[id.code];
        const auto bytes = takesWholeTensors(code, m_matched.calls[id.code][id.call])
            ? bytesOf(m_sizes[id.code][id.call])
            : std::nullopt;
        const bool isFirst = row.kernels.size() == 1;
        std::int64_t sum = 0;
        if (!bytes || !(isFirst || row.bytes)
            || __builtin_add_overflow(row.bytes.value_or(0), partOf(*bytes, ratio), &sum))
            row.bytes.reset();
        else
            row.bytes = sum;
    }

    void addContent(LedgerRow& row, const CallOfCode& id, const CallContent& content) const
    {
        for (const auto index : content.own) {
            const auto& node = m_codes[id.code].nodes[index];
            addOnce(row.operators, withoutOverload(node.target));
            if (!node.module.empty())
                addOnce(row.modules, node.module);
            if (!node.file.empty())
                addOnce(row.places, LedgerPlace {node.file, node.line, node.function});
            if (node.flops)
                row.flops = row.flops.value_or(0) + *node.flops;
        }
    }

    /// The same operator at the same place on both sides ran eager in both.
    std::size_t looseRow(
        const EagerSites& sites, std::size_t piece, const std::string& name, bool eager)
    {
        const LooseKey key {sites.siteOf(piece), name};
        const auto [entry, isNew] = m_looseRow.try_emplace(key, m_placed.rows.size());
        if (isNew) {
            auto& row = m_placed.rows.emplace_back();
            if (!key.first.module.empty())
                row.modules.push_back(key.first.module);
            if (!key.first.file.empty())
                row.places.push_back({key.first.file, key.first.line, {}});
        }
        (eager ? m_looseEager : m_looseCompiled).insert(entry->second);
        return entry->second;
    }

    void nameLoose()
    {
        for (const auto& [key, place] : m_looseRow) {
            auto& row = m_placed.rows[place];
            const bool eager = m_looseEager.contains(place);
            const bool compiled = m_looseCompiled.contains(place);
            if (eager)
                row.eagerOperators.push_back(key.second);
            if (compiled)
                row.kernels.push_back({.name = key.second});
            row.kind = !eager ? LedgerKind::CompiledAlone
                : compiled    ? LedgerKind::RanEager
                              : LedgerKind::EagerAlone;
        }
    }

    const std::vector<WorkPiece>& m_eager;
    const std::vector<WorkPiece>& m_compiled;
    const std::vector<GeneratedCode>& m_codes;
    EagerSites m_eagerSites;
    EagerSites m_compiledSites; ///< of what runs outside compiled graphs
    std::vector<bool> m_eagerComputes;
    std::vector<bool> m_compiledComputes;
    MatchedCalls m_matched;
    SiteOwners m_owners;
    std::vector<std::vector<CallSizes>> m_sizes; ///< of each call of each code
    std::vector<std::vector<CopiedShare>> m_copied; ///< likewise
    std::map<CallOfCode, std::vector<std::string>> m_replaced; ///< operators of eager
    std::map<CallOfCode, std::size_t> m_rowOf;
    std::map<CallOfCode, std::vector<RowShare>> m_sharesOf;
    std::map<LooseKey, std::size_t> m_looseRow;
    std::set<std::size_t> m_looseEager; ///< rows with eager's work
    std::set<std::size_t> m_looseCompiled;
    PlacedWork m_placed;
};

} // namespace

PlacedWork placeWork(const WorkPieces& eager, const TraceRows& eagerRows,
    const WorkPieces& compiled, const TraceRows& compiledRows,
    const std::vector<GeneratedCode>& codes)
{
    return WorkPlacing(eager, eagerRows, compiled, compiledRows, codes).placed();
}

} // namespace profiler
