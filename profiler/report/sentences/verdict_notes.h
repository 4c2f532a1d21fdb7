// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/log_ratio.h"
#include "profiler/report/text/mark.h"

#include <optional>
#include <string>
#include <vector>

/// Short notes beside a verdict, for the window and for reports.
namespace profiler {

struct CaseResult;
struct ComparisonResult;
enum class LimitKind;
struct LimitResult;
struct MeasurementQuality;
enum class RecommendationKind;
struct VariantResult;
enum class Verdict;

/// Keeping eager is as good an answer as a recommendation.
[[nodiscard]] Mark markOf(RecommendationKind kind);

/// "p99", "memory"; in documents too.
[[nodiscard]] std::string limitName(LimitKind kind);
/// "15 ms", "6 GiB".
[[nodiscard]] std::string limitAmount(LimitKind kind, double amount);

/// One line of a block such as Goal or Measurement quality.
struct MarkedRow {
    std::string name; ///< "p99 at most"
    std::string stress; ///< "15 ms": the part of the name that stands out; may be empty
    std::string value; ///< "13.2 ms"; "–" when missing
    Mark mark = Mark::Information;
    std::string reason; ///< why it is missing or what it means, in a sentence
};

/// Whether the numbers can be trusted: one note when all is well, else the doubts.
[[nodiscard]] std::vector<MarkedText> trustNotes(
    const ComparisonResult& result, const CaseResult& caseResult);

/// Graph breaks and recompiles of a variant; empty when it has none.
[[nodiscard]] std::vector<MarkedText> redFlags(const VariantResult& variant);

/// The first limit that the variant does not keep; null: none, or not known.
[[nodiscard]] const LimitResult* missedLimit(const VariantResult& variant);

/// "leaning faster" of what is undecided, where its shape says the rest; else the verdict.
[[nodiscard]] std::string leaningWord(Verdict verdict);

/// "medians give 1.40×: calls changed between rounds"; empty where they do not contradict the ratio
/// that is shown beside them.
[[nodiscard]] std::string contradictionText(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant);

/// What stands under a variant's verdict: medians that contradict it, a missed limit, then why it
/// was chosen, when it pays back, what is missing.
[[nodiscard]] std::optional<MarkedText> variantNote(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant);

/// "400", "225 to 885": steady timed calls of a variant in a case.
[[nodiscard]] std::string callsText(const MeasurementQuality& quality);

[[nodiscard]] std::vector<MarkedRow> qualityRows(const ComparisonResult& result);

/// The goal and whether the variant meets it.
[[nodiscard]] std::vector<MarkedRow> goalRows(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant);

/// How much around 1 is too small to matter: the goal's minimum effect, or the noise of the machine
/// when that is larger.
[[nodiscard]] LogRatio negligible(const ComparisonResult& result);
/// "±3 %, too small to matter" or "±6 %, the noise of this machine".
[[nodiscard]] std::string negligibleText(const ComparisonResult& result);

} // namespace profiler
