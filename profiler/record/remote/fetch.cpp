// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/fetch.h"

#include "profiler/model/number_text.h"
#include "profiler/model/quantity.h"
#include "profiler/model/text/parted.h"
#include "profiler/record/remote/archive.h"
#include "profiler/record/remote/patience.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

namespace profiler::remote {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t mostBytes = std::int64_t {64} << 30U;
constexpr std::chrono::seconds silence {60};

/// The database, and what a recorder that was killed had not put into it yet.
constexpr std::array<std::string_view, 2> names {resultName, "result.fscope-wal"};

std::optional<LeftFile> leftFileFrom(std::string_view text)
{
    const auto words = parted(text, ' ');
    if (words.size() < 3 || std::ranges::find(names, words[0]) == names.end())
        return std::nullopt;
    const auto bytes = wholeNumber(words[1]);
    if (!bytes || *bytes > mostBytes || !isSha256(words[2]))
        return std::nullopt;
    return LeftFile {.name = std::string(words[0]), .bytes = *bytes, .hash = std::string(words[2])};
}

tl::unexpected<Error> notWritten(const fs::path& path)
{
    return failure(ErrorKind::Failed,
        fmt::format("cannot write {}: the recording is still on the other machine; make room here "
                    "and fetch it with `fusescope remote attach`",
            path.string()));
}

std::int64_t sizeOf(const fs::path& path)
{
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : static_cast<std::int64_t>(size);
}

class Fetcher {
public:
    Fetcher(const Connection& connection, const std::string& job, const JobEyes& eyes)
        : m_connection(connection)
        , m_job(job)
        , m_eyes(eyes)
    {
    }

    /// Through lost connections, until somebody would rather leave.
    template <typename Work>
    auto patiently(Work work) -> decltype(work())
    {
        Patience patience;
        for (;;) {
            auto done = work();
            if (done || done.error().kind != ErrorKind::Unavailable)
                return done;
            m_eyes.notice(fmt::format("{}; the recording is kept there, trying again in {} s",
                done.error().message, patience.next().count()));
            if (!patience.wait(m_eyes.goOn))
                return failure(ErrorKind::Interrupted, "interrupted");
        }
    }

    Result<void> fetch(const LeftFile& file, const fs::path& target)
    {
        for (int tries = 0; tries < 2; ++tries) {
            if (auto got = patiently([&] { return rest(file, target); }); !got)
                return got;
            const auto hash = sha256Of(target);
            if (hash && *hash == file.hash)
                return {};
            std::error_code ignored;
            fs::remove(target, ignored); // of another state of the file, or damaged on the way
        }
        return failure(ErrorKind::BadData,
            fmt::format("{} did not arrive as {} says it is: it is kept there, fetch it again with "
                        "`fusescope remote attach {}`",
                file.name, addressOf(m_connection.target()), m_job));
    }

private:
    Result<void> rest(const LeftFile& file, const fs::path& target)
    {
        auto have = sizeOf(target);
        std::ofstream stream(target, std::ios::binary | std::ios::app);
        if (!stream)
            return notWritten(target);
        if (have >= file.bytes)
            return {};
        const auto take = [&](std::string_view bytes) {
            const auto wanted = std::min<std::int64_t>(
                static_cast<std::int64_t>(bytes.size()), file.bytes - have);
            stream.write(bytes.data(), static_cast<std::streamsize>(wanted));
            have += wanted;
            return stream.good() && have < file.bytes;
        };
        auto sent
            = m_connection.stream({"send", m_job, file.name, std::to_string(have)}, take, silence);
        stream.close();
        if (!stream)
            return notWritten(target);
        if (sent && have < file.bytes)
            return failure(ErrorKind::Unavailable, "the connection ended");
        return sent;
    }

    const Connection& m_connection;
    const std::string& m_job;
    const JobEyes& m_eyes;
};

} // namespace

Result<std::vector<LeftFile>> filesLeft(const Connection& connection, const std::string& job)
{
    const auto answer = connection.ask({"files", job});
    if (!answer)
        return tl::unexpected(answer.error());
    std::vector<LeftFile> files;
    const auto [begin, end] = answer->equal_range("file");
    for (auto each = begin; each != end; ++each)
        if (auto file = leftFileFrom(each->second))
            files.push_back(std::move(*file));
    return files;
}

Result<bool> fetchResult(const Connection& connection, const std::string& job,
    const fs::path& folder, const JobEyes& eyes)
{
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return tl::unexpected(notWritten(folder).value());
    Fetcher fetcher(connection, job, eyes);
    const auto files = fetcher.patiently([&] { return filesLeft(connection, job); });
    if (!files)
        return tl::unexpected(files.error());
    std::int64_t bytes = 0;
    for (const auto& file : *files)
        bytes += file.bytes - std::min(file.bytes, sizeOf(folder / file.name));
    const auto space = fs::space(folder, error);
    if (!error && space.available < static_cast<std::uintmax_t>(bytes))
        return failure(ErrorKind::Failed,
            fmt::format("the result has {} and {} has no room for it: it is kept on {}; make room "
                        "and fetch it with `fusescope remote attach {}`",
                formatBytes(bytes), folder.string(), addressOf(connection.target()), job));
    for (const auto& file : *files)
        if (auto fetched = fetcher.fetch(file, folder / file.name); !fetched)
            return tl::unexpected(fetched.error());
    return std::ranges::any_of(
        *files, [](const LeftFile& file) { return file.name == resultName; });
}

} // namespace profiler::remote
