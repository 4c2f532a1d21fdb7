// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline with everything that somebody can choose on it.
#include "tests/pictures/pictured_window.h"
#include "tests/pictures/stored_picture.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/canvas/timeline_commands.h"
#include "ui/window/workspace/page_stack.h"

#include <gtest/gtest.h>

namespace {

using pictures::Look;
using ui::TimelineRowKind;

/// Of the longest kernel of the last run in what is seen.
std::optional<ui::TimelinePick> longestKernel(const ui::TimelineScene& scene)
{
    std::optional<ui::TimelinePick> longest;
    const auto& rows = scene.layout.rows();
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].row.kind != TimelineRowKind::Kernels || rows[row].run + 1 < scene.runs.size())
            continue;
        for (std::size_t i = 0; i < rows[row].row.lane->size(); ++i) {
            const auto pick = scene.pickOf(row, i);
            const auto length = [](const ui::TimelinePick& each) {
                return each.what.span.end - each.what.span.begin;
            };
            if (!longest || length(pick) > length(*longest))
                longest = pick;
        }
    }
    return longest;
}

TEST(TimelinePicture, ShowsWhatIsSelectedInAllVariants)
{
    pictures::PicturedWindow shown(Look::Dark, {1680, 1020});
    shown.openGpu();
    shown.window().shown().setFocus(2);
    shown.window().showPage(ui::PageId::Timeline);
    static_cast<void>(shown.picture()); // all has come by now
    auto* canvas = shown.window().findChild<ui::TimelineCanvas*>();
    ASSERT_NE(canvas, nullptr);
    const auto call = canvas->window();
    canvas->pick(longestKernel(canvas->scene()));
    canvas->mark();
    canvas->selectRange(ui::TimelineWindow {call.from + call.length() / 10, call.to / 2});
    const std::string complaint = pictures::complaint(
        QStringLiteral("timeline_selection"), [&] { return shown.picture(); });
    EXPECT_TRUE(complaint.empty()) << complaint;
}

} // namespace
