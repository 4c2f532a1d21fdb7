// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/chrome_inflater.h"
#include "tests/profiler/formats/gzip_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <zlib.h>

using profiler::Inflater;

/// zlib packs; what it unpacks of a damaged file is the measure.
namespace {

using tests::gzip;
using tests::packed;

struct Unpacked {
    std::string text;
    std::string damage;
};

/// How much is asked for and given at once.
struct Blocks {
    std::size_t room = 1U << 20U;
    std::size_t packed = 1U << 18U;
};

Unpacked unpacked(std::string_view packed, Blocks blocks = {})
{
    const auto inflater = std::make_unique<Inflater>();
    std::string room(blocks.room, '\0');
    Unpacked result;
    const auto give = [&](std::span<char> block) {
        const auto count = std::min({block.size(), blocks.packed, packed.size()});
        std::copy_n(packed.begin(), count, block.begin());
        packed.remove_prefix(count);
        return count;
    };
    while (const auto got = inflater->read(room, give))
        result.text.append(room, 0, got);
    result.damage = inflater->damage() != nullptr ? inflater->damage() : "";
    return result;
}

/// Of one member, as far as it goes.
std::string unpackedByZlib(std::string packed)
{
    z_stream stream {};
    EXPECT_EQ(inflateInit2(&stream, gzip), Z_OK);
    std::string out(100'000, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    inflate(&stream, Z_SYNC_FLUSH);
    out.resize(stream.total_out);
    inflateEnd(&stream);
    return out;
}

std::string events(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += R"({"ph": "X", "name": "event )" + std::to_string(i * 7919) + R"(", "ts": )"
            + std::to_string(i * 31 % 97) + "},\n";
    return text;
}

void expectWhole(const Unpacked& result, const std::string& text)
{
    EXPECT_EQ(result.text, text);
    EXPECT_EQ(result.damage, "");
}

/// A header with all that it may have, and its checksum.
std::string fullHeader()
{
    constexpr char allFlags = 0x02 | 0x04 | 0x08 | 0x10;
    std::string header("\x1f\x8b\x08\0\0\0\0\0\0\x03\x05\0extra", 17);
    header[3] = allFlags;
    header += std::string("trace.json\0a comment\0", 21);
    const auto sum
        = crc32(0, reinterpret_cast<const Bytef*>(header.data()), static_cast<uInt>(header.size()));
    header += static_cast<char>(sum & 0xffU);
    header += static_cast<char>((sum >> 8U) & 0xffU);
    return header;
}

constexpr std::size_t plainHeader = 10;

TEST(Inflating, GivesTheSameInBlocksOfAnySize)
{
    const auto text = events(900);
    for (const int strategy : {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY})
        for (const int level : {0, 1, 9})
            for (const auto blocks : {Blocks {}, Blocks {.packed = 1}, Blocks {1, 7},
                     Blocks {777, 13}, Blocks {65'536, 100}, Blocks {.room = 3}})
                expectWhole(unpacked(packed(text, level, strategy), blocks), text);
}

TEST(Inflating, JoinsMembersWhereverABlockEnds)
{
    std::string all;
    for (int member = 0; member < 20; ++member)
        all += packed(member % 5 == 0 ? "" : events(member));
    std::string text;
    for (int member = 0; member < 20; ++member)
        text += member % 5 == 0 ? "" : events(member);
    for (std::size_t block = 1; block < 60; ++block)
        expectWhole(unpacked(all, {.packed = block}), text);
}

TEST(Inflating, LeavesPaddingOut)
{
    const auto text = events(3);
    expectWhole(unpacked(packed(text) + std::string(5000, '\0')), text);
    expectWhole(unpacked(packed(text) + std::string(5000, '\0'), {.packed = 1}), text);
}

TEST(Inflating, TellsOfOtherBytesBehindAndKeepsTheText)
{
    const auto text = events(3);
    for (const auto* const behind : {"garbage", "\n", "\x1e\x8b"}) {
        const auto result = unpacked(packed(text) + behind);
        EXPECT_EQ(result.text, text);
        EXPECT_EQ(result.damage, "other bytes follow its compressed data");
    }
}

TEST(Inflating, ReadsAHeaderWithAllItsFieldsWhereverABlockEnds)
{
    const auto text = events(3);
    const auto file = fullHeader() + packed(text).substr(plainHeader);
    for (std::size_t block = 1; block < 60; ++block)
        expectWhole(unpacked(file + file, {.packed = block}), text + text);
}

TEST(Inflating, RefusesAHeaderOfWhichItKnowsNotAll)
{
    for (const std::size_t at : {1U, 2U, 3U}) {
        auto file = packed(events(3));
        file[at] = static_cast<char>(0xe0);
        EXPECT_EQ(unpacked(file).damage, "its compressed data are damaged") << at;
        EXPECT_EQ(unpacked(packed("x") + file).text, "x");
    }
    auto file = fullHeader();
    file[15] = 'X';
    file += packed(events(3)).substr(plainHeader);
    EXPECT_EQ(unpacked(file).damage, "its compressed data are damaged");
}

/// The last character may be missing: ISA-L unpacks two at once.
TEST(Inflating, GivesOfAFileThatIsCutAllButACharacterWhereverThatIs)
{
    const auto text = events(60);
    for (const int strategy : {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY}) {
        const auto whole = packed(text, 6, strategy);
        for (std::size_t length = 2; length < whole.size(); ++length)
            for (const auto blocks : {Blocks {}, Blocks {.packed = 1}, Blocks {777, 5}}) {
                const auto result = unpacked(whole.substr(0, length), blocks);
                EXPECT_TRUE(text.starts_with(result.text)) << length;
                EXPECT_GE(result.text.size() + 1, unpackedByZlib(whole.substr(0, length)).size())
                    << length;
                EXPECT_EQ(result.damage, "its compressed data are cut off") << length;
            }
    }
}

TEST(Inflating, TellsOfABitThatIsWrongWhereverThatIs)
{
    const auto text = events(60);
    const auto whole = packed(text);
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        auto file = whole;
        file[bit / 8] = static_cast<char>(file[bit / 8] ^ (1 << (bit % 8)));
        const auto large = unpacked(file);
        EXPECT_TRUE(large.text == text || !large.damage.empty()) << bit;
        const auto small = unpacked(file, {.room = 64});
        EXPECT_EQ(small.damage, large.damage) << bit;
        EXPECT_EQ(small.text, large.text) << bit;
        EXPECT_TRUE(large.text.starts_with(unpackedByZlib(file))) << bit;
    }
}

TEST(Inflating, TellsOfAWrongSumAndKeepsTheText)
{
    const auto text = events(900);
    for (std::size_t fromEnd = 1; fromEnd <= 8; ++fromEnd) {
        auto file = packed(text);
        file[file.size() - fromEnd] = static_cast<char>(file[file.size() - fromEnd] ^ 1);
        for (const auto blocks : {Blocks {}, Blocks {100, 1}}) {
            const auto result = unpacked(file + packed("behind it"), blocks);
            EXPECT_EQ(result.text, text);
            EXPECT_EQ(result.damage, "its compressed data are damaged");
        }
    }
}

TEST(Inflating, TellsOfDamageWithTheLastText)
{
    auto file = packed("all");
    file.back() = 'X';
    const auto inflater = std::make_unique<Inflater>();
    std::string room(100, '\0');
    const auto give = [&](std::span<char> block) { return file.copy(block.data(), block.size()); };
    EXPECT_EQ(inflater->read(room, give), 3U);
    EXPECT_STREQ(inflater->damage(), "its compressed data are damaged");
}

} // namespace
