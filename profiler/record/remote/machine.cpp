// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/machine.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/files/unique_fd.h"
#include "profiler/model/goal.h"
#include "profiler/model/number_text.h"
#include "profiler/model/quantity.h"
#include "profiler/record/remote/archive.h"
#include "there_scripts.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace profiler::remote {
namespace {

using nlohmann::json;

constexpr std::size_t longestPath = 1024;
constexpr std::size_t longestDoctor = std::size_t {256} * 1024;

bool isPlainPath(std::string_view path)
{
    return path.starts_with('/') && path.size() <= longestPath
        && std::ranges::all_of(path, [](char c) { return c >= ' ' && c != 0x7f; });
}

/// "glibc 2.36" → "2.36"
std::string versionOf(const std::string& text)
{
    constexpr std::string_view name = "glibc ";
    if (!text.starts_with(name))
        return {};
    auto version = text.substr(name.size());
    const bool plain
        = version.size() <= 16 && version.find_first_not_of("0123456789.") == std::string::npos;
    return plain ? version : std::string();
}

/// A file that is read by ssh, and how far that is.
class Sending {
public:
    Sending(const std::filesystem::path& file, const SentBytes& sent)
        : m_file(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) // NOLINT(*-vararg)
        , m_sent(sent)
    {
    }

    [[nodiscard]] int descriptor() const { return m_file.get(); }

    /// ssh reads through the same open file: its place is ours.
    void tell() const
    {
        if (m_sent)
            m_sent(::lseek(m_file.get(), 0, SEEK_CUR));
    }

private:
    UniqueFd m_file;
    const SentBytes& m_sent;
};

Result<Answer> send(const Connection& connection, const std::vector<std::string>& words,
    const std::filesystem::path& file, const SentBytes& sent)
{
    const Sending sending(file, sent);
    if (sending.descriptor() < 0)
        return failure(ErrorKind::Failed,
            fmt::format(
                "cannot read {}: {}", file.string(), std::generic_category().message(errno)));
    return connection.ask(words, sending.descriptor(), [&] { sending.tell(); });
}

std::optional<CheckState> stateFrom(const std::string& key)
{
    for (const auto& [name, state] : {std::pair {"ok", CheckState::Ok},
             {"limits", CheckState::Limits}, {"stops", CheckState::Stops}})
        if (key == name)
            return state;
    return std::nullopt;
}

std::string textIn(const json& row, const char* key)
{
    constexpr std::size_t longest = 2000;
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>().substr(0, longest)
                                                    : std::string();
}

std::vector<Check> checksFrom(const json& document)
{
    constexpr std::size_t most = 100;
    std::vector<Check> checks;
    const auto rows = document.is_object() ? document.find("checks") : document.end();
    if (rows == document.end() || !rows->is_array())
        return checks;
    for (const auto& row : *rows) {
        const auto state = row.is_object() ? stateFrom(textIn(row, "state")) : std::nullopt;
        if (state && checks.size() < most)
            checks.push_back({.name = textIn(row, "name"),
                .state = *state,
                .sentence = textIn(row, "sentence"),
                .remedy = textIn(row, "remedy")});
    }
    return checks;
}

} // namespace

Result<MachineFacts> look(
    const Connection& connection, const ProgramArchive& program, const std::string& python)
{
    const auto answer = connection.ask({"look", program.hash, python});
    if (!answer)
        return tl::unexpected(answer.error());
    MachineFacts facts {.system = valueOf(*answer, "system"),
        .machine = valueOf(*answer, "machine"),
        .glibc = versionOf(valueOf(*answer, "glibc")),
        .base = valueOf(*answer, "base"),
        .python = valueOf(*answer, "python"),
        .missing = {},
        .freeBytes = std::nullopt,
        .hasProgram = valueOf(*answer, "program") == "there"};
    const auto [begin, end] = answer->equal_range("missing");
    for (auto each = begin; each != end; ++each)
        facts.missing.push_back(each->second);
    constexpr std::int64_t kib = 1024;
    constexpr std::int64_t most = std::int64_t {1} << 50U;
    if (const auto free = wholeNumber(valueOf(*answer, "free_kib")); free && *free < most)
        facts.freeBytes = *free * kib;
    if (!isPlainPath(facts.python))
        facts.python.clear();
    if (!isPlainPath(facts.base))
        return failure(ErrorKind::BadData,
            fmt::format("{} does not say where its user's files lie; set HOME there",
                addressOf(connection.target())));
    return facts;
}

