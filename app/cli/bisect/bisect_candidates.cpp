// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bisect/bisect_candidates.h"

#include "app/cli/check/check_plan.h"
#include "app/cli/terminal/environments.h"
#include "profiler/record/machine/git_program.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <sstream>
#include <tuple>
#include <utility>

namespace cli {
namespace {

using namespace std::chrono_literals;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Result;

constexpr std::size_t mostCandidates = 1000;
constexpr auto gitLimit = 30s;

/// "2.10.1+cpu" → {2, 10, 1}, so that 2.10 comes after 2.9.
std::vector<int> numbersOf(const std::string& version)
{
    std::vector<int> numbers;
    std::istringstream parts(version.substr(0, version.find('+')));
    for (std::string part; std::getline(parts, part, '.');) {
        int number = 0;
        for (const char c : part) {
            if (c < '0' || c > '9')
                break;
            number = number * 10 + (c - '0');
        }
        numbers.push_back(number);
    }
    return numbers;
}

/// Is it that version, as exactly as it was named?
bool isVersion(const std::string& torch, const std::string& named)
{
    const auto has = numbersOf(torch);
    const auto wanted = numbersOf(named);
    return has.size() >= wanted.size() && std::equal(wanted.begin(), wanted.end(), has.begin());
}

Result<Candidate> candidateOf(const std::vector<Environment>& environments, const std::string& name)
{
    const auto found = std::ranges::find(environments, name, &Environment::name);
    if (found == environments.end())
        return failure(ErrorKind::NotFound,
            fmt::format("there is no environment {}: `fusescope env list` shows those there are, "
                        "`fusescope env make 2.10` makes one",
                name));
    return Candidate {.name = name,
        .says = "torch " + found->torchVersion,
        .python = found->python,
        .commit = {}};
}

/// One of each version between the two, both included.
Result<std::vector<Candidate>> byVersions(
    std::vector<Environment> environments, const std::string& from, const std::string& to)
{
    std::ranges::stable_sort(
        environments, {}, [](const Environment& each) { return numbersOf(each.torchVersion); });
    const auto first = std::ranges::find_if(
        environments, [&](const auto& each) { return isVersion(each.torchVersion, from); });
    const auto last = std::find_if(environments.rbegin(), environments.rend(),
        [&](const auto& each) { return isVersion(each.torchVersion, to); });
    for (const auto& [missing, version] :
        {std::pair(first == environments.end(), from), std::pair(last == environments.rend(), to)})
        if (missing)
            return failure(ErrorKind::NotFound,
                fmt::format(
                    "there is no environment with torch {0}: `fusescope env make {0}` makes "
                    "one",
                    version));
    std::vector<Candidate> candidates;
    for (auto each = first; each < last.base(); ++each)
        if (candidates.empty() || candidates.back().says != "torch " + each->torchVersion)
            candidates.push_back({.name = each->name,
                .says = "torch " + each->torchVersion,
                .python = each->python,
                .commit = {}});
    return candidates;
}

Result<std::vector<Candidate>> byCommits(const std::string& range, const profiler::Plan& plan)
{
    const auto dots = range.find("..");
    if (dots == std::string::npos || dots == 0 || range.front() == '-')
        return failure(ErrorKind::BadInput,
            fmt::format("--commits {}: expected OLD..NEW, such as v1.2..main", range));
    auto newest = range.substr(dots + 2);
    if (newest.empty())
        newest = "HEAD";
    const auto oldest = range.substr(0, dots);
    const auto log = profiler::gitAnswer(plan.workload.workingDirectory,
        {"log", "--first-parent", "--reverse", "--format=%H%x09%s", "--boundary",
            oldest + ".." + newest, "--"},
        fmt::format("git knows no range {} in {}", range, plan.workload.workingDirectory),
        gitLimit);
    if (!log)
        return tl::unexpected(log.error());
    const auto before = profiler::gitAnswer(plan.workload.workingDirectory,
        {"log", "-1", "--format=%H%x09%s", oldest, "--"},
        fmt::format("git knows no revision {}", oldest), gitLimit);
    if (!before)
        return tl::unexpected(before.error());
    std::vector<Candidate> candidates;
    std::istringstream lines(*before + "\n" + *log);
    for (std::string line; std::getline(lines, line);) {
        const auto tab = line.find('\t');
        const auto commit = line.substr(0, tab);
        constexpr std::size_t shown = 10;
        const bool known
            = std::ranges::find(candidates, commit, &Candidate::commit) != candidates.end();
        if (commit.size() >= shown && !known)
            candidates.push_back({.name = commit.substr(0, shown),
                .says = tab == std::string::npos ? "" : line.substr(tab + 1),
                .python = {},
                .commit = commit});
    }
    return candidates;
}

Result<std::vector<Candidate>> byNames(
    const std::vector<Environment>& environments, const std::vector<std::string>& names)
{
    std::vector<Candidate> candidates;
    for (const auto& name : names) {
        auto candidate = candidateOf(environments, name);
        if (!candidate)
            return tl::unexpected(candidate.error());
        candidates.push_back(std::move(*candidate));
    }
    return candidates;
}

Result<std::vector<Candidate>> allCandidates(
    const BisectOptions& options, const profiler::Plan& plan)
{
    const bool versions = !options.from.empty() || !options.to.empty();
    const int ways
        = int {versions} + int {!options.environments.empty()} + int {!options.commits.empty()};
    if (ways != 1 || options.from.empty() != options.to.empty())
        return failure(ErrorKind::BadInput,
            "bisect goes through versions (--from 2.9 --to 2.12), environments (--env, two or "
            "more) "
            "or commits (--commits OLD..NEW): name one of the three");
    if (!options.commits.empty())
        return byCommits(options.commits, plan);
    const auto environments = loadEnvironments(environmentsPath());
    if (!environments)
        return tl::unexpected(environments.error());
    return versions ? byVersions(*environments, options.from, options.to)
                    : byNames(*environments, options.environments);
}

} // namespace

Result<std::vector<Candidate>> candidatesFor(
    const BisectOptions& options, const profiler::Plan& plan)
{
    auto candidates = allCandidates(options, plan);
    if (!candidates)
        return candidates;
    if (candidates->size() < 2)
        return failure(ErrorKind::BadInput,
            "there is nothing to search between: two versions, environments or commits are needed, "
            "the oldest first");
    if (candidates->size() > mostCandidates)
        return failure(ErrorKind::BadInput,
            fmt::format("{} commits are more than {}: name a shorter range", candidates->size(),
                mostCandidates));
    return candidates;
}

Result<profiler::Variant> CandidateTrees::variantIn(
    const profiler::Variant& variant, const Candidate& candidate)
{
    auto made = variant;
    made.name = candidate.name;
    if (candidate.commit.empty()) {
        made.python = candidate.python;
        return made;
    }
    auto known = std::ranges::find(m_commits, candidate.commit);
    if (known == m_commits.end()) {
        auto tree
            = profiler::GitWorktree::checkOut(m_plan.workload.workingDirectory, candidate.commit);
        if (!tree)
            return tl::unexpected(tree.error());
        m_trees.push_back(std::make_unique<profiler::GitWorktree>(std::move(*tree)));
        m_commits.push_back(candidate.commit);
        m_plan = withRelativeSpec(m_plan, *m_trees.back());
        known = std::prev(m_commits.end());
    }
    const auto index = static_cast<std::size_t>(known - m_commits.begin());
    made = variantInTree(std::move(made), m_plan, *m_trees[index]);
    return made;
}

} // namespace cli
