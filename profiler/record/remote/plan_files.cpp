// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/remote/plan_files.h"

#include "profiler/model/case.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <string_view>
#include <system_error>

namespace profiler::remote {
namespace {

namespace fs = std::filesystem;

constexpr int mostEntries = 20'000; ///< that are looked at for the Python files beside a model
constexpr std::int64_t mostGuessedBytes = std::int64_t {64} << 20U;
constexpr std::array<std::string_view, 4> notImported {
    "node_modules", "site-packages", "build", "dist"};

/// Folders that hold nothing of the user's own: hidden, made anew, or environments.
bool isPassedOver(const fs::path& folder)
{
    std::error_code ignored;
    const auto name = folder.filename().string();
    return name.starts_with('.') || name == "__pycache__"
        || fs::exists(folder / "pyvenv.cfg", ignored);
}

/// "file.py:callable" → "file.py"; what names no file has none.
std::string filePart(const std::string& spec)
{
    if (spec.starts_with(scriptScheme))
        return spec.substr(scriptScheme.size());
    if (spec.ends_with(".pt") || spec.ends_with(".pt2"))
        return spec;
    const auto colon = spec.rfind(':');
    const auto path = spec.substr(0, colon);
    return colon != std::string::npos && path.ends_with(".py") ? path : std::string();
}

/// "package.module:callable" → "package"; libraries are there by themselves.
std::string modulePart(const std::string& spec)
{
    if (spec.starts_with(scriptModuleScheme)) {
        const auto module = spec.substr(scriptModuleScheme.size());
        return module.substr(0, module.find('.'));
    }
    const auto colon = spec.find(':');
    const auto scheme = spec.substr(0, colon);
    if (colon == std::string::npos || !filePart(spec).empty() || scheme == "torchvision"
        || scheme == "transformers" || scheme == "builtin")
        return {};
    return scheme.substr(0, scheme.find('.'));
}

/// `change` is applied to all paths of a plan that are absolute.
template <typename Change>
void changePaths(Plan& plan, Change change)
{
    const auto path = [&](std::string& text) {
        if (text.starts_with('/'))
            text = change(text);
    };
    const auto paths = [&](std::vector<std::string>& texts) { std::ranges::for_each(texts, path); };
    auto& workload = plan.workload;
    path(workload.workingDirectory);
    paths(workload.sysPath);
    if (const auto file = filePart(workload.spec); file.starts_with('/'))
        workload.spec.replace(workload.spec.find(file), file.size(), change(file));
    for (auto& variant : plan.variants) {
        path(variant.workingDirectory);
        paths(variant.sysPath);
    }
    for (auto& each : plan.cases)
        for (auto& input : each.inputs)
            path(input.file);
    path(plan.load.replay);
}

class Collector {
public:
    explicit Collector(const Plan& plan)
        : m_plan(plan)
    {
    }

    Result<SentFiles> collected(const std::vector<fs::path>& named)
    {
        auto done = planned();
        for (const auto& path : named)
            done = done.and_then([&] { return addNamed(path); });
        if (named.empty())
            done = done.and_then([&] { return guess(); });
        if (!done)
            return tl::unexpected(done.error());
        std::ranges::sort(m_sent.files);
        const auto end = std::unique(m_sent.files.begin(), m_sent.files.end());
        m_sent.files.erase(end, m_sent.files.end());
        std::error_code ignored;
        m_sent.bytes = 0;
        for (const auto& file : m_sent.files)
            m_sent.bytes += static_cast<std::int64_t>(fs::file_size(file, ignored));
        if (m_sent.bytes > mostSentBytes)
            return failure(ErrorKind::BadInput,
                fmt::format("what is to be sent has {}, more than {}: copy it there yourself, or "
                            "name less with --send",
                    formatBytes(m_sent.bytes), formatBytes(mostSentBytes)));
        return std::move(m_sent);
    }

private:
    [[nodiscard]] fs::path absolute(const fs::path& path) const
    {
        return (fs::path(m_plan.workload.workingDirectory) / path).lexically_normal();
    }

    Result<void> addFile(const fs::path& path)
    {
        std::error_code error;
        if (!fs::is_regular_file(path, error))
            return failure(ErrorKind::NotFound,
                fmt::format("{} is to be sent and is no file here", path.string()));
        m_sent.files.push_back(path);
        return {};
    }

