// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparison/family_peers.h"

#include "storage/sqlite/statement_guard.h"
#include "storage/suite/family_reader.h"
#include "ui/comparison/judged_comparison.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

namespace ui {

namespace {

using Peers = std::vector<profiler::FamilyRange>;

/// Of a comparison in a file as it is.
struct Key {
    std::string file;
    std::int64_t comparison = 0;
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type changed;

    bool operator==(const Key&) const = default;
};

/// A page and each report of it ask for the same.
class KeptPeers {
public:
    [[nodiscard]] std::optional<Peers> find(const Key& key)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = std::ranges::find(
            m_kept, key, [](const auto& each) -> const Key& { return each.first; });
        return found == m_kept.end() ? std::nullopt : std::optional(found->second);
    }

    void keep(Key key, Peers peers)
    {
        constexpr std::size_t most = 64;
        const std::lock_guard lock(m_mutex);
        m_kept.emplace_front(std::move(key), std::move(peers));
        if (m_kept.size() > most)
            m_kept.pop_back();
    }

private:
    std::mutex m_mutex;
    std::deque<std::pair<Key, Peers>> m_kept; ///< the last one first
};

KeptPeers& keptPeers()
{
    static KeptPeers kept;
    return kept;
}

std::optional<Key> keyOf(const std::string& file, const JudgedComparison& comparison)
{
    std::error_code error;
    Key key {.file = file, .comparison = comparison.data.info.id.value};
    key.bytes = std::filesystem::file_size(file, error);
    if (error)
        return std::nullopt;
    key.changed = std::filesystem::last_write_time(file, error);
    return error ? std::nullopt : std::optional(std::move(key));
}

} // namespace

std::vector<profiler::FamilyRange> peersOf(
    const std::string& file, const JudgedComparison& comparison)
{
    auto key = keyOf(file, comparison);
    if (!key)
        return {};
    if (auto kept = keptPeers().find(*key))
        return *std::move(kept);
    auto peers = storage::readPeers(file, comparison.data, comparison.result);
    if (!peers || storage::CancelScope::isWanted()) // cut short, it is not all
        return {};
    keptPeers().keep(*std::move(key), *peers);
    return *std::move(peers);
}

} // namespace ui
