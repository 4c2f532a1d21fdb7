// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workspace/inspector_dock.h"

#include <QMainWindow>

namespace ui {

namespace {

constexpr int leastWidth = 292;
constexpr int mostWidth = 560;

/// A plain QWidget has no size to say, and the dock would count with -1.
class NoTitleBar : public QWidget {
public:
    [[nodiscard]] QSize sizeHint() const override { return {0, 0}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {0, 0}; }
};

} // namespace

InspectorDock::InspectorDock(QMainWindow& workspace)
    : QDockWidget(tr("Inspector"))
    , m_workspace(workspace)
{
    setObjectName(QStringLiteral("inspector"));
    setFeatures(QDockWidget::NoDockWidgetFeatures);
    setTitleBarWidget(new NoTitleBar);
    hide();
}

void InspectorDock::showContent(QWidget* content, bool wanted)
{
    const bool shown = content != nullptr && wanted;
    if (content != nullptr && widget() != content) {
        const bool first = widget() == nullptr;
        content->setMinimumWidth(leastWidth);
        content->setMaximumWidth(mostWidth);
        setWidget(content);
        content->show();
        setVisible(shown);
        if (first)
            resetWidth();
    }
    setVisible(shown);
}

void InspectorDock::resetWidth()
{
    m_workspace.resizeDocks({this}, {usualWidth}, Qt::Horizontal);
}

} // namespace ui
