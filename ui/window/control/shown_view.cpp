// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/shown_view.h"

#include <utility>

namespace ui {

void ShownView::setView(ComparisonView view)
{
    m_view = std::move(view);
    Q_EMIT changed(m_view);
}

void ShownView::setCase(int caseIndex)
{
    ComparisonView view = m_view;
    view.caseIndex = caseIndex;
    if (view.caseResult() != nullptr)
        setView(std::move(view));
}

void ShownView::setFocus(int variant)
{
    ComparisonView view = m_view;
    view.focus = variant;
    if (view.focused() == nullptr || variant == m_view.focus)
        return;
    view.hidden.erase(variant);
    setView(std::move(view));
}

void ShownView::toggleHidden(int variant)
{
    if (variant == 0 || variant == m_view.focus)
        return;
    ComparisonView view = m_view;
    if (view.hidden.erase(variant) == 0)
        view.hidden.insert(variant);
    setView(std::move(view));
}

void ShownView::showAllVariants()
{
    ComparisonView view = m_view;
    view.hidden.clear();
    setView(std::move(view));
}

} // namespace ui
