// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/site_owners.h"

#include <algorithm>
#include <tuple>

namespace profiler {
namespace {

const GeneratedKernel* kernelOfHandle(const GeneratedCode& code, int handle)
{
    const auto found = std::ranges::find(code.kernels, handle, &GeneratedKernel::handle);
    return found == code.kernels.end() ? nullptr : &*found;
}

bool isArgument(const GeneratedNode& node)
{
    return node.target == "input" || node.target == "parameter";
}

} // namespace

SiteOwners::SiteOwners(const std::vector<GeneratedCode>& codes, const MatchedCalls& matched,
    const std::set<CallOfCode>& ran)
{
    for (const auto& id : ran) {
        const auto& call = matched.calls[id.code][id.call];
        if (operatorOf(call.kernel).empty())
            continue;
        if (const auto* kernel = kernelOfHandle(codes[id.code], call.handle))
            for (const auto node : kernel->nodes)
                m_libraryCalls.emplace(std::pair(id.code, node), id);
    }
    for (const auto& id : ran)
        addCall(id, codes[id.code], matched.calls[id.code][id.call]);
}

void SiteOwners::addCall(const CallOfCode& id, const GeneratedCode& code, const GeneratedCall& call)
{
    auto& content = m_contents[id];
    content.library = !operatorOf(call.kernel).empty();
    const auto* kernel = kernelOfHandle(code, call.handle);
    if (kernel == nullptr)
        return;
    for (const auto index : kernel->nodes) {
        const auto& node = code.nodes[index];
        if (isArgument(node))
            continue;
        const auto library = m_libraryCalls.find({id.code, index});
        if (!content.library && library != m_libraryCalls.end()) {
            content.helps = library->second;
            continue;
        }
        content.hasOwn = true;
        content.own.push_back(index);
        const WorkSite site {.module = node.module,
            .file = node.file,
            .line = node.line,
            .backward = isBackward(code)};
        if (site.isKnown())
            ++content.sites[site];
    }
    own(id, content, call.kernel);
}

void SiteOwners::own(const CallOfCode& id, const CallContent& content, const std::string& kernel)
{
    for (const auto& [site, nodes] : content.sites) {
        auto& owners = m_owners[site];
        if (content.library) {
            owners.library[libraryFamilyOf(kernel)].push_back(id);
        } else if (nodes >= owners.nodes) {
            owners.kernel = id;
            owners.nodes = nodes;
        }
    }
}

std::vector<CallOfCode> SiteOwners::callsAt(const WorkSite& site) const
{
    std::vector<CallOfCode> calls;
    const auto found = m_owners.find(site);
    if (found == m_owners.end())
        return calls;
    if (found->second.kernel)
        calls.push_back(*found->second.kernel);
    for (const auto& [family, library] : found->second.library)
        calls.insert(calls.end(), library.begin(), library.end());
    return calls;
}

std::vector<std::optional<CallOfCode>> SiteOwners::ownersOf(
    const std::vector<WorkPiece>& pieces, const EagerSites& sites) const
{
    std::vector<std::optional<CallOfCode>> ofPiece(pieces.size());
    for (const auto& [site, owners] : m_owners) {
        std::map<std::tuple<int, WorkSite, LibraryFamily>, std::size_t> seen; // in each call
        for (const auto piece : sites.at(site)) {
            if (ofPiece[piece])
                continue;
            const auto family = libraryFamilyOf(pieces[piece].name);
            const auto calls = owners.library.find(family);
            if (family != LibraryFamily::None && calls != owners.library.end()) {
                const auto place = seen[{pieces[piece].call, sites.siteOf(piece), family}]++;
                ofPiece[piece] = calls->second[std::min(place, calls->second.size() - 1)];
            } else if (owners.kernel) {
                ofPiece[piece] = owners.kernel;
            } else if (!owners.library.empty()) {
                ofPiece[piece] = owners.library.begin()->second.front();
            }
        }
    }
    return ofPiece;
}

} // namespace profiler
