// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace/window_layout.h"

#include "ui/pages/list/page_list.h"

#include <QMainWindow>
#include <QSettings>

namespace ui {

namespace {

/// Raised when docks are added or renamed: older places would then mean something else.
constexpr int layoutVersion = 1;

QString keyOf(PageId page, const char* what)
{
    return QStringLiteral("workspace/%1/%2").arg(descriptorOf(page).word(), QLatin1String(what));
}

} // namespace

WindowLayout::WindowLayout(QMainWindow& workspace, QSettings* settings)
    : m_workspace(workspace)
    , m_settings(settings)
{
    if (settings == nullptr)
        return;
    for (const PageDescriptor& entry : pageList()) {
        const QByteArray state = settings->value(keyOf(entry.id, "state")).toByteArray();
        if (!state.isEmpty())
            m_states[entry.id] = state;
        if (settings->value(keyOf(entry.id, "inspectorClosed")).toBool())
            m_closed.insert(entry.id);
    }
}

void WindowLayout::remember(PageId page)
{
    m_states[page] = m_workspace.saveState(layoutVersion);
    if (m_settings != nullptr)
        m_settings->setValue(keyOf(page, "state"), m_states[page]);
}

void WindowLayout::restore(PageId page) const
{
    const auto found = m_states.find(page);
    if (found != m_states.end())
        m_workspace.restoreState(found->second, layoutVersion); // an older version changes nothing
}

bool WindowLayout::inspectorWanted(PageId page) const
{
    return !m_closed.contains(page);
}

void WindowLayout::setInspectorWanted(PageId page, bool wanted)
{
    if (wanted)
        m_closed.erase(page);
    else
        m_closed.insert(page);
    if (m_settings != nullptr)
        m_settings->setValue(keyOf(page, "inspectorClosed"), !wanted);
}

void WindowLayout::reset()
{
    m_states.clear();
    m_closed.clear();
    if (m_settings != nullptr)
        m_settings->remove(QStringLiteral("workspace"));
}

} // namespace ui
