// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/memory_snapshot/memory_snapshot_pickle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

namespace profiler {
namespace {

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

} // namespace

const PickleValue* PickleData::find(const PickleValue& dict, std::string_view key) const
{
    if (dict.kind != PickleKind::Dict)
        return nullptr;
    for (std::size_t i = 0; i + 1 < dict.children.size(); i += 2) {
        const auto& name = m_values[dict.children[i]];
        if (name.kind == PickleKind::Text && name.text == key)
            return &m_values[dict.children[i + 1]];
    }
    return nullptr;
}

namespace {

constexpr std::size_t mostValues
    = 30'000'000; // 2 GB of memory; a real one has some hundred thousand

} // namespace

/// The machine, with a stack of values and a memo of what can be named again.
class PickleReader {
public:
    explicit PickleReader(std::span<const char> bytes)
        : m_text(bytes.data(), bytes.size())
    {
    }

    tl::expected<PickleData, std::string> read()
    {
        while (m_error.empty() && !m_stopped)
            step();
        if (!m_error.empty())
            return tl::unexpected(m_error + " at byte " + std::to_string(m_instructionAt));
        return std::move(m_data);
    }

private:
    void fail(std::string why)
    {
        if (m_error.empty())
            m_error = std::move(why);
    }

    std::string_view take(std::uint64_t length)
    {
        if (length > m_text.size() - m_at) {
            fail("is cut off");
            return {};
        }
        const auto part = m_text.substr(m_at, length);
        m_at += length;
        return part;
    }

    /// Little-endian.
    std::uint64_t number(unsigned bytes)
    {
        std::uint64_t value = 0;
        const auto part = take(bytes);
        for (std::size_t i = 0; i < part.size(); ++i)
            value |= std::uint64_t {static_cast<unsigned char>(part[i])} << (8 * i);
        return value;
    }

    void push(PickleValue value)
    {
        if (m_data.m_values.size() == mostValues)
            return fail("holds more than 30 million values");
        m_stack.push_back(static_cast<std::uint32_t>(m_data.m_values.size()));
        m_data.m_values.push_back(std::move(value));
    }

    void pushInteger(std::int64_t value, PickleKind kind = PickleKind::Integer)
    {
        push({.kind = kind, .integer = value});
    }

    void pushText(unsigned lengthBytes)
    {
        push({.kind = PickleKind::Text, .text = take(number(lengthBytes))});
    }

    /// Two's complement of any length.
    void pushLong(unsigned lengthBytes)
    {
        const auto digits = take(number(lengthBytes));
        const bool negative
            = !digits.empty() && (static_cast<unsigned char>(digits.back()) & 0x80U);
        std::uint64_t value = negative ? ~std::uint64_t {0} : 0;
        for (std::size_t i = std::min<std::size_t>(digits.size(), 8); i-- > 0;)
            value = value << 8U | static_cast<unsigned char>(digits[i]);
        const auto fits = digits.size() <= 8;
        const auto nearest = negative ? std::numeric_limits<std::int64_t>::min()
                                      : std::numeric_limits<std::int64_t>::max();
        pushInteger(fits ? static_cast<std::int64_t>(value) : nearest);
    }

    /// Big-endian, unlike all else.
    void pushFloat()
    {
        std::uint64_t bits = 0;
        for (const char c : take(8))
            bits = bits << 8U | static_cast<unsigned char>(c);
        push({.kind = PickleKind::Float, .number = std::bit_cast<double>(bits)});
    }

    std::optional<std::uint32_t> pop()
    {
        const auto floor = m_marks.empty() ? 0 : m_marks.back();
        if (m_stack.size() <= floor) {
            fail("takes more values than it has");
            return std::nullopt;
        }
        const auto value = m_stack.back();
        m_stack.pop_back();
        return value;
    }

    /// All above the last mark, which goes with them.
    std::vector<std::uint32_t> popToMark()
    {
        if (m_marks.empty()) {
            fail("ends a group that it did not begin");
            return {};
        }
        const auto begin = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
        std::vector<std::uint32_t> values(begin, m_stack.end());
        m_stack.erase(begin, m_stack.end());
        m_marks.pop_back();
        return values;
    }

    /// In the order in which they were pushed.
    std::vector<std::uint32_t> popLast(std::size_t count)
    {
        std::vector<std::uint32_t> values(count);
        std::generate(values.rbegin(), values.rend(), [&] { return pop().value_or(0); });
        return values;
    }

    void pushTuple(std::size_t size)
    {
        push({.kind = PickleKind::List, .children = popLast(size)});
    }

