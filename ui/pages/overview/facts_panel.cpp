// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/facts_panel.h"

#include "ui/text/text.h"

namespace ui {

FactsPanel::FactsPanel(const Theme& theme, const QString& title, SignSide side, QWidget* parent)
    : Panel(theme, title, parent)
    , m_side(side)
{
    body()->setSpacing(2);
    body()->addStretch(1);
}

void FactsPanel::showRows(const std::vector<profiler::MarkedRow>& rows)
{
    while (m_rows.size() > rows.size()) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    while (m_rows.size() < rows.size()) {
        m_rows.push_back(new FactRow(theme(), m_side));
        body()->insertWidget(static_cast<int>(m_rows.size()) - 1, m_rows.back());
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const profiler::MarkedRow& row = rows.at(i);
        m_rows.at(i)->setContent({.name = qt(row.name),
            .stress = qt(row.stress),
            .value = qt(row.value),
            .status = statusOf(row.mark),
            .reason = qt(row.reason)});
    }
}

} // namespace ui
