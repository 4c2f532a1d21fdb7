// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace profiler {

/// Goes through the rows of several tables by their start; of those that start together the longest
/// first, so that spans come before those within them, and then as the tables were added.
class RowsInTime {
public:
    struct Row {
        std::size_t table = 0; ///< in the order added
        std::size_t row = 0;
        std::int64_t startNs = 0;
        std::int64_t durationNs = 0; ///< never negative
    };

    /// The columns outlive this.
    void add(const std::vector<std::int64_t>& startNs, const std::vector<std::int64_t>& durationNs);

    /// nullopt: those were all.
    [[nodiscard]] std::optional<Row> next();

private:
    struct Table {
        const std::vector<std::int64_t>* startNs = nullptr;
        const std::vector<std::int64_t>* durationNs = nullptr;
        std::vector<std::uint32_t> order;
        std::size_t at = 0;
    };

    [[nodiscard]] Row rowOf(std::size_t table) const;

    std::vector<Table> m_tables;
};

} // namespace profiler
