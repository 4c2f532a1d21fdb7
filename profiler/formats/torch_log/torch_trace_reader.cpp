// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_reader.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/torch_log/glog_records.h"
#include "profiler/formats/torch_log/torch_trace_run.h"
#include "profiler/formats/torch_log/torch_trace_text.h"
#include "profiler/model/text/utf8_symbol.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace profiler {

namespace {

namespace fs = std::filesystem;
using json_text::JsonMember;
using json_text::JsonMemberList;

/// What is kept of all logs together; a compile takes about 6 KiB of it, a phase 0.2.
constexpr std::size_t mostKept = std::size_t {256} << 20U;
/// Of generated code: compiles, breaks and steps come first.
constexpr std::size_t mostCode = std::size_t {64} << 20U;
constexpr std::size_t mostRuns = 100'000;
constexpr std::size_t longestType = 200; // characters

/// What stands in every record beside its type.
constexpr std::array<std::string_view, 8> commonKeys {"frame_id", "frame_compile_id", "attempt",
    "compiled_autograd_id", "rank", "stack", "has_payload", "process"};

/// "0/1", with compiled autograd "!2/0/1", as torch writes it without the attempt.
std::string compileIdIn(const JsonMemberList& members)
{
    const auto number = [&](std::string_view key) {
        return json_text::integerOf(json_text::valueOf(members, key));
    };
    std::string text;
    const auto autograd = number("compiled_autograd_id");
    const auto frame = number("frame_id");
    if (autograd)
        text = "!" + std::to_string(*autograd);
    if (frame)
        text.append(text.empty() ? "" : "/")
            .append(std::to_string(*frame))
            .append("/")
            .append(std::to_string(number("frame_compile_id").value_or(0)));
    return text;
}

std::string typeOf(const JsonMember& member)
{
    std::string type(member.key);
    if (const auto artifact
        = type == "artifact" ? json_text::membersOf(member.value) : std::nullopt)
        type += ":" + json_text::textOf(json_text::valueOf(*artifact, "name")).value_or("");
    const auto clean = json_text::readable(type);
    return std::string(firstSymbols(clean, longestType));
}

std::optional<int> smallNumber(std::string_view value)
{
    const auto number = json_text::integerOf(value);
    if (!number || *number < 0 || *number > std::numeric_limits<int>::max() - 1)
        return std::nullopt;
    return static_cast<int>(*number);
}

/// "… 3 lines are of no record …": counted, with the byte of the first.
struct Tally {
    std::int64_t count = 0;
    std::int64_t byte = 0;

