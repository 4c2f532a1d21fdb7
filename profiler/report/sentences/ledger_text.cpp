// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/ledger_text.h"

#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/work_text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace profiler {
namespace {

constexpr std::size_t mostOperators = 4; ///< of a title

/// "batch_norm" of "aten::batch_norm", "relu" of "aten::relu_".
std::string bareOperator(std::string_view name)
{
    for (const std::string_view separator : {"::", "."})
        if (const auto at = name.rfind(separator); at != std::string_view::npos)
            name.remove_prefix(at + separator.size());
    while (name.size() > 1 && name.ends_with('_'))
        name.remove_suffix(1);
    return std::string(name);
}

std::string operatorsText(const std::vector<std::string>& operators)
{
    std::vector<std::string> names;
    for (const auto& each : operators)
        if (auto bare = bareOperator(each); std::ranges::find(names, bare) == names.end())
            names.push_back(std::move(bare));
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), mostOperators); ++i)
        text += (i == 0 ? "" : " + ") + names[i];
    if (names.size() > mostOperators)
        text += fmt::format(" and {} more", names.size() - mostOperators);
    return text;
}

/// Of what the kind itself says.
std::string kindTitle(LedgerKind kind)
{
    return textOf(kind,
        {{LedgerKind::WeightLayout, "weights into another memory layout"},
            {LedgerKind::InputLayout, "inputs into another memory layout"},
            {LedgerKind::Cast, "casts"}, {LedgerKind::Pad, "padding"}, {LedgerKind::Fill, "fills"},
            {LedgerKind::Clone, "copies"}});
}

} // namespace

std::string ledgerTitle(const LedgerRow& row)
{
    if (row.kind >= LedgerKind::Host) // the rests, in the order of their own kinds
        return restName(
            static_cast<RestKind>(static_cast<int>(row.kind) - static_cast<int>(LedgerKind::Host)));
    if (auto title = kindTitle(row.kind); !title.empty())
        return title;
    if (auto title = operatorsText(row.eagerOperators); !title.empty())
        return title;
    if (auto title = operatorsText(row.operators); !title.empty())
        return title;
    return row.kernels.empty() ? "work" : bareOperator(row.kernels.front().name);
}

std::string ledgerMeaning(const LedgerRow& row)
{
    auto text = textOf(row.kind,
        {{LedgerKind::RanEager, "No compiled graph holds it: it runs as in eager."},
            {LedgerKind::WeightLayout,
                "The same weights are copied at every call, for a library that wants them in "
                "another "
                "memory layout."},
            {LedgerKind::InputLayout,
                "Tensors are copied at every call, for a library that wants them in another memory "
                "layout."},
            {LedgerKind::CompiledAlone, "Nothing of eager is known to be the same work."},
            {LedgerKind::EagerAlone, "Compiling made it go, or no compiled kernel names it."}});
    if (row.sharedByBytes)
        text += (text.empty() ? "" : " ")
            + std::string("The kernel does both, copying and computing: its time is shared out by "
                          "the bytes of either, an estimate.");
    return text;
}

std::string ledgerPlace(const LedgerRow& row)
{
    if (isHidden(row.kind) && row.kernels.size() > 1)
        return fmt::format("in {} kernel calls", row.kernels.size());
    const bool byModule = !row.modules.empty();
    if (!byModule && row.places.empty())
        return {};
    const auto more = (byModule ? row.modules.size() : row.places.size()) - 1;
    const auto first = byModule ? row.modules.front()
                                : placeText(row.places.front().file, row.places.front().line);
    return more == 0 ? first : fmt::format("{} and {} more", first, more);
}

std::string sourceFileNote(const SourceFileWork& file, bool changed)
{
    if (changed)
        return "changed since it was recorded; shown as it was";
    return textOf(file.text,
        {{SourceText::NoFile, "no file: a string or a cell of a notebook"},
            {SourceText::NotStored, "its text was not recorded, or could not be read"}});
}

std::string ledgerGap(LedgerGap gap)
{
    return textOf(gap,
        {{LedgerGap::Bytes, "the code does not say how much of its tensors it takes"},
            {LedgerGap::EagerBytes, "only compiled code says how much it reads and writes"},
            {LedgerGap::Flops, "no matrix product, convolution or attention"},
            {LedgerGap::Time, "the trace cannot be scaled to untraced calls"},
            {LedgerGap::Rate,
                "bytes, operations or the time of one call are not known, or it was faster than "
                "the peak "
                "measured here"},
            {LedgerGap::NoSide, "nothing on this side"}});
}

} // namespace profiler
