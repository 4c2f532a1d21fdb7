// SPDX-License-Identifier: GPL-3.0-or-later
// Every page as it is meant to look. New comparison is left out: its checks, its estimate and its
// command speak of the interpreter, devices and disk of the machine that it runs on.
#include "profiler/model/case.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/provenance.h"
#include "tests/pictures/pictured_window.h"
#include "tests/pictures/stored_picture.h"
#include "ui/window/workspace/page_stack.h"

#include <QLabel>

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using pictures::Look;
using ui::PageId;

constexpr QSize small {1280, 720};

struct Subject {
    const char* name;
    PageId page;
    /// Of example_states.h; null: the sample comparison; "gpu": the stored one of gpu_example.h.
    const char* state = nullptr;
    int focus = -1; ///< -1: the recommended one
    QSize size = small;
    const char* find = nullptr; ///< in the page
};

void PrintTo(const Subject& subject, std::ostream* out) // NOLINT: GoogleTest looks for it
{
    *out << subject.name;
}

/// The program's own version changes with every release.
void hideVersion(const ui::MainWindow& window)
{
    const QString version = QString::fromStdString(profiler::programVersion());
    for (QLabel* label : window.findChildren<QLabel*>())
        label->setText(label->text().replace(version, QStringLiteral("0.0.0")));
}

class PagePicture : public testing::TestWithParam<std::tuple<Subject, Look>> { };

TEST_P(PagePicture, LooksAsStored)
{
    const auto& [subject, look] = GetParam();
    pictures::PicturedWindow shown(look, subject.size);
    if (subject.state == nullptr)
        shown.openSample();
    else if (subject.state == std::string_view("gpu"))
        shown.openGpu();
    else if (subject.state == std::string_view("suite"))
        shown.openSuite();
    else
        shown.openState(subject.state);
    if (subject.focus >= 0)
        shown.window().shown().setFocus(subject.focus);
    shown.window().showPage(subject.page);
    const QString name
        = QStringLiteral("%1_%2").arg(QLatin1String(subject.name), QLatin1String(wordOf(look)));
    if (subject.find != nullptr)
        shown.find(QLatin1String(subject.find));
    static_cast<void>(shown.picture()); // all has come by now
    hideVersion(shown.window());
    const std::string complaint = pictures::complaint(name, [&] { return shown.picture(); });
    EXPECT_TRUE(complaint.empty()) << complaint;
}

const std::vector<Subject> subjects {
    {"overview", PageId::Overview},
    {"results", PageId::Results, "twelve_cases"},
    {"latency", PageId::Latency},
    {"compile", PageId::CompileTime},
    {"timeline", PageId::Timeline, "gpu", 2},
    {"kernels", PageId::Kernels, "gpu", 2},
    {"breaks", PageId::GraphBreaks, "recommended", 2},
    {"numerics", PageId::Numerics},
    {"memory", PageId::Memory},
    {"shapes", PageId {"shapes"}, "twelve_cases"},
    {"shape_heat_map", PageId {"shapes"}, "twelve_cases", -1, {1280, 1240}},
    {"serving", PageId {"serving"}, "under_load"},
    {"suite", PageId {"suite"}, "suite", -1, {1280, 960}},
    {"configuration", PageId::Configuration},
    {"log", PageId::Log},
    {"runs", PageId::Runs},
    {"live", PageId::Live},
    {"reports", PageId::Reports},
};

/// What the sample does not show; one look each, in turn.
const std::vector<Subject> darkStates {
    {"eight_variants", PageId::Overview, "eight"},
    {"traced_gpu", PageId::Overview, "traced_gpu", 2, {1480, 960}},
    {"traced_cpu", PageId::Kernels, "traced"},
    {"kernels_beside", PageId::Kernels, "gpu", 1, {1680, 1140}},
    // In one look: in the other its stripes of variants are more colours than a picture stores.
    {"gpu", PageId::Gpu, "gpu", 2, {1280, 1000}},
    {"results_differ", PageId::Overview, "results_differ"},
    {"ran_eager", PageId::Overview, "ran_eager"},
    {"crashed", PageId::Live, "crashed"},
    {"find", PageId::Results, "twelve_cases", -1, small, "s128"},
    {"no_breaks", PageId::GraphBreaks, "eight"},
    {"losses", PageId::Numerics, "training", 1},
    {"modules", PageId::Numerics, "modules", 1, {1280, 1320}},
    {"programs", PageId::CompileTime, "programs", 2, {1280, 1000}},
    {"over_a_call", PageId::Memory, "memory", 1, {1480, 1240}},
};

const std::vector<Subject> lightStates {
    {"on_gpu", PageId::Overview, "recommended"},
    {"undecided", PageId::Overview, "undecided"},
    {"not_comparable", PageId::Overview, "not_comparable"},
    {"failed_variant", PageId::Overview, "failed_variant"},
    {"training", PageId::Overview, "training", 1},
    {"over_a_call", PageId::Memory, "memory", 2, {1480, 1240}},
    {"modules", PageId::Numerics, "modules", 1, {1280, 1320}},
};

std::string nameOf(const testing::TestParamInfo<std::tuple<Subject, Look>>& info)
{
    const auto& [subject, look] = info.param;
    return std::string(subject.name) + "_" + wordOf(look);
}

INSTANTIATE_TEST_SUITE_P(Pages, PagePicture,
    testing::Combine(testing::ValuesIn(subjects), testing::Values(Look::Dark, Look::LightLarge)),
    nameOf);

INSTANTIATE_TEST_SUITE_P(DarkStates, PagePicture,
    testing::Combine(testing::ValuesIn(darkStates), testing::Values(Look::Dark)), nameOf);

INSTANTIATE_TEST_SUITE_P(LightStates, PagePicture,
    testing::Combine(testing::ValuesIn(lightStates), testing::Values(Look::LightLarge)), nameOf);

} // namespace
