// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_sites.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace profiler {
namespace {

/// How much of each row each site of a side has.
struct SideWeights {
    std::vector<double> ofPiece; ///< what of a piece's time its parts have
    std::map<std::pair<std::size_t, std::uint32_t>, double> ofSite; ///< by row and site
};

/// Work without any time counts for a little, so that it has a place.
constexpr double leastWeight = 1e-3; // ns

SideWeights weightsOf(const WorkPieces& work, const std::vector<std::vector<RowShare>>& rowsOf,
    const PieceSites& sites)
{
    SideWeights weights;
    weights.ofPiece.assign(work.pieces.size(), leastWeight);
    for (const auto& part : work.parts)
        weights.ofPiece[part.piece] += static_cast<double>(part.ns);
    for (std::size_t piece = 0; piece < rowsOf.size(); ++piece)
        for (const auto& share : rowsOf[piece])
            weights.ofSite[{share.row, sites.ofPiece[piece]}]
                += weights.ofPiece[piece] * share.ratio;
    return weights;
}

/// Forward and backward of a line stand together.
using SiteKey = std::pair<std::pair<std::string, std::string>, int>; ///< module, file, line
using RowSites = std::map<SiteKey, double>;

void addWeight(RowSites& sites, const WorkSite& site, double weight)
{
    if (site.isKnown())
        sites[{{site.module, site.file}, site.line}] += std::max(weight, leastWeight);
}

std::vector<LedgerSite> sharesOf(const RowSites& weights)
{
    double all = 0;
    for (const auto& [key, weight] : weights)
        all += weight;
    std::vector<LedgerSite> sites;
    for (const auto& [key, weight] : weights)
        sites.push_back({.module = key.first.first,
            .file = key.first.second,
            .line = key.second,
            .share = weight / all});
    std::ranges::stable_sort(sites, std::ranges::greater {}, &LedgerSite::share);
    return sites;
}

} // namespace

void addSites(std::vector<LedgerRow>& rows, const PlacedWork& placed, const WorkPieces& eager,
    const WorkPieces& compiled)
{
    std::vector<RowSites> sites(rows.size());
    const auto eagerWeights = weightsOf(eager, placed.eager, placed.eagerSites);
    for (const auto& [key, weight] : eagerWeights.ofSite)
        addWeight(sites[key.first], placed.eagerSites.known[key.second], weight);
    for (const auto& [row, ofCode] : placed.codeSites)
        if (sites[row].empty())
            for (const auto& [site, nodes] : ofCode)
                addWeight(sites[row], site, nodes);
    const auto compiledWeights = weightsOf(compiled, placed.compiled, placed.compiledSites);
    std::vector<bool> known(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        known[row] = !sites[row].empty();
    for (const auto& [key, weight] : compiledWeights.ofSite)
        if (!known[key.first])
            addWeight(sites[key.first], placed.compiledSites.known[key.second], weight);
    for (std::size_t row = 0; row < rows.size(); ++row)
        rows[row].sites = sharesOf(sites[row]);
}

} // namespace profiler
