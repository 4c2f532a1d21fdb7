// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger.h"

#include <optional>
#include <vector>

namespace profiler {

/// Times of both sides in one call: untraced where a side's are known, else traced.
struct LedgerSum {
    std::optional<double> eagerNs; ///< nullopt: nothing on that side
    std::optional<double> compiledNs;

    void add(const LedgerSum& other);

    [[nodiscard]] double changeNs() const { return compiledNs.value_or(0) - eagerNs.value_or(0); }
};

/// What a place has of a row of the ledger.
struct LedgerRowPart {
    std::size_t row = 0;
    LedgerSum time;
    bool isWhole = true; ///< the row has no other place
};

struct PlacedPart {
    const LedgerSite* site = nullptr; ///< null: no place is known
    LedgerRowPart part;
};

[[nodiscard]] LedgerSum timeOf(const Ledger& ledger, const LedgerRow& row);

/// A row in the parts that its places have of it; they add up to it. The largest first.
[[nodiscard]] std::vector<PlacedPart> partsOf(const Ledger& ledger, std::size_t row);

/// Of all rows: each side's median, as far as it is known.
[[nodiscard]] LedgerSum timeOfAll(const Ledger& ledger);

} // namespace profiler
