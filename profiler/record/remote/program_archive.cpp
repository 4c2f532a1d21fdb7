// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/program_archive.h"

#include "profiler/model/files/cache_folder.h"
#include "profiler/model/files/scratch_folder.h"
#include "profiler/model/quantity.h"
#include "profiler/model/text/fnv_hash.h"
#include "profiler/model/text/parted.h"
#include "profiler/record/machine/agent_build.h"
#include "profiler/record/machine/interpreter.h"
#include "profiler/record/machine/short_child.h"
#include "profiler/record/remote/archive.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <sys/utsname.h>
#include <system_error>
#include <vector>

namespace profiler::remote {
namespace {

namespace fs = std::filesystem;

/// Parts of glibc, which each machine has its own of.
constexpr std::array<std::string_view, 11> glibcFiles {"ld-linux", "libc.so", "libm.so",
    "libpthread.so", "libdl.so", "librt.so", "libresolv.so", "libutil.so", "libnss_", "libanl.so",
    "linux-vdso"};

bool isOfGlibc(const std::string& name)
{
    return std::ranges::any_of(
        glibcFiles, [&](std::string_view part) { return name.starts_with(part); });
}

/// The shared libraries of this process under the names it asks for them.
std::vector<fs::path> ownLibraries()
{
    std::vector<fs::path> libraries;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            const fs::path path(info->dlpi_name);
            if (path.is_absolute() && !isOfGlibc(path.filename().string()))
                static_cast<std::vector<fs::path>*>(data)->push_back(path);
            return 0;
        },
        &libraries);
    return libraries;
}

void addFolder(std::vector<ArchiveEntry>& entries, const fs::path& folder, const std::string& name)
{
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto file = entry->path().filename();
        if (entry->is_directory(error) && file == "__pycache__")
            entry.disable_recursion_pending();
        else if (entry->is_regular_file(error) && file.extension() != ".pyc")
            entries.push_back(
                {.name = name + "/" + entry->path().lexically_relative(folder).generic_string(),
                    .file = entry->path()});
    }
}

/// Everything but the program itself, under the names that an installed prefix has.
std::vector<ArchiveEntry> entriesBeside(const Installation& installation)
{
    std::vector<ArchiveEntry> entries;
    addFolder(entries, installation.worker.parent_path(), "lib/fusescope/worker");
    addFolder(entries, installation.models, "share/fusescope/models");
    addFolder(entries, installation.agents, "lib/fusescope/agents");
    for (auto& entry : entries)
        entry.program = entry.name.starts_with("lib/fusescope/agents/");
    for (const auto& library : ownLibraries())
        entries.push_back(
            {.name = "lib/fusescope/" + library.filename().string(), .file = library});
    if (!installation.collector.empty())
        entries.push_back({.name = "lib/fusescope/" + installation.collector.filename().string(),
            .file = installation.collector});
    for (const auto& file : agentSources(installation))
        entries.push_back({.name = "share/fusescope/agent-source/"
                + file.lexically_relative(installation.agentSource).generic_string(),
            .file = file});
    std::ranges::sort(entries, {}, &ArchiveEntry::name);
    return entries;
}

/// Changes with every file that goes into the archive.
std::string keyOf(const fs::path& program, const std::vector<ArchiveEntry>& entries)
{
    std::string text;
    std::error_code ignored;
    const auto add = [&](const fs::path& file) {
        text += fmt::format("{}\n{}\n{}\n", file.string(), fs::file_size(file, ignored),
            fs::last_write_time(file, ignored).time_since_epoch().count());
    };
    add(program);
    for (const auto& entry : entries)
        add(entry.file);
    return fmt::format("{:016x}", fnvHash(text));
}

/// <SHA-256>-<glibc>.tar.gz
std::optional<ProgramArchive> archiveAt(const fs::path& file)
{
    const auto name = file.filename().string();
    const auto parts = parted(name, '-');
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (error || parts.size() != 2 || !isSha256(parts[0]) || !parts[1].ends_with(".tar.gz"))
        return std::nullopt;
    return ProgramArchive {.file = file,
        .hash = std::string(parts[0]),
        .bytes = static_cast<std::int64_t>(size),
        .glibc = std::string(parts[1].substr(0, parts[1].size() - 7))};
}

