// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace profiler {

/// The name of an instruction that is refused, as Python's pickletools lists it; else its number.
[[nodiscard]] inline std::string pickleInstruction(char code)
{
    constexpr std::array<std::pair<char, std::string_view>, 20> names {
        {{'R', "REDUCE"}, {'c', "GLOBAL"}, {'\x93', "STACK_GLOBAL"}, {'b', "BUILD"}, {'i', "INST"},
            {'o', "OBJ"}, {'\x81', "NEWOBJ"}, {'\x92', "NEWOBJ_EX"}, {'P', "PERSID"},
            {'Q', "BINPERSID"}, {'\x82', "EXT1"}, {'\x83', "EXT2"}, {'\x84', "EXT4"},
            {'\x8f', "EMPTY_SET"}, {'\x90', "ADDITEMS"}, {'\x91', "FROZENSET"},
            {'\x96', "BYTEARRAY8"}, {'\x97', "NEXT_BUFFER"}, {'S', "STRING"}, {'I', "INT"}}};
    const auto* known = std::find_if(
        names.begin(), names.end(), [code](const auto& entry) { return entry.first == code; });
    if (known != names.end())
        return std::string(known->second);
    return std::to_string(static_cast<unsigned char>(code));
}

} // namespace profiler
