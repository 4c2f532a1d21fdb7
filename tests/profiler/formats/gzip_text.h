// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <zlib.h>

namespace tests {

/// As zlib's window bits.
inline constexpr int gzip = 16 + MAX_WBITS;

inline std::string packed(std::string text, int level = 6, int strategy = Z_DEFAULT_STRATEGY)
{
    z_stream stream {};
    EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, gzip, 8, strategy), Z_OK);
    std::string out(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(text.data());
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

} // namespace tests
