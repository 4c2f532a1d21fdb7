// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/file/library.h"
#include "storage/file/run_database.h"
#include "tests/storage/recorded_file.h"
#include "tests/tools/run_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace tests {

struct Refused {
    profiler::ErrorKind kind;
    std::string sentence;
};

/// Every way of reading and writing refuses `file` alike and leaves its folder as it was.
inline void expectRefused(const std::filesystem::path& file, const Refused& refused)
{
    const auto names = namesIn(file.parent_path());
    const auto bytes = bytesOf(file);
    const auto check = [&](const auto& result, const char* how) {
        ASSERT_FALSE(result) << how;
        EXPECT_EQ(result.error().kind, refused.kind) << how << ": " << result.error().message;
        EXPECT_THAT(result.error().message, testing::HasSubstr(refused.sentence)) << how;
        EXPECT_THAT(result.error().message, testing::HasSubstr(file.string())) << how;
        EXPECT_THAT(result.error().message, testing::Not(testing::HasSubstr("\n"))) << how;
    };
    check(storage::listComparisons(file), "list");
    check(storage::loadComparison(file), "load");
    check(wholeLog(file, {1}), "log");
    check(storage::changeCounter(file), "counter");
    check(storage::storeGoal(file, {1}, {}), "goal");
    check(storage::storeNote(file, {1}, "text"), "note");
    check(storage::storeTags(file, {1}, {"tag"}), "tags");
    check(storage::renameComparison(file, {1}, "name"), "rename");
    check(storage::deleteComparison(file, {1}), "delete");
    check(storage::restoreComparison(file, {1}), "restore");
    check(storage::listDeleted(file), "deleted");
    check(storage::compact(file), "compact");
    check(storage::openForExtension(file, {1}), "extend");
    check(storage::openForRecording(file), "record");
    EXPECT_EQ(namesIn(file.parent_path()), names) << "something was left beside it";
    EXPECT_EQ(bytesOf(file), bytes) << "it was changed";
}

} // namespace tests
