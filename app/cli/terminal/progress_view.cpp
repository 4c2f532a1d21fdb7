// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/progress_view.h"

#include "app/cli/terminal/console.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/text_table.h"
#include "profiler/report/tune/tune_sentences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

template <>
std::span<const profiler::EnumKey<profiler::ProgressKind>> profiler::enumKeys()
{
    static constexpr std::array keys {EnumKey {ProgressKind::Started, "started"},
        EnumKey {ProgressKind::ProcessStarted, "process_started"},
        EnumKey {ProgressKind::Stage, "stage"}, EnumKey {ProgressKind::Detail, "detail"},
        EnumKey {ProgressKind::Waiting, "waiting"}, EnumKey {ProgressKind::Round, "round"},
        EnumKey {ProgressKind::ProcessEnded, "process_ended"},
        EnumKey {ProgressKind::Repetition, "repetition"}, EnumKey {ProgressKind::Rung, "rung"},
        EnumKey {ProgressKind::Provisional, "provisional"},
        EnumKey {ProgressKind::Notice, "notice"}, EnumKey {ProgressKind::Paused, "paused"},
        EnumKey {ProgressKind::Finished, "finished"}};
    return keys;
}

namespace cli {
namespace {

using profiler::ProcessKind;
using profiler::Progress;
using profiler::ProgressKind;
using Json = nlohmann::ordered_json;

constexpr auto longPause = std::chrono::minutes(1); ///< without a line of a log

std::string textOf(const Progress& progress)
{
    if (progress.search)
        return profiler::searchProgressText(
            progress.search->rung, progress.search->measured, progress.search->dropped);
    return progress.judged ? profiler::settingsSentence(*progress.judged) : progress.text;
}

void put(Json& object, const char* key, Json value, const char* reason)
{
    const bool missing = value.is_null();
    object[key] = std::move(value);
    if (missing)
        object[std::string(key) + "_reason"] = reason;
}

Json numberOrNull(int number)
{
    return number < 0 ? Json() : Json(number);
}

std::string processWord(ProcessKind kind)
{
    return profiler::textOf(kind,
        {{ProcessKind::Cold, "cold start"}, {ProcessKind::ColdKept, "start with a warm cache"},
            {ProcessKind::Paired, "repetition"}, {ProcessKind::Check, "check of the results"},
            {ProcessKind::Trace, "trace"}, {ProcessKind::Load, "load"},
            {ProcessKind::Look, "look"}});
}

/// "repetition 3, reduce-overhead"
std::string whereText(const Progress& progress)
{
    std::string text;
    if (progress.process) {
        text = processWord(*progress.process);
        if (progress.repetition >= 0)
            text += " " + std::to_string(progress.repetition + 1);
    }
    if (!progress.variant.empty())
        text += (text.empty() ? "" : ", ") + progress.variant + (progress.again ? " again" : "");
    return text;
}

std::string whatText(const Progress& progress)
{
    const auto said = textOf(progress);
    const auto& what = said.empty() ? progress.stage : said;
    auto text = whereText(progress);
    if (!what.empty())
        text += (text.empty() ? "" : ": ") + what;
    return profiler::printable(text);
}

/// " 52 %, about 4 min left"
std::string shareText(const Progress& progress)
{
    auto text = fmt::format("{:>3} %", std::lround(std::clamp(progress.doneRatio, 0.0, 1.0) * 100));
    if (progress.left)
        text += fmt::format(", about {} left",
            profiler::formatRoughly(std::max(1e9, static_cast<double>(progress.left->count()))));
    return text;
}

/// Steps inside of a process: of these a log shows one a minute.
bool isSmallStep(const Progress& progress)
{
    return progress.kind == ProgressKind::Stage || progress.kind == ProgressKind::Detail
        || progress.kind == ProgressKind::Round;
}

} // namespace

ProgressStyle progressStyle(bool json)
{
    if (json)
        return ProgressStyle::Json;
    return stderrIsTerminal() ? ProgressStyle::Bar : ProgressStyle::Lines;
}

std::string progressJson(const Progress& progress)
{
    Json object {{"schema", 1}, {"event", keyOf(progress.kind)}};
    put(object, "process", progress.process ? Json(profiler::keyOf(*progress.process)) : Json(),
        "the whole comparison");
    put(object, "variant", progress.variant.empty() ? Json() : Json(progress.variant),
        "the whole comparison");
    object["again"] = progress.again;
    put(object, "repetition", numberOrNull(progress.repetition), "not in a repetition");
    put(object, "round", numberOrNull(progress.round), "not in a round");
    put(object, "stage", progress.stage.empty() ? Json() : Json(progress.stage), "between stages");
    object["text"] = textOf(progress);
    object["done_ratio"] = progress.doneRatio;
    put(object, "left_ns", progress.left ? Json(progress.left->count()) : Json(), "not known yet");
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string progressBar(const Progress& progress, int columns)
{
    constexpr int cells = 20;
    const double done = std::clamp(progress.doneRatio, 0.0, 1.0);
    const auto filled = static_cast<std::size_t>(std::lround(done * cells));
    const auto text = "[" + std::string(filled, '#') + std::string(cells - filled, '.') + "] "
        + shareText(progress) + " · ";
    return profiler::elided(
        text + whatText(progress), static_cast<std::size_t>(std::max(columns - 1, 1)));
}

std::string progressLine(const Progress& progress)
{
    switch (progress.kind) {
    case ProgressKind::Started:
    case ProgressKind::Provisional:
    case ProgressKind::Rung:
    case ProgressKind::Notice:
    case ProgressKind::Paused:
        return profiler::printable(textOf(progress));
    case ProgressKind::ProcessStarted:
        return shareText(progress) + " · " + whatText(progress);
    case ProgressKind::Waiting:
        return whatText(progress);
    case ProgressKind::ProcessEnded: // what ended well needs no line
    case ProgressKind::Repetition:
        return progress.text.empty() ? "" : whatText(progress);
    default:
        return {};
    }
}

void ProgressView::show(const Progress& progress)
{
    if (m_style == ProgressStyle::Json)
        return printJson(progressJson(progress) + "\n");
    auto line = progressLine(progress);
    const auto now = std::chrono::steady_clock::now();
    if (m_style == ProgressStyle::Lines && isSmallStep(progress) && now - m_lastLine >= longPause)
        line = shareText(progress) + " · " + whatText(progress);
    const bool lasting = m_style == ProgressStyle::Lines || progress.kind == ProgressKind::Started
        || progress.kind == ProgressKind::Provisional || progress.kind == ProgressKind::Notice
        || progress.kind == ProgressKind::Rung || progress.kind == ProgressKind::Waiting
        || (progress.kind == ProgressKind::ProcessEnded && !progress.text.empty());
    if (lasting && !line.empty()) {
        clear();
        printError(line + "\n");
        m_lastLine = now;
    }
    if (m_style != ProgressStyle::Bar || progress.kind == ProgressKind::Finished)
        return;
    redrawErrorLine(progressBar(progress, terminalColumns()));
    m_barShown = true;
}

void ProgressView::clear()
{
    if (m_barShown)
        redrawErrorLine("");
    m_barShown = false;
}

} // namespace cli