    Result<void> planned()
    {
        const auto& workload = m_plan.workload;
        m_sent.folders.emplace_back(absolute({}));
        for (const auto& folder : workload.sysPath)
            m_sent.folders.emplace_back(absolute(folder));
        std::vector<std::string> files {filePart(workload.spec), m_plan.load.replay};
        for (const auto& each : m_plan.cases)
            for (const auto& input : each.inputs)
                files.push_back(input.file);
        for (const auto& file : files)
            if (!file.empty())
                if (auto added = addFile(absolute(file)); !added)
                    return added;
        return {};
    }

    /// All that lies in a folder but what is hidden or made anew.
    Result<void> addNamed(const fs::path& given)
    {
        std::error_code error;
        const auto path = fs::absolute(given, error).lexically_normal();
        if (!fs::is_directory(path, error))
            return addFile(path);
        m_sent.folders.push_back(path);
        std::int64_t bytes = 0;
        return walk(
            path, [](std::string_view) { return true; },
            [&](const fs::directory_entry& entry) -> Result<void> {
                std::error_code ignored;
                bytes += static_cast<std::int64_t>(entry.file_size(ignored));
                if (bytes > mostSentBytes)
                    return failure(ErrorKind::BadInput,
                        fmt::format("{} holds more than {}, too much to be sent: copy it there "
                                    "yourself, or name what is needed of it with --send",
                            path.string(), formatBytes(mostSentBytes)));
                m_sent.files.push_back(entry.path());
                return {};
            });
    }

    Result<void> guess()
    {
        const auto& spec = m_plan.workload.spec;
        if (const auto file = filePart(spec); file.ends_with(".py"))
            return guessBelow(absolute(file).parent_path());
        const auto module = modulePart(spec);
        if (module.empty())
            return {};
        std::error_code error;
        auto folders = m_plan.workload.sysPath;
        folders.push_back(m_plan.workload.workingDirectory);
        for (const auto& folder : folders) {
            if (fs::is_regular_file(absolute(folder) / (module + ".py"), error))
                return guessBelow(absolute(folder));
            if (fs::is_directory(absolute(folder) / module, error))
                return guessBelow(absolute(folder) / module);
        }
        return {}; // it is installed there
    }

    Result<void> guessBelow(const fs::path& folder)
    {
        std::int64_t bytes = 0;
        const auto enter = [](std::string_view name) {
            return std::ranges::find(notImported, name) == notImported.end();
        };
        return walk(folder, enter, [&](const fs::directory_entry& entry) -> Result<void> {
            if (entry.path().extension() != ".py")
                return {};
            std::error_code ignored;
            bytes += static_cast<std::int64_t>(entry.file_size(ignored));
            if (bytes > mostGuessedBytes)
                return tooMuch(folder, formatBytes(mostGuessedBytes) + " of Python files");
            m_sent.files.push_back(entry.path());
            return {};
        });
    }

    static tl::unexpected<Error> tooMuch(const fs::path& folder, const std::string& what)
    {
        return failure(ErrorKind::BadInput,
            fmt::format("{} holds more than {}, too much to send all that the model might import: "
                        "name with --send the files and folders that it needs",
                folder.string(), what));
    }

    using Take = std::function<Result<void>(const fs::directory_entry&)>;

    /// `enter` is asked for each folder, by its name.
    static Result<void> walk(const fs::path& folder,
        const std::function<bool(std::string_view)>& enter, const Take& take)
    {
        int seen = 0;
        std::error_code error;
        for (fs::recursive_directory_iterator
                 entry(folder, fs::directory_options::skip_permission_denied, error),
             end;
             !error && entry != end; entry.increment(error)) {
            if (++seen > mostEntries)
                return tooMuch(folder, formatCount(mostEntries) + " files and folders");
            std::error_code ignored;
            if (entry->is_directory(ignored)) {
                if (isPassedOver(entry->path()) || !enter(entry->path().filename().string()))
                    entry.disable_recursion_pending();
                continue;
            }
            if (!entry->is_regular_file(ignored))
                continue;
            if (auto taken = take(*entry); !taken)
                return taken;
        }
        return {};
    }

    const Plan& m_plan;
    SentFiles m_sent;
};

} // namespace

Result<SentFiles> filesOf(const Plan& plan, const std::vector<fs::path>& named)
{
    return Collector(plan).collected(named);
}

Plan planBelow(Plan plan, const std::string& root)
{
    changePaths(plan,
        [&](const std::string& path) { return root + fs::path(path).lexically_normal().string(); });
    return plan;
}

Plan planFromBelow(Plan plan, const std::string& root)
{
    changePaths(plan, [&](const std::string& path) {
        return path.starts_with(root + "/") ? path.substr(root.size()) : path;
    });
    return plan;
}

} // namespace profiler::remote
