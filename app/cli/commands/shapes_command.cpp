// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/recording_options.h"
#include "app/cli/terminal/advice_recording.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/formats/traffic/traffic_file.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/quantity.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/shapes/shape_documents.h"
#include "profiler/report/text/shown_texts.h"

#include <limits>
#include <optional>
#include <string>

namespace cli {
namespace {

using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

struct ShapesOptions {
    std::string file;
    std::string traffic;
    std::string column;
    std::string size;
    std::string repeats = "1";
    std::string buckets = "16";
    bool measure = false; ///< the advised buckets
    ProgressOptions progress;
};

Result<double> repeatsFrom(const std::string& word)
{
    const auto repeats = profiler::decimalNumber(word);
    if (!repeats || *repeats <= 0)
        return failure(ErrorKind::BadInput,
            "--repeats \"" + word + "\": expected how often the traffic comes, such as 100");
    return *repeats;
}

Result<int> bucketsFrom(const std::string& word)
{
    constexpr std::int64_t most = 256;
    const auto count = profiler::wholeNumber(word);
    if (!count || *count < 1 || *count > most)
        return failure(ErrorKind::BadInput,
            "--buckets \"" + word + "\": expected at most how many, between 1 and 256");
    return static_cast<int>(*count);
}

/// A traffic as the options have it.
struct Asked {
    profiler::Traffic traffic;
    double repeats = 1;
    int mostBuckets = 1;

    [[nodiscard]] Result<profiler::ShapeAdvice> advice(const profiler::ShapeSeries& series) const
    {
        return profiler::shapeAdvice(series, traffic, repeats, mostBuckets);
    }
};

Result<Asked> asked(const ShapesOptions& options)
{
    const auto repeats = repeatsFrom(options.repeats);
    if (!repeats)
        return tl::unexpected(repeats.error());
    const auto most = bucketsFrom(options.buckets);
    if (!most)
        return tl::unexpected(most.error());
    auto traffic = profiler::readTraffic(options.traffic, {.column = options.column});
    if (!traffic)
        return tl::unexpected(traffic.error());
    if (!options.size.empty())
        traffic->size = options.size;
    return Asked {.traffic = std::move(*traffic), .repeats = *repeats, .mostBuckets = *most};
}

ExitCode shapes(const ShapesOptions& options, const Call& call)
{
    std::optional<Asked> question;
    if (!options.traffic.empty()) {
        auto made = asked(options);
        if (!made)
            return refuse(ExitCode::NotStarted, made.error().message);
        question = std::move(*made);
    } else if (options.measure) {
        return refuse(ExitCode::NotStarted,
            "--measure measures the sizes that are advised for a traffic; name it with --traffic");
    }
    std::optional<MeasuredAdvice> before;
    if (options.measure) {
        auto measured = measureAdvice(
            options.file,
            [&](const profiler::ShapeSeries& series) { return question->advice(series); },
            recordingInto({}, options.progress, call));
        if (!measured)
            return refuse(ExitCode::SomeFailed, measured.error().message);
        before = *measured;
    }
    auto stored = loadComparison(options.file);
    if (!stored)
        return refuse(stored.error());
    if (!options.progress.json)
        profiler::cutTexts(stored->data);
    const auto result = profiler::judge(stored->data);
    const auto series = profiler::shapeSeries(result);
    std::optional<profiler::ShapeAdvice> advised;
    if (question) {
        auto made = question->advice(series);
        if (!made)
            return refuse(ExitCode::NotStarted, made.error().message);
        advised = std::move(*made);
    }
    const auto* traffic = question ? &question->traffic : nullptr;
    const auto* advice = advised ? &*advised : nullptr;
    options.progress.json ? printJson(profiler::shapesJson(result, series, traffic, advice))
                          : print(profiler::shapesText(result, series, traffic, advice));
    if (before && !options.progress.json)
        print(profiler::printable(profiler::measuredAdviceSentence(
                  *advised, before->readOffNs, before->measuredShapes))
            + "\n");
    return ExitCode::Done;
}

} // namespace

void addShapesCommand(app::Command& program, Call& call)
{
    auto [command, options] = addCommand<ShapesOptions>(program, call, "shapes",
        "Times by shape of a recorded sweep, and which sizes to pad a traffic to", shapes);
    addComparison(command, options.file);
    command.add("--traffic", options.traffic,
        "CSV or JSON Lines of requests with their sizes: advises buckets");
    command.add("--column", options.column, "its column of sizes, where several could be it");
    command.add("--size", options.size, "the size of the recording that it speaks of, such as seq");
    command.add("--repeats", options.repeats,
        "how often that traffic comes while a process lives (default 1)");
    command.add("--buckets", options.buckets, "at most so many (default 16)");
    command.addFlag("--measure", options.measure,
        "records the advised buckets that lie between measured sizes, and advises again");
    addJson(command, options.progress.json);
}

} // namespace cli
