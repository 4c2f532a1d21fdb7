// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/report/text/emphasis.h"
#include "profiler/report/text/mark.h"
#include "profiler/report/text/text_table.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

/// A suite as documents, and its sentences.
namespace profiler {

/// What a cell of the table says, for terminal and window.
struct SuiteCellText {
    std::string text; ///< "–" where it is missing
    std::string quiet; ///< an interval, a change
    std::string reason; ///< why it is missing, or what it means
    std::string word; ///< the verdict, where the text does not say it
    std::optional<double> value; ///< raw, to sort by
    std::optional<Mark> mark; ///< its shape
    bool muted = false;
};

/// A column stands once, for terminal and window.
struct SuiteColumn {
    std::string heading;
    Align align = Align::Left;
    std::function<SuiteCellText(const SuiteResult&, const SuiteRow&)> cell;
    /// Of the line of geometric means; null: it has none.
    std::function<SuiteCellText(const SuiteMean&)> mean;
    std::string variant; ///< whose ratios these are; empty: of none
};

/// Model, batch, eager, each variant's ratio; then compile time, memory and breaks of the variant
/// `figuresOf`, or of the best one of each row where it is empty; notes. What all rows have alike
/// is left out.
[[nodiscard]] std::vector<SuiteColumn> suiteColumns(
    const SuiteResult& suite, const std::string& figuresOf = {});

/// For people, the conclusion last.
[[nodiscard]] std::string suiteText(
    const SuiteResult& suite, int columns, const std::string& figuresOf = {});
/// `suite show --json`.
[[nodiscard]] std::string suiteJson(const SuiteResult& suite);
/// A row for each case and variant.
[[nodiscard]] std::string suiteCsv(const SuiteResult& suite);

/// What is to be done: which variant wins over all, for which models, and what failed.
[[nodiscard]] std::string suiteSentence(const SuiteResult& suite, Emphasis emphasis);
/// "12 of 40 recordings"; empty: all are judged.
[[nodiscard]] std::string suiteProgress(const SuiteResult& suite);
[[nodiscard]] Mark suiteMark(const SuiteResult& suite);
/// How it was made, and what was left out.
[[nodiscard]] std::string suiteNote(const SuiteResult& suite);
/// "default: 1.12× (0.98–1.29) over 8 models, faster in 5, slower in 2".
[[nodiscard]] std::string meanSentence(const SuiteMean& mean);
/// "vision CNNs here: 0.70–1.10× with default (5 models, geometric mean 0.91×)".
[[nodiscard]] std::string familyRangeSentence(const FamilyRange& range);
/// "Other vision CNNs in this file: 0.70–1.10× with default (5 models, geometric mean 0.91×)." What
/// stands beside a single comparison; empty: nothing is known.
[[nodiscard]] std::string peersSentence(const std::vector<FamilyRange>& ranges);
/// "out of memory: lstm with default, mlp; …".
[[nodiscard]] std::string failureGroupSentence(const SuiteResult& suite, const FailureGroup& group);

/// "vision CNN"; what a suite calls by a word of its own stays so; "–" where it is not known.
[[nodiscard]] std::string familyName(const std::string& key);
/// "by its name (resnet)", "the suite says so", "by an operator of its eager call (convolution)".
[[nodiscard]] std::string familyReason(const ModelFamily& family);

} // namespace profiler
