// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_trace.h"

namespace profiler {

LedgerTrace::LedgerTrace(const WorkPieces& work, const std::vector<std::vector<RowShare>>& rowsOf,
    const std::vector<std::size_t>& placeOf)
    : m_ofOperator(work.ofOperator)
    , m_ofKernel(work.ofKernel)
{
    m_first.reserve(rowsOf.size() + 1);
    m_rows.reserve(rowsOf.size());
    for (const auto& shares : rowsOf) {
        m_first.push_back(static_cast<std::uint32_t>(m_rows.size()));
        for (const auto& share : shares)
            m_rows.push_back(static_cast<std::uint32_t>(placeOf[share.row]));
    }
    m_first.push_back(static_cast<std::uint32_t>(m_rows.size()));
}

std::span<const std::uint32_t> LedgerTrace::ofPiece(std::uint32_t piece) const
{
    if (piece == noPiece)
        return {};
    return std::span(m_rows).subspan(m_first[piece], m_first[piece + 1] - m_first[piece]);
}

} // namespace profiler
