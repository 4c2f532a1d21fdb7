// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/environment_making.h"

#include "package_sizes_script.h"
#include "profiler/record/machine/attached_child.h"
#include "profiler/record/machine/python_words.h"
#include "profiler/record/machine/short_child.h"
#include "profiler/record/machine/temporary_folder.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>
#include <utility>

namespace profiler {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto madeWithin = 3min; ///< an environment without packages
constexpr auto installLimit = 30min; ///< an index may tell what it has by the packages alone
constexpr auto nightly = "nightly";
constexpr auto nightlyIndex = "https://download.pytorch.org/whl/nightly/cpu";

/// Two or three numbers with dots between them.
bool isVersion(const std::string& word)
{
    const auto dots = std::ranges::count(word, '.');
    const bool parted
        = !word.starts_with('.') && !word.ends_with('.') && word.find("..") == std::string::npos;
    return (dots == 1 || dots == 2) && parted
        && word.find_first_not_of("0123456789.") == std::string::npos;
}

/// "torch==2.9.*"
std::string requirement(const std::string& torch)
{
    if (torch == nightly)
        return "torch";
    const bool exact = std::ranges::count(torch, '.') > 1;
    return "torch==" + torch + (exact ? "" : ".*");
}

std::string lastInstallerLine(const std::string& text)
{
    std::istringstream lines(text);
    std::string found;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("ERROR: ") || line.starts_with("error: "))
            found = line.substr(7);
        else if (found.empty() && !line.empty())
            found = line;
    return found.empty() ? "it said nothing" : found;
}

std::vector<std::string> packagesOf(const EnvironmentWish& wish)
{
    std::vector<std::string> words {requirement(wish.torch), "numpy"};
    words.insert(words.end(), wish.packages.begin(), wish.packages.end());
    const auto index = !wish.index.empty() ? wish.index : wish.torch == nightly ? nightlyIndex : "";
    if (wish.torch == nightly)
        words.emplace_back("--pre");
    if (!index.empty()) {
        words.emplace_back("--index-url");
        words.push_back(index);
    }
    return words;
}

Result<void> makeEmpty(const fs::path& folder, const std::string& python)
{
    const auto uv = findProgram("uv");
    auto command = pythonModule(python, "venv");
    if (!uv.empty())
        command = {uv.string(), "venv", "--seed", "--python", python};
    command.push_back(folder.string());
    const auto made = runShortChild(command, madeWithin);
    if (!made)
        return tl::unexpected(made.error());
    if (made->exitCode == 0)
        return {};
    const auto& said = made->standardError.empty() ? made->standardOutput : made->standardError;
    return failure(ErrorKind::Unavailable,
        fmt::format(
            "{} cannot make an environment: {}; install python3-venv or uv, or name another "
            "interpreter by --python",
            python, lastInstallerLine(said)));
}

} // namespace

std::string nameOf(const EnvironmentWish& wish)
{
    return "torch-" + wish.torch;
}

Result<EnvironmentMaking> EnvironmentMaking::begin(EnvironmentWish wish, const fs::path& parent)
{
    if (wish.torch != nightly && !isVersion(wish.torch))
        return failure(ErrorKind::BadInput,
            fmt::format("\"{}\" is no version of torch: write 2.9, 2.10.0 or nightly", wish.torch));
    const auto interpreter = probeInterpreter(wish.python);
    if (!interpreter)
        return tl::unexpected(interpreter.error());
    const auto folder = parent / nameOf(wish);
    std::error_code error;
    if (fs::exists(folder, error))
        return failure(ErrorKind::BadInput,
            fmt::format("{} is there already: `fusescope env remove {}` takes it away",
                folder.string(), nameOf(wish)));
    fs::create_directories(parent, error);
    EnvironmentMaking making(std::move(wish), folder);
    if (auto made = makeEmpty(folder, interpreter->path.string()); !made)
        return tl::unexpected(made.error());
    return making;
}

EnvironmentMaking::EnvironmentMaking(EnvironmentWish wish, fs::path folder)
    : m_wish(std::move(wish))
    , m_folder(std::move(folder))
{
}

EnvironmentMaking::EnvironmentMaking(EnvironmentMaking&& other) noexcept
    : m_wish(std::move(other.m_wish))
    , m_folder(std::exchange(other.m_folder, {}))
{
}

EnvironmentMaking::~EnvironmentMaking()
{
    std::error_code ignored;
    if (!m_folder.empty())
        fs::remove_all(m_folder, ignored);
}

std::string EnvironmentMaking::python() const
{
    return (m_folder / "bin" / "python").string();
}

Result<EnvironmentCost> EnvironmentMaking::cost() const
{
    const auto scratch = makeTemporaryFolder();
    if (!scratch)
        return tl::unexpected(scratch.error());
    const auto report = (scratch->path() / "report.json").string();
    auto command = pythonModule(python(), "pip");
    for (const auto* word : {"install", "--dry-run", "--quiet", "--report"})
        command.emplace_back(word);
    command.push_back(report);
    const auto packages = packagesOf(m_wish);
    command.insert(command.end(), packages.begin(), packages.end());
    const auto told = runShortChild(command, installLimit);
    if (!told)
        return tl::unexpected(told.error());
    if (told->exitCode != 0)
        return failure(ErrorKind::Unavailable,
            fmt::format("pip finds no torch {} for this Python: {}", m_wish.torch,
                lastInstallerLine(told->standardError)));
    auto measured = pythonScript(python(), packageSizesScript);
    measured.push_back(report);
    const auto sizes = runShortChild(measured, 2min);
    EnvironmentCost cost;
    if (!sizes || sizes->exitCode != 0)
        return cost; // it can be installed all the same
    const auto answer = nlohmann::json::parse(sizes->standardOutput, nullptr, false);
    if (!answer.is_object())
        return cost;
    if (const auto& torch = answer["torch"]; torch.is_string())
        cost.torchVersion = torch.get<std::string>();
    cost.packages = answer.value("packages", 0);
    if (const auto& bytes = answer["bytes"]; bytes.is_number_integer())
        cost.bytes = bytes.get<std::int64_t>();
    return cost;
}

std::vector<std::string> EnvironmentMaking::installCommand() const
{
    const auto uv = findProgram("uv");
    auto command = pythonModule(python(), "pip");
    command.emplace_back("install");
    if (!uv.empty())
        command = {uv.string(), "pip", "install", "--python", python()};
    const auto packages = packagesOf(m_wish);
    command.insert(command.end(), packages.begin(), packages.end());
    return command;
}

Result<Interpreter> EnvironmentMaking::install(const std::function<bool()>& stopped)
{
    const auto code = runAttachedChild(installCommand());
    if (!code)
        return tl::unexpected(code.error());
    if (stopped())
        return failure(ErrorKind::Interrupted,
            fmt::format("interrupted; nothing is left of the environment {}", nameOf(m_wish)));
    if (*code != 0)
        return failure(ErrorKind::Failed,
            fmt::format(
                "torch {} was not installed (exit code {}, the reason stands above); nothing "
                "is left of the environment",
                m_wish.torch, *code));
    const auto interpreter = probeInterpreter(python());
    if (!interpreter)
        return tl::unexpected(interpreter.error());
    if (const auto usable = checkInterpreter(*interpreter); !usable)
        return tl::unexpected(usable.error());
    m_folder.clear();
    return *interpreter;
}

} // namespace profiler
