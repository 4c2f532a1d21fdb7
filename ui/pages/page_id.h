// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ui {

/// A page by the word that the command line, the settings and exported figures call it. A page that
/// no other page leads to needs no name here: its descriptor says the word.
struct PageId {
    std::string_view word;

    friend bool operator==(const PageId&, const PageId&) = default;

    friend bool operator<(const PageId& one, const PageId& other) { return one.word < other.word; }

    // Written as enumerators are. NOLINTBEGIN(readability-identifier-naming)
    static const PageId Overview, Results, Latency, CompileTime, Timeline, Kernels, GraphBreaks,
        Gpu, Numerics, Memory, Configuration, Log, Runs, Reports, NewComparison, Live;
    // NOLINTEND(readability-identifier-naming)
};

inline constexpr PageId PageId::Overview {"overview"};
inline constexpr PageId PageId::Results {"results"};
inline constexpr PageId PageId::Latency {"latency"};
inline constexpr PageId PageId::CompileTime {"compile"};
inline constexpr PageId PageId::Timeline {"timeline"};
inline constexpr PageId PageId::Kernels {"kernels"};
inline constexpr PageId PageId::GraphBreaks {"breaks"};
inline constexpr PageId PageId::Gpu {"gpu"};
inline constexpr PageId PageId::Numerics {"numerics"};
inline constexpr PageId PageId::Memory {"memory"};
inline constexpr PageId PageId::Configuration {"configuration"};
inline constexpr PageId PageId::Log {"log"};
inline constexpr PageId PageId::Runs {"runs"};
inline constexpr PageId PageId::Reports {"reports"};
inline constexpr PageId PageId::NewComparison {"new"};
inline constexpr PageId PageId::Live {"live"};

} // namespace ui
