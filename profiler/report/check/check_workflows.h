// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// What `fusescope check --init` writes beside the plan.
namespace profiler {

/// A workflow of GitHub Actions.
[[nodiscard]] std::string githubWorkflow();

/// A job for .gitlab-ci.yml, to be included.
[[nodiscard]] std::string gitlabSnippet();

/// What to do next, for people.
[[nodiscard]] std::string whatComesAfterInit();

} // namespace profiler
