// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <isa-l/igzip_lib.h>
#include <span>
#include <vector>

namespace profiler {

/// Unpacks gzip as it is asked for; several members one behind the other are one text.
class Inflater {
public:
    using ReadPacked = std::function<std::size_t(std::span<char>)>;

    Inflater();

    /// 0: at the end, or no further.
    [[nodiscard]] std::size_t read(std::span<char> room, const ReadPacked& readPacked);

    /// Why it could not go on; nullptr: it is whole, up to here.
    [[nodiscard]] const char* damage() const { return m_damage; }

private:
    /// What is read next.
    enum class Place { Member, Header, Text, Rest, End };

    [[nodiscard]] bool fill(const ReadPacked& readPacked);
    void fillOrFail(const ReadPacked& readPacked);
    void fail(const char* why);
    void step(const ReadPacked& readPacked);
    void beginMember(const ReadPacked& readPacked);
    void readHeader(const ReadPacked& readPacked);
    void readText(const ReadPacked& readPacked);
    void readRest();

    std::vector<char> m_packed;
    inflate_state m_state {};
    isal_gzip_header m_header {}; ///< of one call to the next: it may be cut by a block's end
    Place m_place = Place::Header;
    const char* m_damage = nullptr;
};

} // namespace profiler
