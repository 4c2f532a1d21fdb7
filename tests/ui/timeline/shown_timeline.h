// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "storage/file/run_database.h"
#include "tests/support/gpu_example.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/patience.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/theme/theme.h"

#include <QPoint>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>

namespace ui {

/// The example of a GPU in a file, which the page reads for itself.
class ShownTimeline : public testing::Test {
protected:
    using Change = std::function<void(profiler::ComparisonData&)>;

    ComparisonView onGpu(int focus = 2, const Change& change = {})
    {
        auto example = recorded_example::gpuExample();
        if (change)
            change(example.data);
        const auto file = m_folder.filePath(QStringLiteral("run.fscope"));
        const auto id = storage::storeCopy(file.toStdString(), example.data, {}, example.rowsOf());
        EXPECT_TRUE(id) << id.error().message;
        ComparisonView view;
        view.file = file;
        const auto data = storage::loadComparison(file.toStdString());
        if (!data) {
            ADD_FAILURE() << data.error().message;
            return view;
        }
        view.comparison = judged(*data);
        view.focus = focus;
        return view;
    }

    TimelinePage& shown(const ComparisonView& view)
    {
        m_page = std::make_unique<TimelinePage>(m_theme);
        m_page->showView(view);
        m_page->resize(1200, 900);
        m_page->show();
        EXPECT_TRUE(QTest::qWaitFor([&] { return m_page->isReady(); }, ui_test::patience));
        ui_test::waitUntilLaidOut(*m_page);
        return *m_page;
    }

    static std::size_t rowOf(const TimelineCanvas& canvas, std::size_t run, TimelineRowKind kind)
    {
        const auto& rows = canvas.layoutOfRows().rows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].run == run && rows[i].row.kind == kind)
                return i;
        ADD_FAILURE() << "there is no such row";
        return 0;
    }

    /// In the middle of the longest event of a row.
    static QPoint placeOfLongest(const TimelineCanvas& canvas, std::size_t row)
    {
        const auto& placed = canvas.layoutOfRows().rows().at(row);
        const auto& lane = *placed.row.lane;
        profiler::TimelineEvent longest = lane.event(0);
        for (std::size_t i = 1; i < lane.size(); ++i)
            if (const auto event = lane.event(i);
                event.span.end - event.span.begin > longest.span.end - longest.span.begin)
                longest = event;
        const auto middle = (longest.span.begin + longest.span.end) / 2;
        const double x
            = canvas.layoutOfRows().xOf(middle - canvas.originOfRun(placed.run), canvas.window());
        return {static_cast<int>(x), placed.box.center().y()};
    }

    QTemporaryDir m_folder;
    Theme m_theme {ThemeChoice::Dark};
    std::unique_ptr<TimelinePage> m_page;
};

} // namespace ui
