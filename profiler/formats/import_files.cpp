// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/import_files.h"

#include "profiler/formats/kineto/kineto_reader.h"
#include "profiler/formats/memory_snapshot/memory_snapshot_reader.h"
#include "profiler/formats/nsys/nsys_reader.h"
#include "profiler/formats/torch_log/torch_trace_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <string_view>
#include <utility>
#include <zlib.h>

namespace profiler {

namespace fs = std::filesystem;

namespace {

enum class FileKind {
    ChromeTrace,
    TorchTraceLog,
    NsysReport,
    MemorySnapshot,
    RunDatabase,
    Utf16Text,
    Unknown,
    Unreadable
};

constexpr std::string_view sqliteMagic = "SQLite format 3";

/// The first bytes behind space, unpacked where they are packed; zlib hands plain files through.
/// It gives nothing of a piece in which packed data turn out damaged, so the pieces are small.
std::string firstBytes(const fs::path& path)
{
    constexpr unsigned pieceBytes = 128;
    constexpr std::size_t mostBytes = 256;
    constexpr int mostSpace = 1 << 20;
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"), gzclose);
    std::string bytes;
    if (!file || gzbuffer(file.get(), pieceBytes) != 0)
        return bytes;
    for (int space = 0; bytes.size() < mostBytes && space < mostSpace;) {
        const int byte = gzgetc(file.get());
        if (byte < 0)
            break;
        if (bytes.empty() && std::isspace(byte) != 0)
            ++space;
        else
            bytes += static_cast<char>(byte);
    }
    return bytes;
}

/// "V1121 06:46:54.372000 22339 torch/…": a line of glog.
bool isLogLine(std::string_view text)
{
    constexpr std::string_view shape = "V0000 00:00:00.";
    if (text.size() < shape.size())
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
        if (shape[i] == '0' ? !digit : text[i] != shape[i])
            return false;
    }
    return true;
}

/// One of ours: SQLite keeps the application's number, "FScp", in bytes 68 to 71.
bool isRunDatabase(std::string_view head)
{
    constexpr std::size_t applicationAt = 68;
    return head.starts_with(sqliteMagic) && head.size() > applicationAt
        && head.substr(applicationAt).starts_with("FScp");
}

/// Protocols 2 to 5 say so first.
bool isPickle(std::string_view head)
{
    return head.size() > 1 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

/// With its mark, or as the first letter of JSON or of a log stands in it.
bool isUtf16(std::string_view head)
{
    using namespace std::string_view_literals;
    constexpr std::array begins {
        "\xff\xfe"sv, "\xfe\xff"sv, "{\0"sv, "\0{"sv, "[\0"sv, "\0["sv, "V\0"sv, "\0V"sv};
    return std::ranges::any_of(
        begins, [&](std::string_view begin) { return head.starts_with(begin); });
}

FileKind kindOf(const fs::path& path)
{
    std::error_code error;
    if (fs::is_directory(path, error))
        return FileKind::TorchTraceLog;
    if (path.extension() == ".nsys-rep")
        return FileKind::NsysReport;
    if (!fs::is_regular_file(path, error))
        return FileKind::Unreadable;
    const auto bytes = firstBytes(path);
    std::string_view text = bytes;
    if (isRunDatabase(text))
        return FileKind::RunDatabase;
    if (text.starts_with(sqliteMagic))
        return FileKind::NsysReport;
    if (isPickle(text))
        return FileKind::MemorySnapshot;
    if (isUtf16(text))
        return FileKind::Utf16Text;
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && (text[first] == '{' || text[first] == '['))
        return FileKind::ChromeTrace;
    return isLogLine(text) ? FileKind::TorchTraceLog : FileKind::Unknown;
}

tl::unexpected<Error> notKnown(const fs::path& path, FileKind kind)
{
    if (kind == FileKind::Unreadable)
        return failure(ErrorKind::NotFound,
            path.string() + " is no file that can be read; nothing was imported, check its name");
    if (kind == FileKind::RunDatabase)
        return failure(ErrorKind::BadData,
            path.string()
                + " is a run database of Fusescope, not a trace; nothing was imported, open it "
                  "with "
                  "\"fusescope show FILE PART\" or \"fusescope ui FILE\"");
    if (kind == FileKind::Utf16Text)
        return failure(ErrorKind::BadData,
            path.string()
                + " is text in UTF-16, and traces and logs are UTF-8; nothing was imported, turn "
                  "it with \"iconv -f UTF-16 -t UTF-8\"");
    return failure(ErrorKind::BadData,
        path.string()
            + " is no trace that is known; nothing was imported. Known are traces of "
              "torch.profiler (.json, .json.gz), SQLite exports of Nsight Systems, TORCH_TRACE "
              "logs and "
              "memory snapshots of torch");
}

} // namespace

