// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/check/check_workflows.h"

namespace profiler {

std::string githubWorkflow()
{
    return R"(# Written by `fusescope check --init`.
name: fusescope
on: [pull_request]
permissions:
  contents: read
  security-events: write # for the SARIF at the lines of the pull request
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0 # --against git:… needs the base of the pull request
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install torch fusescope # and what the model needs
      - name: Structure against the lock file
        run: fusescope check fusescope-check.json --structure --junit fusescope.xml --sarif fusescope.sarif --markdown fusescope.md
      # On a machine of its own, times as well:
      # - run: fusescope check fusescope-check.json --against git:origin/${{ github.base_ref }} --budget 20m
      - if: always()
        run: cat fusescope.md >> "$GITHUB_STEP_SUMMARY" || true
      - if: always() && hashFiles('fusescope.sarif') != ''
        uses: github/codeql-action/upload-sarif@v3
        with:
          sarif_file: fusescope.sarif
      - if: always()
        uses: actions/upload-artifact@v4
        with:
          name: fusescope
          path: fusescope.*
)";
}

std::string gitlabSnippet()
{
    return R"(# Written by `fusescope check --init`. In .gitlab-ci.yml:
#   include:
#     - local: fusescope.gitlab-ci.yml
fusescope:
  image: python:3.12
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - apt-get update && apt-get install -y --no-install-recommends g++
    - pip install torch fusescope # and what the model needs
    - fusescope check fusescope-check.json --structure --junit fusescope.xml --markdown fusescope.md
  # On a machine of its own, times as well:
  #   - fusescope check fusescope-check.json --against git:origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME
  artifacts:
    when: always
    paths: [fusescope.md]
    reports:
      junit: fusescope.xml
)";
}

std::string whatComesAfterInit()
{
    return "Next: `fusescope check --update` writes fusescope.lock.json, the accepted structure; "
           "commit the files together.\n";
}

} // namespace profiler
