// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/ledger_row.h"

#include <array>

namespace profiler {

template <>
std::span<const EnumKey<LedgerKind>> enumKeys()
{
    using enum LedgerKind;
    static constexpr std::array<EnumKey<LedgerKind>, 14> keys {
        {{Replaced, "replaced"}, {RanEager, "ran_eager"}, {WeightLayout, "weight_layout"},
            {InputLayout, "input_layout"}, {Cast, "cast"}, {Pad, "pad"}, {Fill, "fill"},
            {Clone, "clone"}, {CompiledAlone, "compiled_alone"}, {EagerAlone, "eager_alone"},
            {Host, "host"}, {DeviceCopies, "device_copies"}, {DeviceIdle, "device_idle"},
            {Unexplained, "unattributed"}}};
    return keys;
}

bool isHidden(LedgerKind kind)
{
    return kind >= LedgerKind::WeightLayout && kind <= LedgerKind::Clone;
}

double shareOf(const LedgerPart& part, const LedgerPart& all)
{
    return all.ns > 0 ? static_cast<double>(part.ns) / static_cast<double>(all.ns)
                      : static_cast<double>(part.count) / static_cast<double>(all.count);
}

double LedgerRow::changeNs() const
{
    const bool scaled = (!eager || eager->ns) && (!compiled || compiled->ns);
    const auto ns = [&](const std::optional<LedgerTime>& time) {
        return !time ? 0 : scaled ? *time->ns : time->tracedNs;
    };
    return ns(compiled) - ns(eager);
}

} // namespace profiler