    void add(std::int64_t at)
    {
        if (count++ == 0)
            byte = at;
    }
};

std::string counted(std::int64_t count, const char* one, const char* many)
{
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// Reads one log into runs.
class TorchTraceReader : public GlogSink {
public:
    TorchTraceReader(std::string name, CompileLog& log)
        : m_name(std::move(name))
        , m_log(log)
        , m_run(m_name)
    {
    }

    std::size_t begin(std::string_view json, std::int64_t byte) override
    {
        m_byte = byte;
        m_json = json;
        m_record = {};
        m_declaredHash = {};
        const auto members = json_text::membersOf(m_json);
        m_valid = members && read(*members);
        if (!m_valid || (isCode() && m_log.codeBytes > mostCode))
            return 0;
        return payloadNeeded(m_record.type);
    }

    void end(const GlogPayload& payload) override
    {
        const bool changed = !m_declaredHash.empty() && m_declaredHash != payload.md5;
        // A cut between two lines of a payload leaves no other sign than its hash.
        const bool cut
            = payload.unfinished || (payload.last && m_valid && payloadNeeded(m_record.type) > 0);
        if (cut && (!m_valid || changed)) {
            m_cut.add(m_byte);
            return;
        }
        if (!m_valid) {
            m_broken.add(m_byte);
            return;
        }
        if (changed)
            m_changed.add(m_byte);
        m_record.payload = payload.text;
        m_record.payloadBytes = payload.bytes;
        add();
    }

    void stray(std::int64_t byte, bool unfinished) override
    {
        (unfinished ? m_cut : m_stray).add(byte);
    }

    void finish(const std::string& damage)
    {
        endRun();
        m_log.strayLines += m_stray.count;
        m_log.changedPayloads += m_changed.count;
        tellDamage(damage);
        tellWhatWasLeftOut();
    }

private:
    bool read(const JsonMemberList& members)
    {
        const auto type = std::ranges::find_if(members, [](const JsonMember& member) {
            return std::ranges::find(commonKeys, member.key) == commonKeys.end();
        });
        if (type == members.end())
            return false;
        m_record.type = typeOf(*type);
        m_record.value = type->value;
        m_record.compileId = compileIdIn(members);
        m_record.attempt = smallNumber(json_text::valueOf(members, "attempt")).value_or(0);
        m_record.rank = smallNumber(json_text::valueOf(members, "rank"));
        const auto hash = json_text::valueOf(members, "has_payload");
        if (hash.size() > 2 && hash.front() == '"')
            m_declaredHash = hash.substr(1, hash.size() - 2);
        return true;
    }

    [[nodiscard]] bool isCode() const { return m_record.type == "inductor_output_code"; }

    void add()
    {
        ++m_log.records;
        if (m_log.keptBytes + m_run.size() > mostKept) {
            m_tooMany.add(m_byte);
            return;
        }
        if (m_run.begunAnewBy(m_record))
            beginRun();
        const auto endedAlone = m_run.endsAlone();
        if (!m_run.add(m_record))
            m_unreadable.add(m_byte);
        if (isCode())
            m_log.codeBytes += m_record.payload.size();
        if (m_run.endsAlone() > endedAlone)
            m_endsAlone.add(m_byte);
    }

    void beginRun()
    {
        TorchTraceRun next(m_name);
        next.takeBeginning(m_run, m_record.compileId);
        endRun();
        m_run = std::move(next);
    }

    void endRun()
    {
        constexpr std::size_t runAlone = 1000;
        m_log.keptBytes += m_run.size() + runAlone;
        auto run = m_run.end();
        if (!run.records.empty() && m_log.runs.size() < mostRuns)
            m_log.runs.push_back(std::move(run));
    }

    void lose(const std::string& sentence, std::int64_t byte)
    {
        m_log.losses.push_back({.what = m_name + ": " + sentence, .byte = byte});
    }

    void tellDamage(const std::string& damage)
    {
        if (!damage.empty())
            lose("the log is " + damage + "; what stands before is read", m_cut.byte);
        else if (m_cut.count > 0)
            lose("the log is cut off inside its last record; all before it is read", m_cut.byte);
    }

    void tellWhatWasLeftOut()
    {
        const auto tell = [this](const Tally& lost, const char* one, const char* several,
                              const std::string& what) {
            if (lost.count > 0)
                lose(counted(lost.count, one, several) + what, lost.byte);
        };
        tell(m_broken, "record is", "records are", " not valid JSON; all others are read");
        tell(m_unreadable, "record has", "records have",
            " content that cannot be read and can only be counted");
        tell(m_stray, "line belongs", "lines belong", " to no record; all records are read");
        tell(m_changed, "payload has", "payloads have",
            " another hash than its record says: the log was edited, and is read as it stands");
        tell(m_endsAlone, "phase ends", "phases end",
            " without a beginning in the log, the first at byte " + std::to_string(m_endsAlone.byte)
                + "; all others are read");
        if (m_tooMany.count > 0)
            lose("the log holds more than is kept (256 MiB); "
                    + counted(m_tooMany.count, "record", "records") + " from here on are left out",
                m_tooMany.byte);
    }

    std::string m_name;
    CompileLog& m_log;
    TorchTraceRun m_run;
    LogRecord m_record;
    std::string m_json; ///< what views of the record point into
    std::string_view m_declaredHash;
    std::int64_t m_byte = 0;
    bool m_valid = false;
    Tally m_endsAlone;
    Tally m_cut;
    Tally m_broken;
    Tally m_unreadable;
    Tally m_stray;
    Tally m_changed;
    Tally m_tooMany;
};

/// "…_rank_3_x.log" → 3, for logs whose records do not say it.
std::optional<int> rankInName(std::string_view name)
{
    const auto parts = partsAround(name, "rank_");
    return parts ? leadingNumber(parts->after) : std::nullopt;
}

bool isLogName(const std::string& name)
{
    return name.ends_with(".log") || name.ends_with(".log.gz");
}

/// In the order of their names.
Result<std::vector<fs::path>> logsIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored) && isLogName(entry->path().filename().string()))
            files.push_back(entry->path());
    }
    if (error)
        return failure(ErrorKind::Unavailable,
            folder.string() + " cannot be read (" + error.message()
                + "); give yourself the right to read it");
    if (files.empty())
        return failure(ErrorKind::NotFound,
            folder.string()
                + " holds no file ending in .log or .log.gz; choose the folder that "
                  "TORCH_TRACE named");
    std::ranges::sort(files);
    return files;
}

std::int64_t sizeOf(const fs::path& file)
{
    std::error_code error;
    const auto size = fs::file_size(file, error);
    return error ? 0 : static_cast<std::int64_t>(size);
}

Result<void> readFiles(
    const std::vector<fs::path>& files, const ReadProgress& progress, CompileLog& log)
{
    GlogProgress part {.report = progress, .before = 0, .total = 0};
    for (const auto& file : files)
        part.total += sizeOf(file);
    for (const auto& file : files) {
        auto source = openGlog(file, part);
        if (!source)
            return tl::unexpected(source.error());
        if (auto done = readTorchTrace(**source, file.filename().string(), log); !done)
            return done;
        part.before += sizeOf(file);
    }
    return {};
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

} // namespace

bool isTorchTrace(const FileBegin& file)
{
    return file.isFolder || isLogLine(file.text());
}

Result<void> readTorchTrace(GlogSource& source, const std::string& name, CompileLog& log)
{
    const auto firstRun = log.runs.size();
    TorchTraceReader reader(json_text::readable(name), log);
    if (auto done = readGlog(source, reader); !done)
        return done;
    reader.finish(source.damage());
    for (auto i = firstRun; i < log.runs.size(); ++i)
        if (!log.runs[i].rank)
            log.runs[i].rank = rankInName(name);
    return {};
}

Result<CompileLog> readTorchTrace(const fs::path& fileOrFolder, const ReadProgress& progress)
{
    std::vector<fs::path> files {fileOrFolder};
    std::error_code ignored;
    if (fs::is_directory(fileOrFolder, ignored)) {
        auto logs = logsIn(fileOrFolder);
        if (!logs)
            return tl::unexpected(logs.error());
        files = std::move(*logs);
    }
    CompileLog log;
    if (auto done = readFiles(files, progress, log); !done)
        return tl::unexpected(done.error());
    if (log.records == 0)
        return failure(ErrorKind::BadData,
            fileOrFolder.string()
                + " holds no record of TORCH_TRACE; set that variable to a folder, run again, and "
                  "choose a file in it");
    return log;
}

} // namespace profiler
