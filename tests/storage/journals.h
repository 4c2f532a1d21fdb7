// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/file/run_writer.h"

#include <gtest/gtest.h>

namespace tests {

/// What a recording has to bear, it bears with either kind of journal.
class EachJournal : public testing::TestWithParam<storage::JournalMode> {
public:
    static auto modes()
    {
        return testing::Values(storage::JournalMode::Wal, storage::JournalMode::Rollback);
    }

    static const char* nameOf(const testing::TestParamInfo<storage::JournalMode>& mode)
    {
        return mode.param == storage::JournalMode::Wal ? "Wal" : "Rollback";
    }
};

} // namespace tests
