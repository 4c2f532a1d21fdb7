// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/text/terminal_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace profiler {

namespace {

constexpr std::size_t mostNamedModels = 4; ///< of models in a sentence

std::string listedModels(const std::vector<std::string>& names)
{
    std::string text;
    const auto shown = names.size() > mostNamedModels ? mostNamedModels - 1 : names.size();
    for (std::size_t i = 0; i < shown; ++i)
        text += (i == 0 ? "" : ", ") + printable(names[i]);
    if (shown < names.size())
        text += fmt::format(" and {} others", names.size() - shown);
    return text;
}

std::string where(const std::string& device, const std::string& dtype)
{
    std::string text = printable(device);
    if (!dtype.empty())
        text += ", " + dtype;
    return text;
}

bool isClear(const SuiteMean& mean)
{
    return mean.interval && (mean.interval->low > 1 || mean.interval->high < 1);
}

/// Of the variants on the device with the most models the one with the largest mean.
const SuiteMean* best(const SuiteResult& suite)
{
    const SuiteMean* found = nullptr;
    for (const auto& mean : suite.means)
        if (mean.mean && (found == nullptr || *mean.mean > *found->mean))
            found = &mean;
    return found;
}

/// By model, as a verdict says of it in every case of it that has one.
std::vector<std::string> modelsWith(
    const SuiteResult& suite, const SuiteMean& mean, Verdict verdict)
{
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const auto& row : suite.rows) {
        const auto* cell = row.cell(mean.variant);
        if (row.device == mean.device && row.dtype == mean.dtype && cell != nullptr
            && cell->verdict == verdict && seen.insert(row.model).second)
            names.push_back(row.model);
    }
    return names;
}

std::string ratioText(const SuiteMean& mean, Emphasis emphasis)
{
    if (mean.interval && !isClear(mean))
        return formatOpenInterval(*mean.interval);
    const auto text = formatRatio(*mean.mean);
    const auto stressed = emphasis == Emphasis::Markdown ? "**" + text + "**" : text;
    const bool slower = *mean.mean < 1;
    return stressed + (slower ? "" : " faster")
        + (mean.interval ? fmt::format(" ({})", formatRatioInterval(*mean.interval)) : "");
}

std::string adviceText(const SuiteResult& suite, const SuiteMean& mean)
{
    const auto faster = modelsWith(suite, mean, Verdict::Faster);
    const auto slower = modelsWith(suite, mean, Verdict::Slower);
    if (!faster.empty() && slower.empty())
        return " Use it for " + listedModels(faster) + ".";
    if (!faster.empty())
        return " Use it for " + listedModels(faster) + "; keep eager for " + listedModels(slower)
            + ".";
    if (!slower.empty())
        return " Keep eager for " + listedModels(slower) + ".";
    return " No model is clearly faster or slower.";
}

std::string failuresText(const SuiteResult& suite)
{
    if (suite.failures.empty())
        return {};
    std::size_t failed = 0;
    for (const auto& group : suite.failures)
        failed += group.where.size();
    return " "
        + countText(
            static_cast<std::int64_t>(failed), "recording or variant", "recordings or variants")
        + " failed, for "
        + countText(static_cast<std::int64_t>(suite.failures.size()), "cause", "causes") + ".";
}

std::string causeText(const SuiteCause& cause)
{
    auto text = printable(cause.text.substr(0, cause.text.find('\n')));
    while (!text.empty() && (text.back() == '.' || text.back() == ' '))
        text.pop_back();
    return text.empty() ? "no reason is known" : text;
}

/// What to do is said once all are judged.
std::string sentenceSoFar(const SuiteResult& suite, Emphasis emphasis)
{
    auto text = suiteProgress(suite) + " judged so far";
    const auto* mean = best(suite);
    if (mean == nullptr)
        return text + "; none has a ratio yet.";
    const auto counted = static_cast<std::int64_t>(mean->ratios.size());
    return text + ": over " + countText(counted, "model", "models") + " on "
        + where(mean->device, mean->dtype) + ", " + printable(mean->variant) + " is "
        + ratioText(*mean, emphasis) + " in the geometric mean.";
}

struct FamilyWords {
    std::string_view key;
    std::string_view one;
    std::string_view several;
};

constexpr auto familyWords = std::to_array<FamilyWords>({
    {"vision_cnn", "vision CNN", "vision CNNs"},
    {"vision_transformer", "vision transformer", "vision transformers"},
    {"dense_vision", "detection, segmentation", "models of detection and segmentation"},
    {"video", "video", "video models"},
    {"text_encoder", "text encoder", "text encoders"},
    {"text_decoder", "text decoder", "text decoders"},
    {"text_encoder_decoder", "text encoder–decoder", "text encoder–decoders"},
    {"text_transformer", "text transformer", "text transformers"},
    {"image_text", "image and text", "models of image and text"},
    {"audio", "audio", "audio models"},
    {"recurrent", "recurrent", "recurrent networks"},
    {"graph", "graph network", "graph networks"},
    {"unet", "U-Net", "U-Nets"},
    {"mlp", "MLP", "MLPs"},
});

const FamilyWords* wordsOf(const std::string& key)
{
    const auto* const found = std::ranges::find(familyWords, key, &FamilyWords::key);
    return found == familyWords.end() ? nullptr : found;
}

std::string severalOf(const std::string& key)
{
    const auto* words = wordsOf(key);
    return words != nullptr ? std::string(words->several) : printable(key);
}

