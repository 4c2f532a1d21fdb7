// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_rates.h"

#include "profiler/evidence/ledger/ledger_shares.h"
#include "profiler/report/sentences/ledger_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "ui/charts/chart_text.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <array>
#include <cmath>

namespace ui {

namespace {

using profiler::LedgerGap;
using profiler::LedgerRates;

using Value = std::optional<double>;

constexpr double giga = 1e9;

class RateMaker {
public:
    RateMaker(
        const profiler::LedgerRow& row, const profiler::Measured<profiler::MachineRoofs>& roofs)
        : m_row(row)
        , m_roofs(roofs)
        , m_sides({profiler::eagerRates(row, roofs.value_or(profiler::MachineRoofs {})),
              profiler::compiledRates(row, roofs.value_or(profiler::MachineRoofs {}))})
    {
    }

    [[nodiscard]] std::vector<DataRow> made()
    {
        addBytes();
        addFlops();
        return std::move(m_made);
    }

private:
    [[nodiscard]] bool hasSide(std::size_t side) const
    {
        return side == 0 ? m_row.eager.has_value() : m_row.compiled.has_value();
    }

    /// `text` of a value, `reason` of a side that has none, `note` on those that are there.
    template <typename Of, typename Text, typename Reason>
    void add(const QString& name, const Of& of, const Text& text, const Reason& reason,
        const QString& note = {})
    {
        DataRow row {.cells = {textCell(name)}};
        for (std::size_t side = 0; side < m_sides.size(); ++side) {
            if (const Value value = of(m_sides.at(side))) {
                auto& cell = row.cells.emplace_back(numberCell(text(*value), *value));
                cell.reason = note;
                continue;
            }
            const std::string why
                = hasSide(side) ? reason(side) : profiler::ledgerGap(LedgerGap::NoSide);
            row.cells.push_back(missingCell(qt(profiler::capitalized(why)) + u'.'));
        }
        m_made.push_back(std::move(row));
    }

    void addBytes()
    {
        const auto noBytes = [](std::size_t side) {
            return profiler::ledgerGap(side == 0 ? LedgerGap::EagerBytes : LedgerGap::Bytes);
        };
        add(
            tr("bytes"), [](const LedgerRates& side) { return side.bytes; },
            [](double bytes) { return qt(profiler::formatBytes(std::llround(bytes))); }, noBytes,
            tr("Read and written in one call, as the generated code says."));
        if (!m_row.bytes) // of what is not known nothing more can be said
            return;
        const auto noRate = [&](std::size_t side) {
            return side == 0 ? noBytes(side) : profiler::ledgerGap(LedgerGap::Time);
        };
        add(
            tr("GB/s"), [](const LedgerRates& side) { return side.bytesPerSecond; },
            [](double rate) { return numberText(rate / giga, 3); }, noRate);
        add(
            tr("of bandwidth"), [](const LedgerRates& side) { return side.shares.bandwidth; },
            shareText, [&](std::size_t side) { return whyNoShare(side, noRate(side)); },
            tr("Of what this machine's memory was measured to give; above 100 % it lies in "
               "caches."));
    }

    void addFlops()
    {
        add(
            tr("FLOPs"), [](const LedgerRates& side) { return side.flops; }, amountText,
            [](std::size_t) { return profiler::ledgerGap(LedgerGap::Flops); },
            tr("Of one call: of its matrix products, convolutions and attention."));
        if (!m_row.flops)
            return;
        const auto noTime = [](std::size_t) { return profiler::ledgerGap(LedgerGap::Time); };
        add(
            tr("GFLOP/s"), [](const LedgerRates& side) { return side.flopsPerSecond; },
            [](double rate) { return numberText(rate / giga, 3); }, noTime);
        add(
            tr("of peak"), [](const LedgerRates& side) { return side.shares.peak; }, shareText,
            [&](std::size_t side) { return whyNoShare(side, noTime(side)); },
            tr("Of the fastest product of matrices in float32 that was measured on this machine."));
    }

    /// The rate is known, but not what the machine does at most.
    [[nodiscard]] std::string whyNoShare(std::size_t side, const std::string& noRate) const
    {
        const auto& ns = side == 0 ? m_row.eager->ns : m_row.compiled->ns;
        if (!m_roofs)
            return profiler::reasonText(m_roofs.error());
        return ns ? profiler::ledgerGap(LedgerGap::Rate) : noRate;
    }

    /// "57.8 M", "1.23 G"
    static QString amountText(double amount)
    {
        constexpr std::array units {
            std::pair {giga, u'G'}, std::pair {1e6, u'M'}, std::pair {1e3, u'k'}};
        for (const auto& [unit, letter] : units)
            if (amount >= unit)
                return numberText(amount / unit, 3) + QLatin1Char(' ') + letter;
        return numberText(amount, 3);
    }

    const profiler::LedgerRow& m_row;
    const profiler::Measured<profiler::MachineRoofs>& m_roofs;
    std::array<LedgerRates, 2> m_sides;
    std::vector<DataRow> m_made;
};

} // namespace

std::vector<DataRow> rateRows(
    const profiler::LedgerRow& row, const profiler::Measured<profiler::MachineRoofs>& roofs)
{
    if (row.kind >= profiler::LedgerKind::Host)
        return {};
    return RateMaker(row, roofs).made();
}

} // namespace ui