    void extend(PickleKind kind, const std::vector<std::uint32_t>& values)
    {
        const auto floor = m_marks.empty() ? 0 : m_marks.back();
        const bool pairs = kind != PickleKind::Dict || values.size() % 2 == 0;
        if (m_stack.size() <= floor || m_data.m_values[m_stack.back()].kind != kind || !pairs) {
            fail("adds values to what is no list or dict");
            return;
        }
        auto& children = m_data.m_values[m_stack.back()].children;
        children.insert(children.end(), values.begin(), values.end());
    }

    void extendByOne(PickleKind kind, std::size_t count)
    {
        const auto values = popLast(count);
        if (m_error.empty())
            extend(kind, values);
    }

    void remember(std::uint64_t name)
    {
        if (m_stack.empty())
            fail("names a value that it has not");
        else
            m_memo[name] = m_stack.back();
    }

    void recall(std::uint64_t name)
    {
        if (const auto known = m_memo.find(name); known != m_memo.end())
            m_stack.push_back(known->second);
        else
            fail("names a value that it has not");
    }

    void stop()
    {
        m_stopped = true;
        if (const auto root = pop())
            m_data.m_root = *root;
    }

    void step()
    {
        m_instructionAt = m_at;
        const auto instruction = take(1);
        if (instruction.empty())
            return;
        if (!stepScalar(instruction.front()) && !stepContainer(instruction.front())
            && !stepMemo(instruction.front()))
            fail("asks for the instruction " + pickleInstruction(instruction.front())
                + ", which plain data does not need: it may run code, and was not read");
    }

    bool stepScalar(char instruction)
    {
        switch (instruction) {
        case 'N':
            push({});
            return true;
        case '\x88':
        case '\x89':
            pushInteger(instruction == '\x88' ? 1 : 0, PickleKind::Bool);
            return true;
        case 'K':
            pushInteger(static_cast<std::int64_t>(number(1)));
            return true;
        case 'M':
            pushInteger(static_cast<std::int64_t>(number(2)));
            return true;
        case 'J':
            pushInteger(static_cast<std::int32_t>(static_cast<std::uint32_t>(number(4))));
            return true;
        case '\x8a':
            pushLong(1);
            return true;
        case '\x8b':
            pushLong(4);
            return true;
        case 'G':
            pushFloat();
            return true;
        case '\x8c':
        case 'C':
            pushText(1);
            return true;
        case 'X':
        case 'B':
            pushText(4);
            return true;
        case '\x8d':
            pushText(8);
            return true;
        default:
            return false;
        }
    }

    bool stepContainer(char instruction)
    {
        switch (instruction) {
        case '}':
            push({.kind = PickleKind::Dict});
            return true;
        case ']':
        case ')':
            push({.kind = PickleKind::List});
            return true;
        case '(':
            m_marks.push_back(m_stack.size());
            return true;
        case 't':
            push({.kind = PickleKind::List, .children = popToMark()});
            return true;
        case '\x85':
        case '\x86':
        case '\x87':
            pushTuple(static_cast<std::size_t>(static_cast<unsigned char>(instruction) - 0x84U));
            return true;
        case 'a':
            extendByOne(PickleKind::List, 1);
            return true;
        case 's':
            extendByOne(PickleKind::Dict, 2);
            return true;
        case 'e':
            extend(PickleKind::List, popToMark());
            return true;
        case 'u':
            extend(PickleKind::Dict, popToMark());
            return true;
        default:
            return false;
        }
    }

    bool stepMemo(char instruction)
    {
        switch (instruction) {
        case '\x80': // the protocol; which one tells nothing that the instructions do not
            number(1);
            return true;
        case '\x95': // a frame: how much to read at once
            number(8);
            return true;
        case '\x94':
            remember(m_memo.size());
            return true;
        case 'q':
            remember(number(1));
            return true;
        case 'r':
            remember(number(4));
            return true;
        case 'h':
            recall(number(1));
            return true;
        case 'j':
            recall(number(4));
            return true;
        case '.':
            stop();
            return true;
        default:
            return false;
        }
    }

    std::string_view m_text;
    std::uint64_t m_at = 0;
    std::uint64_t m_instructionAt = 0;
    PickleData m_data;
    std::vector<std::uint32_t> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint64_t, std::uint32_t> m_memo;
    std::string m_error;
    bool m_stopped = false;
};

tl::expected<PickleData, std::string> readPlainPickle(std::span<const char> bytes)
{
    // Every value takes a byte at least, so their numbers fit as long as this holds.
    if (bytes.size() >= std::numeric_limits<std::uint32_t>::max())
        return tl::unexpected<std::string>("is beyond 4 GiB");
    return PickleReader(bytes).read();
}

} // namespace profiler
