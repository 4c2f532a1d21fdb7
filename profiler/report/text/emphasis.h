// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

/// Plain text, or with ** around the words that carry the verdict.
enum class Emphasis { None, Markdown };

} // namespace profiler
