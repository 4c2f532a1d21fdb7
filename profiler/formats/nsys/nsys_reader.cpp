// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/nsys/nsys_reader.h"

#include "profiler/formats/nsys/nsys_database.h"
#include "profiler/formats/nsys/nsys_tables.h"
#include "profiler/formats/source/file_begin.h"
#include "profiler/model/files/scratch_folder.h"
#include "profiler/model/process/child_words.h"

#include <SQLiteCpp/Exception.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <spawn.h>
#include <sqlite3.h>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace profiler {
namespace {

namespace fs = std::filesystem;

Result<std::int64_t> sizeOfFile(const fs::path& file)
{
    if (auto checked = checkIsFile(file, "is not a file; choose an export of Nsight Systems");
        !checked)
        return tl::unexpected(checked.error());
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (error || !std::ifstream(file))
        return failure(ErrorKind::Unavailable,
            file.string() + " cannot be read; give yourself the right to read it");
    return static_cast<std::int64_t>(size);
}

tl::unexpected<Error> noExport(const fs::path& file, const std::string& why)
{
    return failure(ErrorKind::BadData,
        file.string() + " is no export of Nsight Systems (" + why
            + "); make one with \"nsys export --type sqlite\"");
}

/// A table that is damaged costs its own rows alone.
void readTable(
    NsysTables& tables, void (NsysTables::*read)(), const char* name, ImportedTrace& trace)
{
    try {
        (tables.*read)();
    } catch (const SQLite::Exception& exception) {
        if (exception.getErrorCode() == SQLITE_INTERRUPT)
            throw;
        trace.losses.push_back({.what = "The table of " + std::string(name) + " is damaged ("
                + exception.what() + "): some of it is missing, all other tables are read.",
            .byte = 0});
    }
}

void readTables(NsysDatabase& database, ImportedTrace& trace)
{
    struct Part {
        void (NsysTables::*read)();
        const char* name;
    };

    constexpr std::array<Part, 7> parts {{{&NsysTables::readHeader, "the session"},
        {&NsysTables::readKernels, "kernels"}, {&NsysTables::readGraphs, "graphs"},
        {&NsysTables::readCopies, "copies"}, {&NsysTables::readMemsets, "memsets"},
        {&NsysTables::readApis, "API calls"}, {&NsysTables::readRanges, "NVTX ranges"}}};
    NsysTables tables(database, trace);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        database.setPart(static_cast<int>(i), static_cast<int>(parts.size()));
        readTable(tables, parts.at(i).read, parts.at(i).name, trace);
    }
    tables.tellLosses();
}

bool isExport(NsysDatabase& database)
{
    return !database.columnsOf("StringIds").empty()
        && (!database.columnsOf("EXPORT_META_DATA").empty()
            || !database.columnsOf("META_DATA_EXPORT").empty());
}

Result<ImportedTrace> readDatabase(
    const fs::path& file, std::int64_t bytes, const ReadProgress& progress)
{
    std::optional<NsysDatabase> database;
    try {
        database.emplace(file, progress, bytes);
        if (!isExport(*database))
            return noExport(file, "it lacks the tables that all have");
        ImportedTrace trace;
        trace.name = file.stem().string();
        readTables(*database, trace);
        return trace;
    } catch (const NoTableOfNsys& reason) {
        return noExport(file, reason.what());
    } catch (const SQLite::Exception& exception) {
        if (database && database->cancelled())
            return failure(ErrorKind::Interrupted,
                "reading " + file.string() + " was cancelled; nothing was imported");
        if (database && database->endless())
            return noExport(file, "its tables do not end where its bytes do");
        return noExport(file, exception.what());
    } catch (const std::exception& exception) { // no memory
        return failure(ErrorKind::Failed, file.string() + " cannot be read: " + exception.what());
    }
}

namespace fs = std::filesystem;

/// Silent: what it says is no part of ours. Its own process group, so that its helpers end with it.
pid_t spawnSilently(std::array<char*, 7>& command)
{
    posix_spawn_file_actions_t files {};
    posix_spawnattr_t attributes {};
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    if (::posix_spawnp(&child, "nsys", &files, &attributes, command.data(), environ) != 0)
        child = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return child;
}

enum class WaitEnd { Exited, Cancelled, TooLong };

struct Waited {
    WaitEnd end = WaitEnd::Exited;
    int code = 0; ///< as a shell would give it
};

