// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/control/file_controller.h"
#include "ui/window/control/find_controller.h"
#include "ui/window/control/import_controller.h"
#include "ui/window/control/page_controller.h"
#include "ui/window/control/palette_contents.h"
#include "ui/window/control/presentation_controller.h"
#include "ui/window/control/recording_controller.h"
#include "ui/window/control/save_controller.h"
#include "ui/window/control/shown_view.h"
#include "ui/window/control/window_context.h"

namespace ui {

/// What a window can do, each with the state that it needs; they know the widgets of the window and
/// go before them.
struct WindowControllers {
    WindowControllers(const WindowContext& context, StaleBanner& stale, FindBar& findBar);

    WindowContext context;
    PresentationController presentation;
    FileController files;
    SaveController saving;
    RecordingController recording;
    ImportController imports;
    PageController pages;
    FindController find;
    PaletteContents palette;
};

} // namespace ui
