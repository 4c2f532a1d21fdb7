// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stored_comparison.h"

#include "app/cli/words/comparison_word.h"
#include "storage/run_database.h"

namespace cli {

profiler::Result<StoredComparison> loadComparison(const std::string& word)
{
    const auto [file, selector] = comparisonFrom(word, storage::libraryPath());
    auto data = storage::loadComparison(file, selector);
    if (!data)
        return tl::unexpected(data.error());
    return StoredComparison {.file = file, .data = std::move(*data)};
}

} // namespace cli
