// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check/check_init.h"

#include "app/cli/terminal/files.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "profiler/report/check/check_workflows.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace cli {
namespace {

namespace fs = std::filesystem;
using profiler::Result;

struct NewFile {
    fs::path path;
    std::string text;
};

/// A plan that is read on other machines names no folder and no interpreter of this one.
std::string portablePlan(profiler::Plan plan)
{
    plan.workload.workingDirectory.clear();
    plan.python.clear();
    return profiler::planToJson(plan);
}

std::vector<NewFile> filesFor(const profiler::Plan& plan)
{
    return {{checkPlanName, portablePlan(plan)},
        {fs::path(".github") / "workflows" / "fusescope.yml", profiler::githubWorkflow()},
        {"fusescope.gitlab-ci.yml", profiler::gitlabSnippet()}};
}

Result<void> refuseThoseThere(const std::vector<NewFile>& files)
{
    std::error_code ignored;
    for (const auto& file : files)
        if (fs::exists(file.path, ignored))
            return profiler::failure(profiler::ErrorKind::BadInput,
                file.path.string()
                    + " is there already, and nothing was written; --force writes over it");
    return {};
}

Result<void> write(const NewFile& file)
{
    std::error_code error;
    if (file.path.has_parent_path())
        fs::create_directories(file.path.parent_path(), error);
    return writeFile(file.path, file.text);
}

} // namespace

Result<std::string> initCheck(const CheckOptions& options)
{
    auto asked = options.plan;
    auto& variants = asked.lists["--variant"];
    if (variants.empty() && asked.planFile.empty())
        variants = {"eager", "default"};
    const auto plan = timedPlanFrom(asked);
    if (!plan)
        return tl::unexpected(plan.error());
    const auto files = filesFor(*plan);
    if (!options.force)
        if (auto free = refuseThoseThere(files); !free)
            return tl::unexpected(free.error());
    std::string said;
    for (const auto& file : files) {
        if (auto written = write(file); !written)
            return tl::unexpected(written.error());
        said += "Wrote " + file.path.string() + ".\n";
    }
    return said + profiler::whatComesAfterInit();
}

} // namespace cli
