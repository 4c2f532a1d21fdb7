// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/placed_work.h"
#include "profiler/evidence/ledger/work_pieces.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profiler {

/// Which rows of a ledger the events of one side's trace belong to, so that selecting work on one
/// side shows the same work on the other.
class LedgerTrace {
public:
    LedgerTrace() = default;
    /// `placeOf`: where each row of the placed work stands in the ledger.
    LedgerTrace(const WorkPieces& work, const std::vector<std::vector<RowShare>>& rowsOf,
        const std::vector<std::size_t>& placeOf);

    /// Of a row of the trace's operators, and of its kernels; empty: it belongs to none.
    [[nodiscard]] std::span<const std::uint32_t> ofOperator(std::size_t row) const
    {
        return row < m_ofOperator.size() ? ofPiece(m_ofOperator[row])
                                         : std::span<const std::uint32_t> {};
    }

    [[nodiscard]] std::span<const std::uint32_t> ofKernel(std::size_t row) const
    {
        return row < m_ofKernel.size() ? ofPiece(m_ofKernel[row])
                                       : std::span<const std::uint32_t> {};
    }

private:
    [[nodiscard]] std::span<const std::uint32_t> ofPiece(std::uint32_t piece) const;

    std::vector<std::uint32_t> m_ofOperator; ///< piece of each row
    std::vector<std::uint32_t> m_ofKernel;
    std::vector<std::uint32_t> m_first; ///< of each piece and one beyond: where its rows begin
    std::vector<std::uint32_t> m_rows;
};

} // namespace profiler
