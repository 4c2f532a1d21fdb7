// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_reader.h"

#include "profiler/formats/kineto/chrome_document.h"
#include "profiler/formats/kineto/chrome_source.h"
#include "profiler/formats/kineto/kineto_columns.h"
#include "profiler/formats/kineto/kineto_header.h"

#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

/// Beginnings and ends alone, which no trace of torch.profiler has.
struct Unpaired {
    std::int64_t count = 0;
    std::int64_t firstByte = 0;
};

/// Events that cannot be taken are lost one by one; the others stay.
void takeEvent(KinetoColumns& columns, ChromeDocument& document, const ChromePiece& piece)
{
    const auto event = readChromeEvent(piece.value.raw, piece.nested);
    if (!event)
        document.lose(
            fmt::format(
                "The event at byte {} is damaged and left out; the others are kept.", piece.byte),
            piece.byte);
    else if (!columns.add(*event))
        document.lose(fmt::format("The event at byte {} tells no time that can be read and is left "
                                  "out; the others are kept.",
                          piece.byte),
            piece.byte);
}

/// All that the document holds, up to as many events.
Unpaired takePieces(
    KinetoColumns& columns, KinetoHeader& header, ChromeDocument& document, std::int64_t mostEvents)
{
    Unpaired unpaired;
    std::int64_t events = 0;
    while (const auto piece = document.next()) {
        if (!piece->event) {
            header.take(*piece);
            continue;
        }
        if (events == mostEvents) {
            document.lose(fmt::format("The trace has more than {} events; those from byte {} on "
                                      "are left out; record fewer steps to see all.",
                              mostEvents, piece->byte),
                piece->byte);
            break;
        }
        ++events;
        takeEvent(columns, document, *piece);
        if (unpaired.count == 0 && columns.unpaired() > 0)
            unpaired.firstByte = piece->byte;
        unpaired.count = columns.unpaired();
    }
    return unpaired;
}

Error noTrace(const ChromeDocument& document, const ChromeSource& source)
{
    if (source.damage() != nullptr)
        return {.kind = ErrorKind::BadData,
            .message = fmt::format("The file holds no events that can be read: {}; export the "
                                   "trace again.",
                source.damage())};
    if (document.empty())
        return {.kind = ErrorKind::BadData,
            .message = "The file is empty: its process ended before it wrote the trace; export it "
                       "again."};
    if (document.isObjectPerLine())
        return {.kind = ErrorKind::BadData,
            .message = "The file holds one JSON object after another (NDJSON), not one trace; put "
                       "them into a list, as \"jq -s . FILE > trace.json\" does, and import that."};
    return {.kind = ErrorKind::BadData,
        .message = "The file is no trace of torch.profiler: it has no list of traceEvents; choose "
                   "one that export_chrome_trace wrote."};
}

void addLosses(ImportedTrace& trace, const ChromeDocument& document, const Unpaired& unpaired)
{
    trace.losses = document.losses();
    if (unpaired.count > 0)
        trace.losses.push_back(
            {.what = fmt::format("{} a beginning or an end alone, as no trace of torch.profiler "
                                 "does, the first at byte {}; left out, the others are kept.",
                 unpaired.count == 1 ? "1 event tells"
                                     : fmt::format("{} events tell", unpaired.count),
                 unpaired.firstByte),
                .byte = unpaired.firstByte});
}

} // namespace

bool isKineto(const FileBegin& file)
{
    const auto text = file.text();
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

Result<ImportedTrace> readKineto(ChromeSource& source, const KinetoLimits& limits)
{
    ChromeDocument document(source, limits.blockBytes, limits.valueBytes);
    KinetoColumns columns;
    KinetoHeader header;
    const auto unpaired = takePieces(columns, header, document, limits.events);
    if (source.stopped())
        return failure(ErrorKind::Interrupted, "Reading the trace was stopped; nothing is kept.");
    if (!document.foundEvents())
        return tl::unexpected(noTrace(document, source));
    auto trace = columns.take(header.baseNs().value_or(0));
    header.describe(trace);
    addLosses(trace, document, unpaired);
    return trace;
}

Result<ImportedTrace> readKineto(const std::filesystem::path& file, const ReadProgress& progress)
{
    auto source = ChromeSource::open(file, progress);
    if (!source)
        return tl::unexpected(source.error());
    auto trace = readKineto(*source);
    if (!trace && trace.error().kind == ErrorKind::BadData)
        return failure(
            ErrorKind::BadData, fmt::format("{}: {}", file.string(), trace.error().message));
    return trace;
}

} // namespace profiler
