// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/control/window_controllers.h"

#include "ui/window/bars/stale_banner.h"

namespace ui {

WindowControllers::WindowControllers(
    const WindowContext& windowContext, StaleBanner& stale, FindBar& findBar)
    : context(windowContext)
    , presentation(context)
    , files(context, presentation, stale)
    , saving(context, files, presentation)
    , recording(context, files)
    , imports(context, files)
    , pages(context, presentation)
    , find(context, findBar)
    , palette(context, files, pages)
{
    QObject::connect(&stale, &StaleBanner::copyRequested, &saving, &SaveController::chooseCopy);
}

} // namespace ui
