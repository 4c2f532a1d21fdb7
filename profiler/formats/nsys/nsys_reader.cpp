// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/nsys/nsys_reader.h"

#include "profiler/formats/nsys/nsys_database.h"
#include "profiler/formats/nsys/nsys_export.h"
#include "profiler/formats/nsys/nsys_tables.h"

#include <SQLiteCpp/Exception.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <optional>
#include <sqlite3.h>
#include <string>
#include <system_error>
#include <utility>

namespace profiler {

namespace {

namespace fs = std::filesystem;

/// Removed with all that lies in it.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        auto pattern = (fs::temp_directory_path() / "fusescope-nsys-XXXXXX").string();
        if (::mkdtemp(pattern.data()) != nullptr)
            m_path = pattern;
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder(TemporaryFolder&&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;

    ~TemporaryFolder()
    {
        std::error_code ignored;
        if (!m_path.empty())
            fs::remove_all(m_path, ignored);
    }

    [[nodiscard]] const fs::path& path() const { return m_path; } ///< empty: could not be made

private:
    fs::path m_path;
};

Result<std::int64_t> sizeOfFile(const fs::path& file)
{
    std::error_code error;
    const auto status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found)
        return failure(ErrorKind::NotFound, "there is no file " + file.string());
    if (!error && !fs::is_regular_file(status))
        return failure(ErrorKind::BadInput,
            file.string() + " is not a file; choose an export of Nsight Systems");
    const auto size = error ? 0 : fs::file_size(file, error);
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

} // namespace

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
    const TemporaryFolder folder;
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
