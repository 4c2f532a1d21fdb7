// SPDX-License-Identifier: GPL-3.0-or-later
// Pins what a picture could differ by between machines: display, scale, fonts, time zone, folders.
#include <QApplication>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

namespace {

/// Two screens: the second has 1.5 pixels for each point, as desktops tell it.
constexpr const char* screens = R"({"screens": [
    {"name": "one", "x": 0, "y": 0, "width": 4000, "height": 4000, "logicalDpi": 96},
    {"name": "one and a half", "x": 4000, "y": 0, "width": 4000, "height": 4000, "logicalDpi": 144}
]})";

/// No font but the bundled ones, so a sign that these lack shows; and one way to smooth them.
constexpr const char* fonts = R"(<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <cachedir>%1/fonts</cachedir>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
)";

QString written(const QString& file, const QString& text)
{
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(text.toUtf8()) < 0)
        std::abort();
    return file;
}

void pinEnvironment(const QString& home)
{
    for (const char* name : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI",
             "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME", "QT_ENABLE_HIGHDPI_SCALING",
             "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
        qunsetenv(name);
    qputenv("TZ", "UTC"); // of Live progress; recordings know their own
    qputenv("HOME", home.toUtf8());
    qputenv("FONTCONFIG_FILE",
        written(home + QStringLiteral("/fonts.conf"), QString::fromLatin1(fonts).arg(home))
            .toUtf8());
    qputenv("QT_QPA_PLATFORM",
        "offscreen:configfile="
            + written(home + QStringLiteral("/screens.json"), QString::fromLatin1(screens))
                  .toUtf8());
}

} // namespace

int main(int argc, char** argv)
{
    const QTemporaryDir home;
    pinEnvironment(home.path());
    QStandardPaths::setTestModeEnabled(true);
    const QApplication application(argc, argv);
    QApplication::setCursorFlashTime(0);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
