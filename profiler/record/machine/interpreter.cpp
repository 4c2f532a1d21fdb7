// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/interpreter.h"

#include "probe_script.h"
#include "profiler/model/text/last_line.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/python_words.h"
#include "profiler/record/machine/short_child.h"

#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace profiler {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Importing torch from a cold disk or a network file system takes its time.
constexpr std::chrono::minutes probeLimit {2};

std::string environmentValue(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing here sets any
    return value == nullptr ? "" : value;
}

bool isExecutable(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

/// The .venv that ./dev makes, when this program runs from a checkout.
fs::path checkoutPython()
{
    const auto installation = findInstallation();
    if (!installation)
        return {};
    return installation->worker.parent_path().parent_path().parent_path() / ".venv/bin/python";
}

fs::path defaultPython()
{
    if (const auto chosen = environmentValue("FUSESCOPE_PYTHON"); !chosen.empty())
        return chosen;
    if (const auto active = environmentValue("VIRTUAL_ENV"); !active.empty())
        return fs::path(active) / "bin/python";
    if (auto python = checkoutPython(); isExecutable(python))
        return python;
    return "python3";
}

/// "2.11.0+cu130" → {2, 11}; {0, 0} when it is no version.
std::pair<int, int> majorAndMinor(const std::string& version)
{
    int major = 0;
    int minor = 0;
    const char* end = version.data() + version.size();
    const auto first = std::from_chars(version.data(), end, major);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '.')
        return {0, 0};
    if (std::from_chars(first.ptr + 1, end, minor).ec != std::errc())
        return {0, 0};
    return {major, minor};
}

Interpreter interpreterFrom(const fs::path& path, const json& answer)
{
    Interpreter interpreter {.path = path,
        .pythonVersion = answer.value("python", ""),
        .torchVersion = answer.value("torch", ""),
        .cudaVersion = answer.value("cuda", ""),
        .hipVersion = answer.value("hip", ""),
        .torchRoot = answer.value("torch_root", ""),
        .cupti = answer.value("cupti", ""),
        .torchHeaders = answer.value("torch_headers", false),
        .pythonHeaders = answer.value("python_headers", false),
        .keepsBytecode = answer.value("bytecode", true)};
    if (!interpreter.torchVersion.empty()) {
        const auto [major, minor] = majorAndMinor(interpreter.torchVersion);
        interpreter.torchMinor = fmt::format("{}.{}", major, minor);
    }
    return interpreter;
}

/// Answers kept while the interpreter and its torch stay the same files.
class Cache {
public:
    std::optional<TorchCapabilities> find(const std::string& key)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_answers.find(key);
        return found == m_answers.end() ? std::nullopt : std::optional(found->second);
    }

    void keep(const std::string& key, const TorchCapabilities& answer)
    {
        const std::lock_guard lock(m_mutex);
        m_answers.insert_or_assign(key, answer);
    }

private:
    std::mutex m_mutex;
    std::map<std::string, TorchCapabilities> m_answers;
};

Cache& cache()
{
    static Cache instance;
    return instance;
}

std::string cacheKey(const Interpreter& interpreter)
{
    std::error_code error;
    const auto changed = fs::last_write_time(interpreter.torchRoot / "version.py", error);
    return fmt::format("{}|{}|{}|{}", interpreter.path.string(), interpreter.torchRoot.string(),
        interpreter.torchVersion, changed.time_since_epoch().count());
}

} // namespace

fs::path findProgram(const fs::path& name)
{
    if (name.has_parent_path())
        return isExecutable(name) ? fs::absolute(name) : fs::path();
    std::istringstream folders(environmentValue("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const auto candidate = fs::path(folder.empty() ? "." : folder) / name;
            isExecutable(candidate))
            return fs::absolute(candidate);
    return {};
}

Result<std::string> askInterpreter(const fs::path& python, const std::string& requestJson)
{
    auto command = pythonScript(python.string(), probeScript);
    command.push_back(requestJson);
    const auto output = runShortChild(command, probeLimit);
    if (!output)
        return tl::unexpected(output.error());
    if (output->exitCode != 0 || !json::accept(output->standardOutput))
        return failure(ErrorKind::Unavailable,
            fmt::format(
                "{} did not answer (exit code {}): {}; name another interpreter by --python",
                python.string(), output->exitCode, lastLine(output->standardError)));
    return output->standardOutput;
}

Result<Interpreter> probeInterpreter(const fs::path& named)
{
    const auto wanted = named.empty() ? defaultPython() : named;
    const auto path = findProgram(wanted);
    if (path.empty())
        return failure(ErrorKind::Unavailable,
            fmt::format("there is no interpreter {}: name one that has torch by --python PATH",
                wanted.string()));
    const auto answer = askInterpreter(path, R"({"ask": "locate"})");
    if (!answer)
        return tl::unexpected(answer.error());
    return interpreterFrom(path, json::parse(*answer));
}

Result<TorchCapabilities> probeTorch(const Interpreter& interpreter)
{
    const auto key = cacheKey(interpreter);
    if (auto known = cache().find(key))
        return *known;
    const auto text = askInterpreter(interpreter.path, R"({"ask": "torch"})");
    if (!text)
        return tl::unexpected(text.error());
    const auto answer = json::parse(*text);
    if (answer.contains("error"))
        return failure(ErrorKind::Unavailable,
            fmt::format("torch {} cannot be imported by {}: {}", interpreter.torchVersion,
                interpreter.path.string(), answer.value("error", "")));
    TorchCapabilities capabilities {.devices = answer.value("devices", std::vector<std::string> {}),
        .modes = answer.value("modes", std::vector<std::string> {}),
        .backends = answer.value("backends", std::vector<std::string> {})};
    cache().keep(key, capabilities);
    return capabilities;
}

Result<void> checkInterpreter(const Interpreter& interpreter)
{
    const auto python = interpreter.path.string();
    if (majorAndMinor(interpreter.pythonVersion) < std::pair(3, oldestPythonMinor))
        return failure(ErrorKind::Unavailable,
            fmt::format(
                "{} is Python {}; workers need 3.{} or newer: name another interpreter by --python",
                python, interpreter.pythonVersion, oldestPythonMinor));
    if (interpreter.torchVersion.empty())
        return failure(ErrorKind::Unavailable,
            fmt::format("{} has no torch: install it ({} -m pip install torch) or name another "
                        "interpreter by --python",
                python, python));
    if (majorAndMinor(interpreter.torchVersion) < std::pair(2, oldestTorchMinor))
        return failure(ErrorKind::Unavailable,
            fmt::format(
                "{} has torch {}; workers need 2.{} or newer: upgrade it ({} -m pip install "
                "--upgrade torch) or name another interpreter by --python",
                python, interpreter.torchVersion, oldestTorchMinor, python));
    return {};
}

} // namespace profiler
