// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// What a test tells the made-up libcupti to do; found by dlsym. Failures come from the
/// environment: FAKE_CUPTI_FAIL="cuptiSubscribe=39,cuptiActivityEnable=35".
// NOLINTBEGIN(readability-identifier-naming): C names
extern "C" {

/// Writes the next record to `out` and gives its length; 0: `room` is too small; -1: that was all.
using FakeSource = long (*)(void* context, std::uint8_t* out, std::size_t room);

/// A thread of CUPTI's own fills buffers with these records until there are no more. What does not
/// fill a buffer waits there for a flush.
void fake_cupti_play(FakeSource source, void* context);
/// Until all threads came to their end.
void fake_cupti_wait();

enum FakeFlush { FlushAsUsual = 0, FlushOnlyForced = 1, FlushNothing = 2 };

void fake_cupti_set_flush(FakeFlush flush);

/// For the next reading, which resets it.
void fake_cupti_set_dropped(std::size_t records);

/// Tells the subscriber that an executable graph was made.
void fake_cupti_create_graph(std::uint32_t graphId);

/// Records that found no buffer.
std::size_t fake_cupti_lost();
/// Buffers that were not all zeros when they were given.
std::size_t fake_cupti_dirty_buffers();

/// What was called, a line each: "enable 10", "runtime 211", "attribute 5 1".
const char* fake_cupti_calls();
}
// NOLINTEND(readability-identifier-naming)