std::string variantNameOf(const fs::path& path)
{
    std::string name = path.filename().string();
    if (name.empty())
        name = path.parent_path().filename().string();
    for (const std::string_view ending :
        {".gz", ".json", ".trace", ".pt", ".sqlite", ".nsys-rep", ".log", ".pickle", ".pkl"})
        if (name.size() > ending.size() && name.ends_with(ending))
            name.resize(name.size() - ending.size());
    for (char& c : name)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            c = ' ';
    return name;
}

namespace {

ImportedVariant& variantNamed(std::vector<ImportedVariant>& variants, const std::string& name)
{
    const auto found = std::ranges::find(variants, name, &ImportedVariant::name);
    if (found != variants.end())
        return *found;
    variants.push_back({.name = name});
    return variants.back();
}

Result<ImportedTrace> withEvents(ImportedTrace trace, const fs::path& path)
{
    if (trace.events == 0)
        return failure(ErrorKind::BadData,
            path.string() + " holds no event; nothing was imported, record the trace again");
    return trace;
}

Result<void> readInto(ImportedVariant& variant, const fs::path& path, const ReadProgress& progress)
{
    const auto keepTrace = [&](ImportedTrace trace) { variant.traces.push_back(std::move(trace)); };
    const auto keepLog = [&](CompileLog log) { variant.logs.push_back(std::move(log)); };
    const auto kind = kindOf(path);
    switch (kind) {
    case FileKind::ChromeTrace:
        return readKineto(path, progress)
            .and_then([&](ImportedTrace trace) { return withEvents(std::move(trace), path); })
            .map(keepTrace);
    case FileKind::TorchTraceLog:
        return readTorchTrace(path, progress).map(keepLog);
    case FileKind::NsysReport:
        return readNsys(path, progress).map(keepTrace);
    case FileKind::MemorySnapshot:
        return readMemorySnapshot(path, progress).map([&](const MemorySnapshot& snapshot) {
            variant.snapshots.push_back(memoryOf(snapshot));
        });
    case FileKind::RunDatabase:
    case FileKind::Utf16Text:
    case FileKind::Unknown:
    case FileKind::Unreadable:
        break;
    }
    return notKnown(path, kind);
}

std::string joinedNames(const std::vector<ImportSource>& sources)
{
    std::string names;
    for (const auto& source : sources)
        names += (names.empty() ? "" : ", ") + source.path.filename().string();
    return names;
}

} // namespace

Result<ImportedComparison> readImports(
    const std::vector<ImportSource>& sources, const ImportListener& listener)
{
    std::vector<ImportedVariant> variants;
    for (const auto& source : sources) {
        const auto progress = [&](std::int64_t read, std::int64_t all) {
            return !listener
                || listener({.path = source.path, .bytesRead = read, .bytesInAll = all});
        };
        if (auto read = readInto(variantNamed(variants, source.variant), source.path, progress);
            !read)
            return tl::unexpected(read.error());
    }
    auto imported = importedComparison(std::move(variants));
    imported.data.info.name = joinedNames(sources);
    return imported;
}

} // namespace profiler