Result<void> checkFits(const SshTarget& target, const MachineFacts& facts,
    const ProgramArchive& program, std::int64_t bytesToSend)
{
    const auto where = addressOf(target);
    const auto refuse
        = [](const std::string& sentence) { return failure(ErrorKind::Unavailable, sentence); };
    if (facts.system != "Linux" || facts.machine != ownMachine())
        return refuse(fmt::format("{} is a {} machine with {}, and this program runs on Linux on "
                                  "{}; nothing was sent there",
            where, facts.machine, facts.system, ownMachine()));
    if (facts.glibc.empty() || isOlder(facts.glibc, program.glibc))
        return refuse(fmt::format("{} has {}, and this program needs glibc {} or newer: nothing "
                                  "was sent there; use the released bundle, which needs 2.34, or "
                                  "a newer system there",
            where, facts.glibc.empty() ? "no glibc" : "glibc " + facts.glibc, program.glibc));
    if (!facts.missing.empty())
        return refuse(fmt::format("{} lacks {}, without which nothing can be sent there; install "
                                  "it there",
            where, fmt::join(facts.missing, ", ")));
    // Packed and unpacked, beside each other.
    constexpr std::int64_t room = 5;
    const auto needed = room * ((facts.hasProgram ? 0 : program.bytes) + bytesToSend);
    if (facts.freeBytes && *facts.freeBytes < needed)
        return refuse(fmt::format("the disk of {} is full: {} are free and {} are needed; nothing "
                                  "was sent there, make room first",
            where, formatBytes(*facts.freeBytes), formatBytes(needed)));
    return {};
}

Result<void> install(
    const Connection& connection, const ProgramArchive& program, const SentBytes& sent)
{
    return send(connection, {"install", program.hash}, program.file, sent).map([](const auto&) {});
}

Result<std::vector<Check>> doctorThere(
    const Connection& connection, const ProgramArchive& program, const std::string& python)
{
    const auto said = connection.read({"doctor", program.hash, python}, longestDoctor);
    if (!said)
        return tl::unexpected(said.error());
    auto checks = checksFrom(json::parse(said->text, nullptr, false));
    if (!checks.empty())
        return checks;
    const auto line = said->errors.substr(0, said->errors.find('\n'));
    return failure(ErrorKind::Unavailable,
        fmt::format("the program that was sent to {} does not run there: {}",
            addressOf(connection.target()),
            line.empty() ? fmt::format("it ended with code {}", said->exitCode) : line));
}

Result<void> writeJobFiles(
    const std::filesystem::path& archive, const SentFiles& files, const std::string& planText)
{
    std::vector<ArchiveEntry> entries {
        {.name = "run.sh", .text = runScript}, {.name = "plan.json", .text = planText}};
    for (const auto& folder : files.folders)
        entries.push_back({.name = "root" + (folder / "").string()});
    for (const auto& file : files.files)
        entries.push_back({.name = "root" + file.string(), .file = file});
    return writeArchive(archive, entries);
}

Result<void> start(const Connection& connection, const ProgramArchive& program, const NewJob& job,
    const SentBytes& sent)
{
    const auto hash = sha256Of(job.files);
    if (!hash)
        return tl::unexpected(hash.error());
    std::vector<std::string> words {"start", job.id, *hash, program.hash};
    words.insert(words.end(), job.words.begin(), job.words.end());
    return send(connection, words, job.files, sent).map([](const auto&) {});
}

std::string newJobId()
{
    const auto now = std::time(nullptr);
    std::tm parts {};
    gmtime_r(&now, &parts);
    std::array<char, 32> when {};
    std::strftime(when.data(), when.size(), "%Y%m%d-%H%M%S", &parts);
    return fmt::format("{}-{:08x}", when.data(), std::random_device {}());
}

bool isJobId(std::string_view text)
{
    constexpr std::size_t longest = 40;
    return !text.empty() && text.size() <= longest && std::ranges::all_of(text, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '-';
    });
}

std::string folderOfJob(const MachineFacts& facts, const std::string& id)
{
    return facts.base + "/jobs/" + id;
}

} // namespace profiler::remote
