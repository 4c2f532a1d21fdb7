// SPDX-License-Identifier: Apache-2.0
#include "app/cli/remote/open_job.h"

#include "app/cli/terminal/files.h"
#include "app/cli/terminal/kept_rows.h"
#include "profiler/model/files/user_folder.h"
#include "profiler/record/remote/machine.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>

namespace cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

fs::path fileOf(const std::string& id)
{
    return openJobsFolder() / (id + ".json");
}

profiler::EnvironmentFields fields(const Json& row, const char* key)
{
    profiler::EnvironmentFields all;
    const auto found = row.find(key);
    if (found != row.end() && found->is_object())
        for (const auto& [name, value] : found->items())
            if (value.is_string())
                all[name] = value.get<std::string>();
    return all;
}

bool flag(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_boolean() && found->get<bool>();
}

} // namespace

fs::path openJobsFolder()
{
    return profiler::userFolder("XDG_STATE_HOME", ".local/state") / "fusescope" / "remote";
}

Result<void> storeOpenJob(const OpenJob& job)
{
    return storeKept(fileOf(job.id),
        {{"schema", 1}, {"id", job.id}, {"address", job.address}, {"folder", job.folder},
            {"file", job.file}, {"command", job.command}, {"model", job.model}, {"code", job.code},
            {"keep", job.keep}, {"merged", job.merged}});
}

Result<OpenJob> loadOpenJob(const std::string& id)
{
    const auto unknown = failure(ErrorKind::NotFound,
        "there is no recording \"" + id
            + "\" that is still to be fetched; `fusescope remote list` shows those that are");
    std::error_code error;
    if (!profiler::remote::isJobId(id) || !fs::exists(fileOf(id), error))
        return unknown;
    const auto content = readFile(fileOf(id));
    if (!content)
        return tl::unexpected(content.error());
    const auto json = Json::parse(*content, nullptr, false);
    if (!json.is_object() || textIn(json, "id") != id)
        return failure(
            ErrorKind::BadData, fileOf(id).string() + " does not describe a recording; remove it");
    return OpenJob {.id = id,
        .address = textIn(json, "address"),
        .folder = textIn(json, "folder"),
        .file = textIn(json, "file"),
        .command = textIn(json, "command"),
        .model = textIn(json, "model"),
        .code = fields(json, "code"),
        .keep = flag(json, "keep"),
        .merged = flag(json, "merged")};
}

std::vector<OpenJob> openJobs()
{
    std::vector<OpenJob> jobs;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(openJobsFolder(), error))
        if (entry.path().extension() == ".json")
            if (auto job = loadOpenJob(entry.path().stem().string()))
                jobs.push_back(std::move(*job));
    std::ranges::sort(jobs, {}, &OpenJob::id); // an id begins with the time
    return jobs;
}

void forgetOpenJob(const std::string& id)
{
    std::error_code ignored;
    fs::remove(fileOf(id), ignored);
    fs::remove(openJobsFolder() / (id + ".lock"), ignored);
}

Result<JobLock> JobLock::take(const std::string& id)
{
    std::error_code error;
    fs::create_directories(openJobsFolder(), error);
    const auto path = openJobsFolder() / (id + ".lock");
    profiler::UniqueFd file(
        ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)); // NOLINT(*-vararg)
    if (!file.valid() || ::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
        return failure(ErrorKind::Unavailable,
            file.valid() ? "another fusescope follows the recording " + id + " already"
                         : "cannot write " + path.string());
    return JobLock(std::move(file));
}

} // namespace cli
