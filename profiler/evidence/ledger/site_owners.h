// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/eager_sites.h"
#include "profiler/evidence/ledger/matched_calls.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace profiler {

/// What a kernel call computes, read from the operators of its graph.
struct CallContent {
    std::vector<std::size_t> own; ///< nodes that no library call computes
    std::map<WorkSite, int> sites; ///< how many of its nodes each has
    bool library = false;
    bool hasOwn = false; ///< something is computed here, not just prepared for a library call
    std::optional<CallOfCode> helps; ///< a library call that it computes a part of
};

/// Which kernel call stands for the eager work of each place. Several calls may name one place: a
/// library call takes the operators of its family in their order, and what is left goes to the
/// compiled kernel with the most operators from there, the last of several.
class SiteOwners {
public:
    /// `ran`: the calls that a trace shows.
    SiteOwners(const std::vector<GeneratedCode>& codes, const MatchedCalls& matched,
        const std::set<CallOfCode>& ran);

    [[nodiscard]] const std::map<CallOfCode, CallContent>& contents() const { return m_contents; }

    /// Of each piece of eager work; nullopt: no call names its place.
    [[nodiscard]] std::vector<std::optional<CallOfCode>> ownersOf(
        const std::vector<WorkPiece>& pieces, const EagerSites& sites) const;

    /// All that compute something of that place, the kernel that takes what library calls leave
    /// first.
    [[nodiscard]] std::vector<CallOfCode> callsAt(const WorkSite& site) const;

private:
    struct Owners {
        std::map<LibraryFamily, std::vector<CallOfCode>> library; ///< in the order they run
        std::optional<CallOfCode> kernel;
        int nodes = 0; ///< of that kernel
    };

    void addCall(const CallOfCode& id, const GeneratedCode& code, const GeneratedCall& call);
    void own(const CallOfCode& id, const CallContent& content, const std::string& kernel);

    std::map<CallOfCode, CallContent> m_contents;
    std::map<WorkSite, Owners> m_owners;
    /// Who computes a node: by code and node.
    std::map<std::pair<std::size_t, std::size_t>, CallOfCode> m_libraryCalls;
};

} // namespace profiler
