// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/connection.h"

#include "profiler/model/text/parted.h"
#include "profiler/model/text/trimmed.h"
#include "profiler/record/machine/short_child.h"
#include "profiler/record/machine/temporary_folder.h"
#include "profiler/record/remote/ssh_failure.h"
#include "profiler/record/remote/streamed_child.h"
#include "there_scripts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace profiler::remote {
namespace {

constexpr int signalBase = 128; ///< above it: ssh was killed, or failed itself (255)
constexpr int refusedThere = 3; ///< there.sh
constexpr std::size_t longestPreamble = std::size_t {64} * 1024;
constexpr std::size_t longestAnswer = std::size_t {1} << 20U;
constexpr std::string_view firstLine = "fusescope-answer\n";

/// A word as a POSIX shell takes it.
std::string shellQuoted(std::string_view word)
{
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string base64(std::string_view bytes)
{
    constexpr std::string_view letters
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const auto piece = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8U
                | (i < piece.size() ? static_cast<unsigned char>(piece[i]) : std::uint32_t {0});
        for (std::size_t i = 0; i < 4; ++i)
            text += i <= piece.size() ? letters[bits >> (18U - 6U * i) & 63U] : '=';
    }
    return text;
}

/// What ssh hands to the login shell over there, whichever that is: nothing in it means anything to
/// bash, zsh, fish or csh but the quotes around letters and digits.
std::string shellCommand(const std::vector<std::string>& words)
{
    std::string script(thereScript);
    script += "answer";
    for (const auto& word : words)
        script += " " + shellQuoted(word);
    return "exec sh -c 'eval \"$(printf %s " + base64(script + "\n") + " | base64 -d)\"'";
}

/// Lets through what comes behind the line with which an answer begins.
class BehindPreamble {
public:
    explicit BehindPreamble(std::function<bool(std::string_view)> take)
        : m_take(std::move(take))
    {
    }

    bool operator()(std::string_view bytes)
    {
        if (m_begun)
            return m_take(bytes);
        m_preamble += bytes;
        auto at = m_preamble.find(firstLine);
        while (at != std::string::npos && at > 0 && m_preamble[at - 1] != '\n')
            at = m_preamble.find(firstLine, at + 1);
        if (at == std::string::npos)
            return m_preamble.size() <= longestPreamble;
        m_begun = true;
        const auto rest = std::exchange(m_preamble, {}).substr(at + firstLine.size());
        return rest.empty() || m_take(rest);
    }

    [[nodiscard]] bool begun() const { return m_begun; }

    [[nodiscard]] const std::string& preamble() const { return m_preamble; }

private:
    std::function<bool(std::string_view)> m_take;
    std::string m_preamble;
    bool m_begun = false;
};

Answer answerFrom(const std::string& text)
{
    Answer answer;
    for (const auto line : parted(text, '\n'))
        if (const auto equals = line.find('='); equals != std::string_view::npos)
            answer.emplace(line.substr(0, equals), trimmed(line.substr(equals + 1)));
    return answer;
}

std::string sshProgram()
{
    const char* named = std::getenv("FUSESCOPE_SSH"); // NOLINT(concurrency-mt-unsafe)
    return named == nullptr || *named == '\0' ? "ssh" : named;
}

} // namespace

std::string valueOf(const Answer& answer, const std::string& key)
{
    const auto found = answer.lower_bound(key);
    return found != answer.end() && found->first == key ? found->second : std::string();
}

Result<Connection> Connection::prepare(SshTarget target, std::function<bool()> goOn)
{
    constexpr std::size_t longest = 80; // the name of a socket has 107 bytes, and ssh adds some
    auto folder = makeTemporaryFolder();
    if (!folder)
        return tl::unexpected(folder.error());
    if (folder->path().native().size() <= longest)
        return Connection(std::move(target), std::move(goOn), std::move(*folder));
    ScratchFolder shorter("fusescope-ssh", "/tmp");
    if (shorter.path().empty())
        return failure(ErrorKind::Unavailable,
            "no temporary folder could be made in /tmp: " + shorter.error().message());
    return Connection(std::move(target), std::move(goOn), std::move(shorter));
}

Connection::Connection(SshTarget target, std::function<bool()> goOn, ScratchFolder folder)
    : m_target(std::move(target))
    , m_goOn(std::move(goOn))
    , m_folder(std::move(folder))
{
}

