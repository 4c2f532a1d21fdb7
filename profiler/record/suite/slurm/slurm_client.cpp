// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/slurm/slurm_client.h"

#include "profiler/record/machine/interpreter.h"
#include "profiler/record/machine/short_child.h"

#include <chrono>
#include <map>

namespace profiler {
namespace {

using namespace std::chrono_literals;

/// Slurm's programs wait for a controller that does not answer, and for long.
constexpr auto answersWithin = 30s; ///< squeue takes 18 s to say that it reached nobody

std::vector<std::string> command(
    const std::string& program, const std::string& cluster, std::vector<std::string> words)
{
    if (!cluster.empty())
        words.insert(words.begin(), "--clusters=" + cluster);
    words.insert(words.begin(), program);
    return words;
}

Result<void> runQuietly(const std::vector<std::string>& words)
{
    const auto ran = runShortChild(words, answersWithin);
    if (!ran)
        return tl::unexpected(ran.error());
    if (ran->exitCode != 0 && !saysJobIsForgotten(ran->standardError))
        return failure(ErrorKind::Unavailable, slurmComplaint(ran->standardError));
    return {};
}

/// "12,13" by cluster.
std::map<std::string, std::string> jobsByCluster(const std::vector<SlurmArray>& arrays)
{
    std::map<std::string, std::string> jobs;
    for (const auto& each : arrays) {
        auto& list = jobs[each.job.cluster];
        list += (list.empty() ? "" : ",") + each.job.job;
    }
    return jobs;
}

/// squeue and sacct need not answer for all that was asked.
bool knowsAll(const SlurmSays& says, const std::vector<SlurmArray>& arrays)
{
    for (const auto& each : arrays)
        for (int index = 0; index < static_cast<int>(each.marks.size()); ++index)
            if (slurmSaidOf(says, {each.job.job, index}).state.empty())
                return false;
    return true;
}

} // namespace

Result<void> SlurmClient::isInstalled()
{
    for (const auto* program : {"sbatch", "squeue", "scancel"})
        if (findProgram(program).empty())
            return failure(ErrorKind::Unavailable,
                std::string("Slurm's ") + program
                    + " is not on PATH; run this where Slurm's jobs are submitted, or record here "
                      "by --engine local");
    return {};
}

Result<SlurmJob> SlurmClient::submit(const std::vector<std::string>& words)
{
    auto line = words;
    line.insert(line.begin(), "sbatch");
    const auto ran = runShortChild(line, answersWithin * 3);
    if (!ran)
        return failure(ErrorKind::Unavailable, "sbatch did not end: " + ran.error().message);
    const auto job = slurmJobFrom(ran->standardOutput);
    if (ran->exitCode == 0 && job)
        return *job;
    return failure(ErrorKind::Unavailable,
        "Slurm refused the job: "
            + slurmComplaint(
                ran->standardError.empty() ? ran->standardOutput : ran->standardError));
}

Result<std::optional<SlurmJob>> SlurmClient::find(
    const std::string& cluster, const std::string& name)
{
    const auto ran
        = runShortChild(command("squeue", cluster, slurmFindOptions(name)), answersWithin);
    if (!ran)
        return tl::unexpected(ran.error());
    if (ran->exitCode != 0)
        return failure(ErrorKind::Unavailable, slurmComplaint(ran->standardError));
    return slurmFoundFrom(ran->standardOutput);
}

Result<SlurmSays> SlurmClient::askQueue(const std::string& cluster, const std::string& jobs)
{
    auto words = slurmQueueOptions();
    words.push_back("--jobs=" + jobs);
    const auto ran = runShortChild(command("squeue", cluster, std::move(words)), answersWithin);
    if (!ran)
        return tl::unexpected(ran.error());
    if (ran->exitCode != 0 && !saysJobIsForgotten(ran->standardError))
        return failure(ErrorKind::Unavailable, slurmComplaint(ran->standardError));
    return slurmQueueFrom(ran->standardOutput);
}

/// Only what squeue does not know is taken from it. Many clusters keep no accounts.
void SlurmClient::askAccounts(const std::string& cluster, const std::string& jobs, SlurmSays& says)
{
    auto words = slurmAccountOptions();
    words.push_back("--jobs=" + jobs);
    const auto ran = runShortChild(command("sacct", cluster, std::move(words)), answersWithin);
    m_hasAccounts = ran && ran->exitCode == 0;
    if (m_hasAccounts)
        says.merge(slurmAccountFrom(ran->standardOutput));
}

Result<SlurmSays> SlurmClient::ask(const std::vector<SlurmArray>& arrays)
{
    SlurmSays says;
    for (const auto& [cluster, jobs] : jobsByCluster(arrays)) {
        auto heard = askQueue(cluster, jobs);
        if (!heard)
            return heard;
        says.merge(*heard);
        if (m_hasAccounts && !knowsAll(says, arrays))
            askAccounts(cluster, jobs, says);
    }
    return says;
}

Result<void> SlurmClient::askToEnd(const std::vector<SlurmArray>& arrays)
{
    for (const auto& each : arrays) {
        const auto& cluster = each.job.cluster;
        auto asked
            = runQuietly(command("scancel", cluster, {"--quiet", "--state=PENDING", each.job.job}));
        if (asked)
            asked = runQuietly(command("scancel", cluster,
                {"--quiet", "--state=RUNNING", "--batch", "--signal=TERM", each.job.job}));
        if (!asked)
            return asked;
    }
    return {};
}

Result<void> SlurmClient::cancel(const std::string& cluster, const std::vector<std::string>& jobs)
{
    if (jobs.empty())
        return {};
    auto words = jobs;
    words.insert(words.begin(), "--quiet");
    return runQuietly(command("scancel", cluster, std::move(words)));
}

} // namespace profiler
