// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

/// Every null has its reason beside it, in <key>_reason; options of PyTorch may be null.
inline void expectReasons(const nlohmann::json& value, const std::string& path)
{
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            expectReasons(value[i], path + "[" + std::to_string(i) + "]");
    if (!value.is_object())
        return;
    for (const auto& [key, member] : value.items()) {
        EXPECT_TRUE(!member.is_null() || value.contains(key + "_reason")) << path << "." << key;
        if (key != "options")
            expectReasons(member, path + "." + key);
    }
}

} // namespace tests
