// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/timing_facts.h"
#include "storage/rows/sample_reader.h"
#include "storage/rows/sample_writer.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace storage {

void insertBlock(Statements& statements, RowId process, const profiler::CallBlock& block,
    const SampleRanges& ranges);

/// The rows of iteration_stat of one process, kept up while its blocks come.
class IterationStats {
public:
    void add(const profiler::CallBlock& block);
    void flush(Statements& statements, RowId process);

private:
    struct Stat {
        std::int64_t blocks = 0;
        std::int64_t flaggedBlocks = 0;
        std::int64_t calls = 0;
        std::int64_t sumNs = 0; ///< stays at the largest number when it would pass it
        std::int64_t minNs = 0;
        std::int64_t maxNs = 0;
    };

    std::map<std::tuple<int, profiler::BlockKind, profiler::Clock>, Stat> m_stats;
};

/// A block of a process whose calls could not be read, and why.
struct DamagedBlock {
    int caseIndex = 0;
    bool leftOut = false; ///< false: only CPU times or switches are missing
    std::string reason;
};

struct StoredBlocks {
    std::vector<profiler::CallBlock> blocks;
    std::vector<DamagedBlock> damaged;
};

[[nodiscard]] StoredBlocks readBlocks(
    SQLite::Database& database, RowId process, SampleBudget& budget);

} // namespace storage
