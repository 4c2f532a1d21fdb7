// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cli {

/// Waits until the machine is quiet (`--when-quiet`) and tells for what it waits, as JSON where
/// that is asked for; with `control`, lines on stdin may end it. False = it was asked to stop
/// before. Where the kernel does not tell what other programs use, it does not wait.
[[nodiscard]] bool waitUntilQuiet(bool json, bool control);

} // namespace cli
