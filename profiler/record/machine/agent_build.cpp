// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/agent_build.h"

#include "profiler/model/files/unique_fd.h"
#include "profiler/record/machine/short_child.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <span>
#include <sstream>
#include <string_view>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace profiler {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes buildLimit {10}; // a busy machine; seconds otherwise

/// The agent, a shared object in the worker, or fusescope-runner, a program beside it.
struct Part {
    std::string_view words; ///< of sentences
    std::string_view folder; ///< of its sources
    std::string_view file; ///< its name, the torch in it
    bool isProgram;
};

constexpr Part agentPart {"agent", "profiler/agent", "fusescope_agent_{}.so", false};
constexpr Part runnerPart {"fusescope-runner", "profiler/native", "fusescope_runner_{}", true};

std::string fileName(const Part& part, const Interpreter& interpreter)
{
    return fmt::format(fmt::runtime(part.file), interpreter.torchMinor);
}

bool isFile(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

/// What the agent is built of beside its own folder; cmake/Install.cmake ships what is listed.
constexpr std::array sharedFiles {"profiler/model/clocks.h", "profiler/model/device_call.h",
    "profiler/model/facts/process_facts.h", "profiler/model/facts/utc_time.h",
    "profiler/model/plan.h", "profiler/model/trace.h", "profiler/model/trace_columns.h",
    "profiler/spool/spool_format.h", "profiler/spool/spool_writer.cpp",
    "profiler/spool/spool_writer.h"};

/// The runner opens the agent, and includes no more of it than its ABI.
constexpr std::array runnersFiles {"profiler/agent/agent.h"};

/// Sources and headers, in a stable order; empty where they are not whole.
std::vector<fs::path> filesOf(const Part& part, const Installation& installation)
{
    std::vector<fs::path> files;
    if (installation.agentSource.empty())
        return files;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(installation.agentSource / part.folder, error))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
            files.push_back(entry.path());
    if (files.empty())
        return files;
    const std::span<const char* const> shared = part.isProgram
        ? std::span<const char* const>(runnersFiles)
        : std::span<const char* const>(sharedFiles);
    for (const auto* file : shared) {
        files.push_back(installation.agentSource / file);
        if (!isFile(files.back()))
            return {};
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// FNV-1a: other sources or another torch give another folder; nothing here is secret.
class Hash {
public:
    void add(std::string_view text)
    {
        for (const char c : text)
            m_value = (m_value ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    }

    [[nodiscard]] std::string text() const { return fmt::format("{:016x}", m_value); }

private:
    std::uint64_t m_value = 0xCBF29CE484222325U;
};

fs::path cachedFile(
    const Part& part, const Interpreter& interpreter, const Installation& installation)
{
    Hash hash;
    hash.add(interpreter.torchVersion);
    for (const auto& file : filesOf(part, installation)) {
        std::ifstream stream(file, std::ios::binary);
        hash.add(file.filename().string());
        hash.add(std::string(std::istreambuf_iterator<char>(stream), {}));
    }
    return installation.agentCache / fmt::format("{}-{}", interpreter.torchMinor, hash.text())
        / fileName(part, interpreter);
}

/// Held while one process builds; others wait. The kernel drops it when its holder dies.
class BuildLock {
public:
    explicit BuildLock(const fs::path& file)
        : m_file(::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644)) // NOLINT(*-vararg)
        , m_held(m_file.valid() && ::flock(m_file.get(), LOCK_EX) == 0)
    {
    }

    [[nodiscard]] bool held() const { return m_held; }

private:
    UniqueFd m_file;
    bool m_held;
};

/// The options of profiler/agent/CMakeLists.txt and profiler/native/CMakeLists.txt, in one command.
std::vector<std::string> compileCommand(const Part& part, const fs::path& compiler,
    const Interpreter& interpreter, const Installation& installation, const fs::path& output)
{
    const auto torch = interpreter.torchRoot;
    std::vector<std::string> command {compiler.string(), "-std=c++20", "-O2", "-w", "-I",
        installation.agentSource.string(), "-isystem", (torch / "include").string(), "-isystem",
        (torch / "include/torch/csrc/api/include").string(), "-o", output.string()};
    for (const auto& file : filesOf(part, installation))
        if (file.extension() == ".cpp")
            command.push_back(file.string());
    command.push_back("-L" + (torch / "lib").string());
    // libtorch brings what packages of AOTInductor need, libtorch_cuda too; nothing names it here.
    if (part.isProgram)
        command.insert(command.end(),
            {"-rdynamic", "-Wl,--no-as-needed", "-ltorch", "-ltorch_cpu", "-lc10", "-ldl"});
    else
        command.insert(command.end(),
            {"-shared", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden",
                "-Wl,--as-needed", "-ltorch_cpu", "-lc10"});
    return command;
}

/// The first line that says what is wrong.
std::string firstError(const std::string& messages)
{
    std::istringstream lines(messages);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("error") != std::string::npos)
            return line;
        if (first.empty())
            first = line;
    }
    return first;
}

