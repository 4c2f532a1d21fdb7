// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_id.h"
#include "ui/window/control/window_context.h"

#include <QObject>
#include <QString>

namespace profiler {
struct Finding;
}

namespace ui {

class Page;
class PresentationController;

/// Does what pages ask for, and leads to what stands on another page.
class PageController : public QObject {
    Q_OBJECT

public:
    PageController(const WindowContext& context, PresentationController& presentation);

    /// A kernel or an operator on Timeline or Kernels.
    void showWork(PageId page, const QString& name, int variant);
    /// Lights those rows of the ledger on Timeline.
    void showSameWork(const std::vector<std::size_t>& rows);
    void showFinding(const profiler::Finding& finding);
    /// That case with that variant in focus.
    void showCase(int caseIndex, int variant);
    void editGoal();

private:
    void connectPage(Page* page);

    WindowContext m_context;
    PresentationController& m_presentation;
};

} // namespace ui
