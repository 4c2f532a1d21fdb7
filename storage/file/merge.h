// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/file/run_database.h"
#include "storage/file/writer_lock.h"

#include <SQLiteCpp/Database.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Files of comparisons gathered in one.
namespace storage {

enum class Merged {
    Added,
    Replaced, ///< by one that goes on from it: more repetitions, or to its end
    ThereAlready, ///< as it is, or longer
    Deleted, ///< somebody deleted it there
    ExtendedApart, ///< both went on from the same one, each in its own way
};

struct MergedComparison {
    profiler::ComparisonId from; ///< in its file
    profiler::ComparisonId id; ///< where it is now
    std::string name;
    Merged what = Merged::Added;
};

/// Takes in files one after the other; each comparison is a transaction, so that whenever it ends
/// the file is whole, and merging again adds what is missing. A comparison is the same one in every
/// copy: by its identity, and by when and how it was recorded where an older program did.
class Merge {
public:
    /// Creates `file` where it is not there. Refused while something is recorded into it.
    [[nodiscard]] static profiler::Result<std::unique_ptr<Merge>> open(const fs::path& file);

    /// All rows of all comparisons of `from`. An error of kind BadData, NotFound or BadInput is one
    /// of `from`, of which nothing was taken then; another ends the merge.
    [[nodiscard]] profiler::Result<std::vector<MergedComparison>> add(const fs::path& from);

    ~Merge();
    Merge(const Merge&) = delete;
    Merge& operator=(const Merge&) = delete;
    Merge(Merge&&) = delete;
    Merge& operator=(Merge&&) = delete;

private:
    Merge(fs::path file, WriterLock lock, SQLite::Database database);

    fs::path m_file;
    WriterLock m_lock; ///< held until the database is closed
    std::optional<SQLite::Database> m_database;
};

} // namespace storage