Waited waitFor(pid_t child, const ReadProgress& progress, std::chrono::milliseconds limit)
{
    const auto last = std::chrono::steady_clock::now() + limit;
    auto end = WaitEnd::Exited;
    int status = 0;
    while (::waitpid(child, &status, end == WaitEnd::Exited ? WNOHANG : 0) == 0) {
        if (progress && !progress(0, 0))
            end = WaitEnd::Cancelled;
        else if (std::chrono::steady_clock::now() > last)
            end = WaitEnd::TooLong;
        if (end == WaitEnd::Exited)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        else
            ::kill(-child, SIGKILL);
    }
    return {.end = end, .code = exitCodeOf(status)};
}

Result<void> answerOf(const Waited& waited, const fs::path& report, const fs::path& target,
    std::chrono::milliseconds limit)
{
    constexpr int noSuchProgram = 127;
    if (waited.end == WaitEnd::Cancelled)
        return failure(ErrorKind::Interrupted,
            "exporting " + report.string() + " was cancelled; nothing was imported");
    if (waited.end == WaitEnd::TooLong)
        return failure(ErrorKind::Unavailable,
            "nsys did not export " + report.string() + " within "
                + std::to_string(std::chrono::duration_cast<std::chrono::seconds>(limit).count())
                + " s and was ended; nothing was imported, run \"nsys export --type sqlite\" "
                  "yourself and import the .sqlite file");
    if (waited.code == noSuchProgram)
        return failure(ErrorKind::Unavailable,
            report.string()
                + " needs Nsight Systems to be read, and there is no nsys on PATH; run "
                  "\"nsys export --type sqlite\" where it was recorded and import the .sqlite "
                  "file");
    if (waited.code != 0 || !fs::exists(target))
        return failure(ErrorKind::Failed,
            "nsys could not export " + report.string() + " (exit code "
                + std::to_string(waited.code)
                + "); export it with the nsys that recorded it and import the .sqlite file");
    return {};
}

} // namespace

std::chrono::milliseconds nsysTimeLimit(std::uintmax_t bytes)
{
    // It exports some ten MiB a second; one that starts on a cold disk takes its time to start.
    constexpr std::chrono::minutes atLeast {2};
    constexpr std::uintmax_t bytesPerSecond = std::uintmax_t {1} << 19U;
    constexpr std::uintmax_t mostSeconds = std::uintmax_t {24} * 3600;
    return atLeast
        + std::chrono::seconds(
            static_cast<std::int64_t>(std::min(bytes / bytesPerSecond, mostSeconds)));
}

Result<void> exportNsysReport(const fs::path& report, const fs::path& target,
    const ReadProgress& progress, std::chrono::milliseconds limit)
{
    std::array<std::string, 6> words {"nsys", "export", "--type=sqlite", "--force-overwrite=true",
        "--output=" + target.string(), fs::absolute(report).string()};
    std::array<char*, 7> command {};
    for (std::size_t i = 0; i < words.size(); ++i)
        command.at(i) = words.at(i).data();
    const auto child = spawnSilently(command);
    const auto waited = child < 0 ? Waited {.code = 127} : waitFor(child, progress, limit);
    return answerOf(waited, report, target, limit);
}

bool isNsys(const FileBegin& file)
{
    const bool isReport = !file.isFolder && file.path.extension() == ".nsys-rep";
    return isReport || (file.isSqlite() && !file.isRunDatabase());
}

Result<ImportedTrace> readNsys(const fs::path& file, const ReadProgress& progress)
{
    const auto bytes = sizeOfFile(file);
    if (!bytes)
        return tl::unexpected(bytes.error());
    if (file.extension() != ".nsys-rep" && file.extension() != ".qdrep")
        return readDatabase(file, *bytes, progress);
    const ScratchFolder folder("fusescope-nsys");
    if (folder.path().empty())
        return failure(ErrorKind::Unavailable,
            "no temporary folder can be made to export " + file.string() + " into");
    const auto target = folder.path() / (file.stem().string() + ".sqlite");
    if (auto exported = exportNsysReport(
            file, target, progress, nsysTimeLimit(static_cast<std::uintmax_t>(*bytes)));
        !exported)
        return tl::unexpected(exported.error());
    const auto exportedBytes = sizeOfFile(target);
    if (!exportedBytes)
        return tl::unexpected(exportedBytes.error());
    return readDatabase(target, *exportedBytes, progress);
}

} // namespace profiler
