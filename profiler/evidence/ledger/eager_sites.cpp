// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/eager_sites.h"

#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace profiler {
namespace {

struct FamilyName {
    std::string_view part;
    LibraryFamily family;
};

/// The first that the name holds.
constexpr std::array<FamilyName, 12> familyNames {{{"attention", LibraryFamily::Attention},
    {"lstm", LibraryFamily::Recurrent}, {"gru", LibraryFamily::Recurrent},
    {"rnn", LibraryFamily::Recurrent}, {"conv", LibraryFamily::Convolution},
    {"linear", LibraryFamily::Matmul}, {"matmul", LibraryFamily::Matmul},
    {"addmm", LibraryFamily::Matmul}, {"bmm", LibraryFamily::Matmul}, {"mm", LibraryFamily::Matmul},
    {"einsum", LibraryFamily::Matmul}, {"addmv", LibraryFamily::Matmul}}};

bool endsWithModule(const std::string& path, const std::string& end)
{
    return end.empty() || path == end
        || (path.size() > end.size() && path.ends_with(end)
            && path[path.size() - end.size() - 1] == '.');
}

} // namespace

LibraryFamily libraryFamilyOf(const std::string& name)
{
    for (const auto& [part, family] : familyNames)
        if (name.find(part) != std::string::npos && name.find("convert") == std::string::npos)
            return family;
    return LibraryFamily::None;
}

EagerSites::EagerSites(const std::vector<WorkPiece>& pieces, const TraceRows& rows)
{
    std::unordered_map<std::int32_t, const TracePlace*> places;
    for (const auto& place : rows.places)
        places.emplace(place.id, &place);
    std::map<WorkSite, std::uint32_t> numbers;
    for (const auto& piece : pieces) {
        WorkSite site {.module = piece.origin.module, .backward = piece.backward};
        if (const auto place = places.find(piece.origin.place); place != places.end()) {
            site.file = place->second->file;
            site.line = place->second->line;
        }
        const auto [known, isNew] = numbers.try_emplace(
            std::move(site), static_cast<std::uint32_t>(m_sites.known.size()));
        if (isNew)
            m_sites.known.push_back(known->first);
        m_sites.ofPiece.push_back(known->second);
    }
    for (std::size_t i = 0; i < pieces.size(); ++i)
        m_pieces[siteOf(i)].push_back(i);
    for (const auto& [site, list] : m_pieces)
        m_byLine[{site.file, site.line, site.backward}].push_back(site);
}

std::vector<std::size_t> EagerSites::at(const WorkSite& site) const
{
    if (const auto found = m_pieces.find(site); found != m_pieces.end())
        return found->second;
    std::vector<std::size_t> all;
    const auto sameLine = m_byLine.find({site.file, site.line, site.backward});
    if (sameLine == m_byLine.end())
        return all;
    for (const auto& other : sameLine->second)
        if (endsWithModule(other.module, site.module)) {
            const auto& list = m_pieces.at(other);
            all.insert(all.end(), list.begin(), list.end());
        }
    std::ranges::sort(all);
    return all;
}

} // namespace profiler
