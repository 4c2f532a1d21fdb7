// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/slurm/slurm_words.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace profiler {
namespace {

/// Calls `take` with each line that is not empty.
template <typename Take>
void forEachLine(std::string_view text, Take&& take)
{
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        auto line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!line.empty())
            take(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

/// Up to the next bar, which is taken away with it; the last one may hold bars.
std::string_view takeField(std::string_view& line)
{
    const auto end = std::min(line.find('|'), line.size());
    const auto field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return field;
}

bool isWholeNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<SlurmElement> elementOf(std::string_view job, std::string_view index)
{
    int number = 0;
    if (isWholeNumber(job) && (index == "N/A" || index.starts_with('[')))
        return SlurmElement {std::string(job), SlurmElement::rest};
    if (!isWholeNumber(job) || !isWholeNumber(index)
        || std::from_chars(index.data(), index.data() + index.size(), number).ec != std::errc())
        return std::nullopt;
    return SlurmElement {std::string(job), number};
}

template <std::size_t N>
bool isOneOf(const std::array<std::string_view, N>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

/// Taken back or not given a node yet.
constexpr std::array<std::string_view, 7> waiting {"PENDING", "CONFIGURING", "REQUEUED",
    "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT"};
constexpr std::array<std::string_view, 11> ended {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT",
    "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "BOOT_FAIL", "DEADLINE", "LAUNCH_FAILED", "REVOKED"};

} // namespace

std::optional<SlurmJob> slurmJobFrom(std::string_view printed)
{
    // What a site's plugins print stands before it.
    std::optional<SlurmJob> found;
    forEachLine(printed, [&](std::string_view line) {
        const auto end = std::min(line.find(';'), line.size());
        if (isWholeNumber(line.substr(0, end)))
            found = SlurmJob {std::string(line.substr(0, end)),
                std::string(end < line.size() ? line.substr(end + 1) : std::string_view())};
    });
    return found;
}

std::vector<std::string> slurmFindOptions(const std::string& name)
{
    return {"--noheader", "--states=all", "--name=" + name, "--format=%F"};
}

std::optional<SlurmJob> slurmFoundFrom(std::string_view printed)
{
    constexpr std::string_view heading = "CLUSTER: ";
    std::optional<SlurmJob> found;
    std::string cluster;
    forEachLine(printed, [&](std::string_view line) {
        if (line.starts_with(heading))
            cluster = line.substr(heading.size());
        else if (isWholeNumber(line))
            found = SlurmJob {std::string(line), cluster};
    });
    return found;
}

std::vector<std::string> slurmQueueOptions()
{
    return {"--noheader", "--array", "--states=all", "--format=%F|%K|%T|%r"};
}

SlurmSays slurmQueueFrom(std::string_view printed)
{
    SlurmSays says;
    forEachLine(printed, [&](std::string_view line) {
        const auto job = takeField(line);
        const auto index = takeField(line);
        const auto state = takeField(line);
        if (const auto element = elementOf(job, index))
            says[*element]
                = {std::string(state), line == "None" ? std::string() : std::string(line)};
    });
    return says;
}

SlurmSaid slurmSaidOf(const SlurmSays& says, const SlurmElement& element)
{
    auto found = says.find(element);
    if (found == says.end())
        found = says.find({element.job, SlurmElement::rest});
    return found == says.end() ? SlurmSaid {} : found->second;
}

bool slurmKnowsJob(const SlurmSays& says, const std::string& job)
{
    return std::ranges::any_of(says, [&](const auto& each) { return each.first.job == job; });
}

std::vector<std::string> slurmAccountOptions()
{
    return {"--parsable2", "--noheader", "--allocations", "--format=JobID,State"};
}

SlurmSays slurmAccountFrom(std::string_view printed)
{
    SlurmSays says;
    forEachLine(printed, [&](std::string_view line) {
        const auto id = takeField(line);
        const auto underline = std::min(id.find('_'), id.size());
        const auto state = line.substr(0, line.find_first_of(" |+"));
        const auto index = underline < id.size() ? id.substr(underline + 1) : std::string_view();
        if (const auto element = elementOf(id.substr(0, underline), index))
            says[*element] = {std::string(state), {}};
    });
    return says;
}

bool saysJobIsForgotten(std::string_view errors)
{
    return errors.find("Invalid job id specified") != std::string_view::npos;
}

std::string slurmComplaint(std::string_view errors)
{
    // "sbatch: error: Batch job submission failed: …" closes what was said more exactly before it.
    std::string_view first;
    forEachLine(errors, [&](std::string_view line) {
        const auto at = line.find("error: ");
        if (first.empty() && at != std::string_view::npos)
            first = line.substr(at + std::string_view("error: ").size());
    });
    constexpr std::string_view failed = "submission failed: ";
    if (const auto at = first.find(failed); at != std::string_view::npos)
        first.remove_prefix(at + failed.size());
    return first.empty() ? "it said nothing" : std::string(first);
}

TaskState taskStateOf(const SlurmSaid& said)
{
    if (isOneOf(waiting, said.state))
        return TaskState::Waiting;
    return isOneOf(ended, said.state) ? TaskState::Ended : TaskState::Running;
}

bool endedByItself(const SlurmSaid& said)
{
    return said.state == "COMPLETED" || said.state == "FAILED";
}

std::string endedBySlurm(const SlurmSaid& said)
{
    if (said.state == "CANCELLED")
        return "cancelled in Slurm";
    if (said.state == "TIMEOUT")
        return "its time limit in Slurm ran out (TIMEOUT); give more by --engine-option "
               "--time=HOURS:MINUTES:SECONDS";
    if (said.state == "OUT_OF_MEMORY")
        return "Slurm ended it, for its memory ran out (OUT_OF_MEMORY); give more by "
               "--engine-option --mem=SIZE";
    if (said.state == "NODE_FAIL" || said.state == "BOOT_FAIL")
        return "its node failed or stopped answering Slurm (" + said.state + ")";
    if (said.state == "PREEMPTED")
        return "another job took its place in Slurm (PREEMPTED)";
    return "ended by Slurm (" + said.state + ")";
}

} // namespace profiler
