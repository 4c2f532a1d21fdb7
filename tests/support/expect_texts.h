// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>

namespace tests {

/// `textOf` makes the second of each pair from its first.
template <typename TextOf>
void expectTexts(
    TextOf textOf, std::initializer_list<std::pair<std::string, std::string>> givenAndMade)
{
    for (const auto& [given, made] : givenAndMade)
        EXPECT_EQ(textOf(given), made) << given;
}

} // namespace tests
