// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"
#include "profiler/model/facts/process_facts.h"
#include "storage/sqlite/statements.h"

#include <optional>
#include <vector>

namespace profiler {
struct Plan;
struct ProcessRecord;
} // namespace profiler

/// The processes of a comparison, before their facts are read.
namespace storage {

struct StoredProcess {
    RowId row = 0;
    profiler::ProcessStart start;
    std::optional<profiler::ProcessEnd> end;
};

/// In the order started; one that is missing throws.
[[nodiscard]] std::vector<StoredProcess> readProcesses(
    SQLite::Database& database, profiler::ComparisonId comparison);

/// Indices into the plan, before anybody uses them as such. What is out of range throws.
class PlanIndices {
public:
    explicit PlanIndices(const profiler::Plan& plan);

    void checkVariant(std::optional<int> variant) const;
    void checkCase(std::optional<int> caseIndex) const;
    void check(const profiler::ProcessRecord& process) const;

private:
    template <typename Fact>
    void checkCases(const std::vector<Fact>& facts) const;

    int m_variants;
    int m_cases;
};

} // namespace storage
