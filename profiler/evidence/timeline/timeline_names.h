// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"
#include "profiler/model/trace_rows.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Names of a trace, numbered without gaps. Index 0 stands for ids that no name was given for.
class TimelineNames {
public:
    explicit TimelineNames(const TraceNames& names);

    [[nodiscard]] std::uint32_t indexOf(std::int32_t id) const
    {
        const auto place = static_cast<std::uint32_t>(id);
        return place < m_direct.size() ? m_direct[place] : indexOfOther(id);
    }

    [[nodiscard]] const std::string& text(std::uint32_t index) const { return m_texts[index]; }

    [[nodiscard]] std::size_t size() const { return m_texts.size(); }

    /// Finds out what a kernel of this name does, once for each name.
    void findClass(std::uint32_t index)
    {
        if (m_classes[index] < 0)
            findNewClass(index);
    }

    /// What was found out.
    [[nodiscard]] WorkKind classOf(std::uint32_t index) const
    {
        return static_cast<WorkKind>(m_classes[index]);
    }

    /// For each index, whether its name holds the text; case makes no difference.
    [[nodiscard]] std::vector<bool> matching(std::string_view text) const;

    /// For each index, whether its name is that very text.
    [[nodiscard]] std::vector<bool> equalTo(std::string_view text) const;

    [[nodiscard]] std::size_t heldBytes() const;

private:
    void findNewClass(std::uint32_t index);
    [[nodiscard]] std::uint32_t indexOfOther(std::int32_t id) const;

    std::vector<std::string> m_texts;
    std::vector<std::int8_t> m_classes; ///< WorkKind; -1 = nobody asked
    std::vector<std::uint32_t> m_direct; ///< of small ids, which ours are
    std::unordered_map<std::int32_t, std::uint32_t> m_others;
};

} // namespace profiler