std::optional<ProgramArchive> madeEarlier(const fs::path& folder)
{
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (auto found = archiveAt(entry.path()))
            return found;
    return std::nullopt;
}

/// Without what only a debugger reads, where that can be taken away.
fs::path stripped(const fs::path& file, const fs::path& folder)
{
    const auto tool = findProgram("strip");
    const auto target = folder / file.filename();
    if (tool.empty())
        return file;
    const auto ended = runShortChild(
        {tool.string(), "-o", target.string(), file.string()}, std::chrono::minutes(2));
    return ended && ended->exitCode == 0 ? target : file;
}

bool isBinary(const ArchiveEntry& entry)
{
    return entry.program || entry.name.find(".so") != std::string::npos;
}

Result<ProgramArchive> make(
    const fs::path& program, std::vector<ArchiveEntry> entries, const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder, error);
    const ScratchFolder scratch("making", folder);
    if (scratch.path().empty())
        return failure(ErrorKind::Unavailable,
            fmt::format("cannot write {}, where the program that is sent is kept: {}; make room "
                        "there or set XDG_CACHE_HOME to another folder",
                folder.string(), scratch.error().message()));
    entries.push_back({.name = "bin/fusescope", .file = program, .program = true});
    std::string glibc;
    for (auto& entry : entries) {
        if (!isBinary(entry))
            continue;
        entry.file = stripped(entry.file, scratch.path());
        // Agents are chosen or built by what torch is there.
        const auto needed = entry.name.starts_with("lib/fusescope/agents/")
            ? std::string()
            : glibcNeededBy(entry.file);
        if (isOlder(glibc, needed))
            glibc = needed;
    }
    const auto archive = scratch.path() / "program";
    if (auto written = writeArchive(archive, entries); !written)
        return tl::unexpected(written.error());
    const auto hash = sha256Of(archive);
    if (!hash)
        return tl::unexpected(hash.error());
    const auto file = folder / fmt::format("{}-{}.tar.gz", *hash, glibc);
    fs::rename(archive, file, error);
    if (const auto made = archiveAt(file))
        return *made;
    return failure(ErrorKind::Unavailable,
        "cannot write " + file.string() + ": " + error.message() + "; make room there");
}

/// Those of other builds.
void removeOthers(const fs::path& folder)
{
    std::error_code ignored;
    std::error_code whichever;
    for (const auto& entry : fs::directory_iterator(folder.parent_path(), ignored))
        if (entry.path() != folder)
            fs::remove_all(entry.path(), whichever);
}

std::vector<std::int64_t> numbersOf(std::string_view version)
{
    std::vector<std::int64_t> numbers;
    for (const auto part : parted(version, '.'))
        numbers.push_back(wholeNumber(std::string(part)).value_or(0));
    return numbers;
}

} // namespace

Result<ProgramArchive> programArchive(const Installation& installation)
{
    std::error_code error;
    const auto program = fs::read_symlink("/proc/self/exe", error);
    const auto entries = entriesBeside(installation);
    const auto folder = cacheFolder() / "sent" / keyOf(program, entries);
    if (auto made = madeEarlier(folder))
        return *made;
    removeOthers(folder);
    return make(program, entries, folder);
}

std::string glibcNeededBy(const fs::path& file)
{
    constexpr std::string_view mark = "GLIBC_2.";
    constexpr std::size_t afterName = 6; // "GLIBC_"
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    std::string newest;
    // The names of versions stand in the string table of the dynamic linker, each between zeros.
    for (auto at = bytes.find(mark); at != std::string::npos; at = bytes.find(mark, at + 1)) {
        const auto end = bytes.find_first_not_of("0123456789.", at + mark.size());
        if (end == std::string::npos || bytes[end] != '\0' || at == 0 || bytes[at - 1] != '\0')
            continue;
        const auto version = bytes.substr(at + afterName, end - at - afterName);
        if (isOlder(newest, version))
            newest = version;
    }
    return newest;
}

bool isOlder(std::string_view one, std::string_view other)
{
    return numbersOf(one) < numbersOf(other);
}

std::string ownMachine()
{
    utsname facts {};
    return uname(&facts) == 0 ? static_cast<const char*>(facts.machine) : "";
}

} // namespace profiler::remote
