// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace profiler::collect {

/// Which correlation ids a launch was seen for, and which a record of the device: a few bits an id,
/// since ids are handed out in order. Records come in any order; the ids wrap at 32 bits.
class CorrelationLedger {
public:
    CorrelationLedger();

    /// A successful call that must show on the device.
    void expectOnDevice(std::uint32_t id) { mark(id, expected); }

    /// Any recorded call.
    void sawCall(std::uint32_t id) { mark(id, called); }

    void sawOnDevice(std::uint32_t id) { mark(id, onDevice); }

    /// Ids that were expected on the device and never came.
    [[nodiscard]] std::int64_t withoutDevice() const;
    /// Ids of the device that no recorded call has.
    [[nodiscard]] std::int64_t withoutCall() const;

private:
    static constexpr std::uint32_t pageBits = 16;
    static constexpr std::uint8_t called = 1;
    static constexpr std::uint8_t expected = 2;
    static constexpr std::uint8_t onDevice = 4;

    /// Four bits an id.
    using Page = std::array<std::uint8_t, (1U << pageBits) / 2>;

    void mark(std::uint32_t id, std::uint8_t what)
    {
        auto& page = m_pages[id >> pageBits];
        if (!page)
            page = std::make_unique<Page>();
        const auto within = id & ((1U << pageBits) - 1);
        auto& pair = (*page)[within / 2];
        pair = static_cast<std::uint8_t>(pair | what << (within % 2 * 4));
    }

    template <typename Condition>
    [[nodiscard]] std::int64_t count(const Condition& condition) const;

    std::vector<std::unique_ptr<Page>> m_pages;
};

} // namespace profiler::collect
