// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/html/slide.h"
#include "tests/ui/example_states.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/export/report_files.h"
#include "ui/export/svg_text.h"

#include <QImage>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

using namespace ui;

namespace {

profiler::Picture slideOf(const std::string& state, const profiler::SlideOptions& options = {})
{
    const auto comparison = example_states::judgedState(state);
    return profiler::slidePicture(comparison->result, comparison->data, options);
}

SplitSvg splitOf(const profiler::Picture& slide)
{
    return splitSvg(QByteArray::fromStdString(profiler::standaloneSvg(slide, "Inter")));
}

} // namespace

TEST(Slide, IsXmlAndNothingOnItIsSmallerThanFourteenPoints)
{
    for (const auto& state : example_states::all()) {
        const auto slide = slideOf(state.name, {.file = "runs.fscope"});
        const auto svg = QByteArray::fromStdString(
            profiler::standaloneSvg(slide, profiler::fontList, "in", 144));
        QXmlStreamReader reader(svg);
        while (!reader.atEnd())
            reader.readNext();
        EXPECT_FALSE(reader.hasError()) << state.name << reader.errorString().toStdString();
        const auto split = splitOf(slide);
        EXPECT_GE(split.texts.size(), 4U) << state.name;
        for (const SvgText& text : split.texts) {
            EXPECT_GE(text.size, profiler::smallestSlideText)
                << state.name << ": " << text.text.toStdString();
            EXPECT_GE(text.at.y(), 0) << text.text.toStdString();
            EXPECT_LE(text.at.y(), profiler::slideHeight) << text.text.toStdString();
            EXPECT_LE(text.at.x(), profiler::slideWidth) << text.text.toStdString();
        }
    }
}

TEST(Slide, SaysTheSentenceWhole)
{
    const auto slide = slideOf("recommended");
    QString drawn;
    for (const SvgText& text : splitOf(slide).texts)
        drawn += text.text + u' ';
    const auto plain = [](QString text) {
        return text.remove(u' ').remove(QChar(0xa0)).remove(QChar(0x202f)).remove(QChar(0x2009));
    };
    EXPECT_TRUE(plain(drawn).contains(plain(QString::fromStdString(slide.title))))
        << drawn.toStdString();
}

TEST(Slide, PngHasTheSizeOfAScreenAndATransparentGroundIfAsked)
{
    const auto opaque = QImage::fromData(slidePng(slideOf("recommended"), false), "PNG");
    EXPECT_EQ(opaque.size(), QSize(1920, 1080));
    EXPECT_EQ(opaque.pixelColor(4, 4), QColor(Qt::white));
    const auto clear
        = QImage::fromData(slidePng(slideOf("recommended", {.transparent = true}), true), "PNG");
    EXPECT_EQ(clear.pixelColor(4, 4).alpha(), 0);
    const auto dark = QImage::fromData(
        slidePng(slideOf("recommended", {.theme = profiler::ReportTheme::Dark}), false), "PNG");
    EXPECT_LT(dark.pixelColor(4, 4).lightness(), 40);
}

TEST(Slide, TellsWhereItComesFrom)
{
    const auto slide = slideOf("recommended", {.file = "/home/me/runs.fscope"});
    const auto svg = profiler::standaloneSvg(slide, profiler::fontList);
    EXPECT_NE(svg.find("<desc>"), std::string::npos);
    EXPECT_NE(svg.find("runs.fscope@"), std::string::npos);
    EXPECT_EQ(svg.find("/home/me"), std::string::npos);
}
