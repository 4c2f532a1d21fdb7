// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/control/window_context.h"
#include "ui/window/palette/palette_model.h"

#include <optional>
#include <vector>

namespace ui {

class FileController;
class PageController;

/// What the command palette offers: the registry's actions, and what the open file holds.
class PaletteContents {
public:
    PaletteContents(const WindowContext& context, FileController& files, PageController& pages);

    [[nodiscard]] std::vector<PaletteItem> everything() const;
    /// Files that were open lately and are not now.
    [[nodiscard]] std::vector<PaletteItem> recentFiles() const;
    /// An id that was pasted, alone or with the footer around it.
    [[nodiscard]] std::optional<PaletteItem> figure(const QString& text) const;

private:
    using Items = std::vector<PaletteItem>;

    void addCommands(Items& items) const;
    void addCases(Items& items) const;
    void addRuns(Items& items) const;
    void addFindings(Items& items) const;
    void addKernels(Items& items) const;

    WindowContext m_context;
    FileController& m_files;
    PageController& m_pages;
};

} // namespace ui
