// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>
#include <zlib.h>

namespace profiler {

/// Unpacks gzip as it is asked for; several members one behind the other are one text.
class Inflater {
public:
    using ReadPacked = std::function<std::size_t(std::span<char>)>;

    /// zlib keeps the address of its state: it does not move.
    Inflater();
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    Inflater(Inflater&&) = delete;
    Inflater& operator=(Inflater&&) = delete;
    ~Inflater();

    /// 0: at the end, or no further.
    [[nodiscard]] std::size_t read(std::span<char> room, const ReadPacked& readPacked);

    /// Why it could not go on; nullptr: it is whole, up to here.
    [[nodiscard]] const char* damage() const { return m_damage; }

private:
    [[nodiscard]] bool fill(const ReadPacked& readPacked);
    [[nodiscard]] bool beginMember(const ReadPacked& readPacked);
    [[nodiscard]] bool step(const ReadPacked& readPacked);

    std::vector<char> m_packed;
    z_stream m_stream {};
    bool m_ready = false; ///< zlib gave it a state
    bool m_inMember = true;
    bool m_ended = false;
    const char* m_damage = nullptr;
};

} // namespace profiler
