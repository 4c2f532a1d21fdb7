// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/report/sentences/break_advice.h"
#include "ui/comparison/comparison_view.h"
#include "ui/widgets/sentence_panel.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace profiler {
struct Finding;
} // namespace profiler

namespace ui {

enum class BreakRowKind { RanEager, Break, Elsewhere, Recompile };

/// One row of the list: a place where the graph is left, or something recompiled.
struct BreakRow {
    BreakRowKind kind = BreakRowKind::Break;
    int number = 0; ///< of a break in its case, as Timeline has it; 0: it has none
    Status status = Status::Warning;
    QString title; ///< the reason in plain words
    QString place; ///< "vit/head.py:83"
    QString wholePlace;
    QString function;
    QString detail; ///< "3 times a call · 2 records"; of a recompile the guard
    QString cost; ///< "–" or "18.2 s"
    QString costInterval; ///< "17.9 s to 18.6 s"; empty: none
    std::optional<double> costNs; ///< of a call
    QString costReason;
    int records = 0;
    std::optional<double> perCall;
    std::vector<int> variants; ///< in which it occurs
    std::string file;
    int line = 0;
    profiler::Advice advice;
    QString said; ///< torch's own words
};

/// Everything that the page shows of the focused variant in the shown case.
struct BreakContents {
    PageSentence headline;
    std::vector<BreakRow> rows;
    std::vector<profiler::GraphPiece> graphs; ///< `endsAt` = place of a row's number - 1
    bool inTime = false; ///< the graphs, as a traced call ran them
    bool byCost = false; ///< the order of the breaks; else by passes of a call
    bool clean = false; ///< one graph, no breaks, no recompiles
};

[[nodiscard]] BreakContents breakContents(const ComparisonView& view);

/// What the findings say of the row in the shown case: of the focused variant where the row is its
/// own, else of the first one that it occurs in.
[[nodiscard]] std::vector<profiler::Finding> findingsOf(
    const BreakRow& row, const ComparisonView& view);

/// Heading of the rows of a kind: "Recompiles".
[[nodiscard]] QString headingOf(BreakRowKind kind);

} // namespace ui
