// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/page_descriptor.h"

#include "ui/comparison/judged_comparison.h"

#include <algorithm>
#include <array>

namespace ui {

QString groupTitle(PageGroup group)
{
    constexpr std::array titles {
        "", "Worth it?", "Why?", "Safe?", "In production?", "Setup", "Library"};
    return QString::fromLatin1(titles.at(static_cast<std::size_t>(group)));
}

QString PageDescriptor::word() const
{
    return QString::fromLatin1(id.word.data(), static_cast<qsizetype>(id.word.size()));
}

bool PageDescriptor::hasData(const ComparisonView& view) const
{
    if (!needsComparison)
        return true;
    return view.caseResult() != nullptr && whyNotInFile(view).isEmpty()
        && (isRecorded == nullptr || isRecorded(view));
}

QString PageDescriptor::whyNotInFile(const ComparisonView& view) const
{
    if (view.comparison == nullptr || !view.comparison->result.imported)
        return {};
    const auto& variants = view.comparison->result.imported->variants;
    const bool isMet = import.isMet != nullptr && std::ranges::any_of(variants, import.isMet);
    return isMet ? QString() : import.otherwise;
}

} // namespace ui
