// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/work_pieces.h"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace profiler {

struct TraceRows;

/// Where in the model and in the user's code work was called.
struct WorkSite {
    std::string module;
    std::string file;
    int line = 0;
    bool backward = false;

    auto operator<=>(const WorkSite&) const = default; // NOLINT(modernize-use-nullptr)

    [[nodiscard]] bool isKnown() const { return line > 0 || !module.empty(); }
};

/// Library calls that stand for the same work under different names: aten::linear is compiled into
/// addmm or mm.
enum class LibraryFamily { None, Matmul, Convolution, Attention, Recurrent };

/// Of an operator of a trace ("aten::linear") or of a graph ("aten.addmm.default").
[[nodiscard]] LibraryFamily libraryFamilyOf(const std::string& name);

/// Where pieces of work were called: few places call many.
struct PieceSites {
    std::vector<WorkSite> known;
    std::vector<std::uint32_t> ofPiece; ///< indices into `known`

    [[nodiscard]] const WorkSite& of(std::size_t piece) const { return known[ofPiece[piece]]; }
};

/// The pieces of work of an eager call by where they were called.
class EagerSites {
public:
    EagerSites(const std::vector<WorkPiece>& pieces, const TraceRows& rows);

    /// Indices of the pieces called there, in their order. A module may be known by the end of its
    /// path alone: what compiles a part of the model names its modules from there.
    [[nodiscard]] std::vector<std::size_t> at(const WorkSite& site) const;

    [[nodiscard]] const WorkSite& siteOf(std::size_t piece) const { return m_sites.of(piece); }

    [[nodiscard]] PieceSites takeSites() && { return std::move(m_sites); }

private:
    PieceSites m_sites;
    std::map<WorkSite, std::vector<std::size_t>> m_pieces;
    std::map<std::tuple<std::string, int, bool>, std::vector<WorkSite>> m_byLine;
};

} // namespace profiler
