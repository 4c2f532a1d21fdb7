// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_camera.h"

#include <gtest/gtest.h>

namespace ui {
namespace {

TimelineCamera cameraOver(std::int64_t to)
{
    TimelineCamera camera;
    camera.setBounds({0, to});
    camera.show({0, to});
    return camera;
}

TEST(TimelineCamera, ZoomsAroundAMoment)
{
    auto camera = cameraOver(1'000'000);
    camera.zoom(250'000, 0.5);
    EXPECT_EQ(camera.window(), (TimelineWindow {125'000, 625'000}));
    const double share = (250'000.0 - 125'000) / 500'000;
    EXPECT_DOUBLE_EQ(share, 0.25) << "the moment stands where it stood";
}

TEST(TimelineCamera, StaysWithinWhatThereIs)
{
    auto camera = cameraOver(1'000'000);
    camera.zoom(0, 4);
    EXPECT_EQ(camera.window(), camera.bounds());
    camera.zoom(900'000, 0.1);
    camera.pan(100);
    EXPECT_EQ(camera.window().to, 1'000'000);
    EXPECT_EQ(camera.window().length(), 100'000);
    for (int i = 0; i < 100; ++i)
        camera.zoom(950'000, 0.5);
    EXPECT_EQ(camera.window().length(), TimelineCamera::narrowest);
}

TEST(TimelineCamera, GoesBackToWhereItWas)
{
    auto camera = cameraOver(1'000'000);
    const auto whole = camera.window();
    camera.show({1'000, 2'000});
    camera.show({5'000, 6'000});
    EXPECT_TRUE(camera.back());
    EXPECT_EQ(camera.window(), (TimelineWindow {1'000, 2'000}));
    EXPECT_TRUE(camera.back());
    EXPECT_EQ(camera.window(), whole);
    EXPECT_TRUE(camera.forward());
    EXPECT_EQ(camera.window(), (TimelineWindow {1'000, 2'000}));
    camera.show({7'000, 8'000});
    EXPECT_FALSE(camera.forward()) << "another way was taken";
}

} // namespace
} // namespace ui