Connection::~Connection()
{
    std::error_code ignored;
    if (m_folder.path().empty() || !std::filesystem::exists(m_folder.path() / "s", ignored))
        return;
    auto words = sshWords();
    words.insert(words.end() - 2, {"-O", "exit"});
    static_cast<void>(runShortChild(words, std::chrono::seconds(5)));
}

std::vector<std::string> Connection::sshWords() const
{
    std::vector<std::string> words {sshProgram(), "-T", "-x", "-a"};
    for (const auto* option :
        {"BatchMode=yes", "ControlMaster=auto", "ControlPersist=60", "ConnectTimeout=20",
            "ServerAliveInterval=10", "ServerAliveCountMax=3", "LogLevel=ERROR",
            "RemoteCommand=none", "ClearAllForwardings=yes", "PermitLocalCommand=no"})
        words.insert(words.end(), {"-o", option});
    words.insert(words.end(), {"-o", "ControlPath=" + (m_folder.path() / "s").string()});
    if (!m_target.user.empty())
        words.insert(words.end(), {"-l", m_target.user});
    if (m_target.port)
        words.insert(words.end(), {"-p", std::to_string(*m_target.port)});
    words.insert(words.end(), {"--", m_target.host});
    return words;
}

Result<Connection::Text> Connection::run(const std::vector<std::string>& words, int input,
    const std::function<bool(std::string_view)>& take, const std::function<bool()>& more) const
{
    auto command = sshWords();
    command.push_back(shellCommand(words));
    BehindPreamble behind(take);
    const auto goesOn = [this] { return !m_goOn || m_goOn(); };
    auto ended = runStreamedChild(command,
        {.input = input,
            .take = [&](std::string_view bytes) { return behind(bytes); },
            .goOn = [&] { return goesOn() && (!more || more()); }});
    if (!ended)
        return tl::unexpected(ended.error());
    if (ended->ended && !goesOn())
        return failure(ErrorKind::Interrupted, "interrupted");
    if (!ended->ended && ended->exitCode > signalBase)
        return tl::unexpected(sshFailure(m_target, ended->errors));
    if (!behind.begun())
        return tl::unexpected(thereFailure(
            m_target, valueOf(answerFrom(behind.preamble()), "refused"), ended->errors));
    return Text {.exitCode = ended->exitCode, .text = {}, .errors = std::move(ended->errors)};
}

Result<Connection::Text> Connection::read(
    const std::vector<std::string>& words, std::size_t mostBytes) const
{
    std::string text;
    bool tooMuch = false;
    auto ended = run(words, -1, [&](std::string_view bytes) {
        tooMuch = text.size() + bytes.size() > mostBytes;
        if (!tooMuch)
            text += bytes;
        return !tooMuch;
    });
    if (!ended)
        return ended;
    if (tooMuch)
        return failure(ErrorKind::BadData,
            addressOf(m_target)
                + " answers with more than such an answer has; nothing of it is used");
    ended->text = std::move(text);
    return ended;
}

Result<Answer> Connection::ask(
    const std::vector<std::string>& words, int input, const std::function<void()>& tick) const
{
    std::string text;
    bool tooMuch = false;
    const auto take = [&](std::string_view bytes) {
        tooMuch = text.size() + bytes.size() > longestAnswer;
        if (!tooMuch)
            text += bytes;
        return !tooMuch;
    };
    const auto ended = run(words, input, take, [&] {
        if (tick)
            tick();
        return true;
    });
    if (!ended)
        return tl::unexpected(ended.error());
    auto answer = answerFrom(text);
    if (ended->exitCode != 0 || tooMuch)
        return tl::unexpected(thereFailure(m_target, valueOf(answer, "refused"), ended->errors));
    return answer;
}

Result<void> Connection::stream(const std::vector<std::string>& words,
    const std::function<bool(std::string_view)>& take, std::chrono::seconds silence,
    const std::function<bool()>& goOn) const
{
    using Clock = std::chrono::steady_clock;
    bool enough = false;
    std::string last;
    auto heard = Clock::now();
    const auto given = [&](std::string_view bytes) {
        heard = Clock::now();
        last = bytes.substr(0, 256);
        enough = !take(bytes);
        return !enough;
    };
    const auto ended = run(
        words, -1, given, [&] { return Clock::now() - heard < silence && (!goOn || goOn()); });
    if (!ended)
        return tl::unexpected(ended.error());
    if (!enough && ended->exitCode == refusedThere)
        return tl::unexpected(
            thereFailure(m_target, valueOf(answerFrom(last), "refused"), ended->errors));
    return {};
}

} // namespace profiler::remote
