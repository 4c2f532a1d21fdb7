// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/charts/palette.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr Palette light {.window = "#f3f5f8",
    .panel = "#ffffff",
    .raised = "#f7f9fb",
    .border = "#dde3ea",
    .grid = "#e9edf2",
    .text = "#18202b",
    .muted = "#566274",
    .faint = "#8b97a8",
    .accent = "#095fcc",
    .good = "#067c49",
    .bad = "#b61a34",
    .warn = "#875000",
    .variants
    = {"#42515b", "#168bcf", "#cb6100", "#629c29", "#815eff", "#871d7a", "#b67b71", "#687896"}};

constexpr Palette dark {.window = "#0f1217",
    .panel = "#171b22",
    .raised = "#1e232c",
    .border = "#2a313c",
    .grid = "#252b35",
    .text = "#e6eaf0",
    .muted = "#98a3b3",
    .faint = "#647081",
    .accent = "#209bfc",
    .good = "#32a46b",
    .bad = "#fc495a",
    .warn = "#ffce2f",
    .variants
    = {"#d1d1d0", "#8cd1f8", "#feb348", "#a6ec70", "#9d6aca", "#f78fcb", "#9d663b", "#30c6a2"}};

} // namespace

const Palette& paletteOf(ReportTheme theme)
{
    return theme == ReportTheme::Dark ? dark : light;
}

std::span<const double> dashesOf(int variant)
{
    static constexpr std::array<double, 2> shortDash {4, 3};
    static constexpr std::array<double, 4> dashDot {9, 3, 2, 3};
    static constexpr std::array<double, 2> dots {2, 3};
    static constexpr std::array<double, 2> longDash {12, 4};
    static constexpr std::array<double, 6> dashDotDot {9, 3, 2, 3, 2, 3};
    static constexpr std::array<double, 2> wide {6, 2};
    static constexpr std::array<double, 2> fine {1, 2};
    static constexpr std::array<std::span<const double>, 8> all {
        shortDash, {}, dashDot, dots, longDash, dashDotDot, wide, fine};
    return all.at(static_cast<std::size_t>(std::max(variant, 0)) % all.size());
}

} // namespace profiler