Result<void> compile(const Part& part, const fs::path& compiler, const Interpreter& interpreter,
    const Installation& installation, const fs::path& target)
{
    auto unfinished = target;
    unfinished += fmt::format(".{}", ::getpid());
    std::error_code error;
    const auto output = runShortChild(
        compileCommand(part, compiler, interpreter, installation, unfinished), buildLimit);
    if (!output) {
        fs::remove(unfinished, error);
        return tl::unexpected(output.error());
    }
    if (output->exitCode != 0) {
        fs::remove(unfinished, error);
        return failure(ErrorKind::Failed,
            fmt::format("the {} for torch {} could not be built by {}: {}", part.words,
                interpreter.torchVersion, compiler.string(), firstError(output->standardError)));
    }
    fs::rename(unfinished, target, error);
    if (error)
        return failure(ErrorKind::Failed,
            fmt::format("the built {} could not be moved to {}: {}", part.words, target.string(),
                error.message()));
    return {};
}

} // namespace

std::vector<fs::path> agentSources(const Installation& installation)
{
    auto files = filesOf(agentPart, installation);
    const auto more = filesOf(runnerPart, installation);
    files.insert(files.end(), more.begin(), more.end());
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

fs::path findCompiler()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing here sets any
    if (const char* chosen = std::getenv("CXX"); chosen != nullptr && *chosen != '\0')
        if (auto compiler = findProgram(chosen); !compiler.empty())
            return compiler;
    auto compiler = findProgram("g++");
    return compiler.empty() ? findProgram("c++") : compiler;
}

namespace {

fs::path find(const Part& part, const Interpreter& interpreter, const Installation& installation)
{
    if (auto shipped = installation.agents / fileName(part, interpreter); isFile(shipped))
        return shipped;
    if (auto cached = cachedFile(part, interpreter, installation); isFile(cached))
        return cached;
    return {};
}

Result<fs::path> build(
    const Part& part, const Interpreter& interpreter, const Installation& installation)
{
    if (filesOf(part, installation).empty())
        return failure(ErrorKind::Unavailable,
            fmt::format("no {} for torch {} is shipped, nor the sources to build one", part.words,
                interpreter.torchMinor));
    if (!interpreter.torchHeaders)
        return failure(ErrorKind::Unavailable,
            fmt::format("torch in {} has no C++ headers to build {} with",
                interpreter.torchRoot.string(), part.isProgram ? "fusescope-runner" : "an agent"));
    const auto compiler = findCompiler();
    if (compiler.empty())
        return failure(ErrorKind::Unavailable,
            fmt::format("no {} for torch {} is shipped and no C++ compiler is here to build one: "
                        "install g++",
                part.words, interpreter.torchMinor));
    const auto target = cachedFile(part, interpreter, installation);
    std::error_code error;
    fs::create_directories(target.parent_path(), error);
    const BuildLock lock(target.parent_path() / "lock");
    if (!lock.held())
        return failure(ErrorKind::Unavailable,
            fmt::format("{} cannot be written: make it writable, or set XDG_CACHE_HOME",
                target.parent_path().string()));
    if (isFile(target)) // built while we waited for the lock
        return target;
    if (auto compiled = compile(part, compiler, interpreter, installation, target); !compiled)
        return tl::unexpected(compiled.error());
    return target;
}

Result<fs::path> provide(
    const Part& part, const Interpreter& interpreter, const Installation& installation)
{
    if (auto found = find(part, interpreter, installation); !found.empty())
        return found;
    return build(part, interpreter, installation);
}

} // namespace

fs::path findAgent(const Interpreter& interpreter, const Installation& installation)
{
    return find(agentPart, interpreter, installation);
}

Result<fs::path> buildAgent(const Interpreter& interpreter, const Installation& installation)
{
    return build(agentPart, interpreter, installation);
}

Result<fs::path> provideAgent(const Interpreter& interpreter, const Installation& installation)
{
    return provide(agentPart, interpreter, installation);
}

Result<fs::path> provideRunner(const Interpreter& interpreter, const Installation& installation)
{
    return provide(runnerPart, interpreter, installation);
}

} // namespace profiler