/// "1.43× slower to 1.10× faster with default (5 models, geometric mean 1.10× slower)"
std::string rangeText(const FamilyRange& range)
{
    auto text = fmt::format("{} with {} ({} models",
        formatOpenInterval({range.mean.value_or(range.low), range.low, range.high}),
        printable(range.variant), range.models);
    if (range.mean)
        text += ", geometric mean " + formatRatio(*range.mean);
    return text + (range.isMiddle ? ", nine of ten lie within)" : ")");
}

} // namespace

std::string familyName(const std::string& key)
{
    if (key.empty())
        return "–";
    const auto* words = wordsOf(key);
    return words != nullptr ? std::string(words->one) : printable(key);
}

std::string familyReason(const ModelFamily& family)
{
    switch (family.source) {
    case FamilySource::Suite:
        return "the suite says so";
    case FamilySource::Name:
        return "by its name (" + printable(family.evidence) + ")";
    case FamilySource::Operators:
        return "by an operator of its eager call (" + printable(family.evidence) + ")";
    case FamilySource::Unknown:
        break;
    }
    return "no model of this name is known, and no eager call was traced; a suite can say it "
           "(\"family\")";
}

std::string meanSentence(const SuiteMean& mean)
{
    std::string text = printable(mean.variant) + " on " + where(mean.device, mean.dtype) + ": ";
    if (!mean.mean)
        return text + "no model has a ratio that counts";
    const auto counted = static_cast<std::int64_t>(mean.ratios.size());
    text += ratioText(mean, Emphasis::None) + " over " + countText(counted, "model", "models");
    text += fmt::format(", faster in {}, slower in {}", mean.faster, mean.slower);
    if (mean.undecided > 0)
        text += fmt::format(", not decided in {}", mean.undecided);
    if (mean.differing > 0)
        text += fmt::format(", results differ in {}", mean.differing);
    if (mean.failed > 0)
        text += fmt::format(", failed in {}", mean.failed);
    return text;
}

std::string familyRangeSentence(const FamilyRange& range)
{
    return severalOf(range.family) + " here: " + rangeText(range);
}

std::string peersSentence(const std::vector<FamilyRange>& ranges)
{
    if (ranges.empty())
        return {};
    auto text = "Other " + severalOf(ranges.front().family) + " in this file: ";
    for (const auto& range : ranges)
        text += (&range == &ranges.front() ? "" : ", ") + rangeText(range);
    return text + ".";
}

std::string failureGroupSentence(const SuiteResult& suite, const FailureGroup& group)
{
    std::vector<std::string> names;
    for (const auto& each : group.where) {
        const auto& row = suite.rows[each.row];
        // One that was broken off was so in all its cases.
        const bool ofOneCase = row.cases > 1 && (row.failure || !each.variant.empty());
        const auto name = row.model + (ofOneCase ? " in " + row.caseName : "")
            + (each.variant.empty() ? "" : " with " + each.variant);
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    }
    return listedModels(names) + ": " + causeText(group.cause);
}

std::string suiteProgress(const SuiteResult& suite)
{
    if (suite.waiting == 0)
        return {};
    return formatCount(suite.recordings - suite.waiting) + " of "
        + countText(suite.recordings, "recording", "recordings");
}

std::string suiteSentence(const SuiteResult& suite, Emphasis emphasis)
{
    if (suite.waiting > 0)
        return sentenceSoFar(suite, emphasis);
    if (suite.rows.empty())
        return suite.unread > 0 ? "None of the recordings can be read."
                                : "The file holds no recording; `fusescope suite run` makes some.";
    const auto* mean = best(suite);
    if (mean == nullptr)
        return "No model has a ratio yet: nothing was compared to its end." + failuresText(suite);
    const auto counted = static_cast<std::int64_t>(mean->ratios.size());
    const auto open = mean->undecided == 0
        ? std::string()
        : fmt::format(" (not decided in {} more)", mean->undecided);
    std::string text = "Over " + countText(counted, "model", "models") + open + " on "
        + where(mean->device, mean->dtype) + ", " + printable(mean->variant) + " is "
        + ratioText(*mean, emphasis) + " in the geometric mean"
        + (isClear(*mean) || counted < 2 ? "." : ", which is undecided.");
    if (counted < 2)
        text += " One model is no mean.";
    return text + adviceText(suite, *mean) + failuresText(suite);
}

Mark suiteMark(const SuiteResult& suite)
{
    if (suite.waiting > 0)
        return Mark::Information;
    const auto* mean = best(suite);
    if (mean == nullptr)
        return suite.failures.empty() ? Mark::Neutral : Mark::Bad;
    if (!isClear(*mean))
        return Mark::Neutral;
    return mean->interval->low > 1 ? Mark::Good : Mark::Bad;
}

std::string suiteNote(const SuiteResult& suite)
{
    std::string text = "Geometric mean over models, each counted once whatever its cases, with the "
                       "95 % t interval of the logarithms; results that differ, what ran eager, "
                       "what failed and what is not decided do not count.";
    if (suite.replaced > 0)
        text += " " + countText(suite.replaced, "older recording", "older recordings")
            + " of the same models left out.";
    if (suite.unread > 0)
        text += " " + countText(suite.unread, "recording", "recordings") + " not read.";
    if (!suite.otherSuites.empty())
        text += " The file also holds " + listedModels(suite.otherSuites) + ".";
    return text;
}

} // namespace profiler
