// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace tests {

/// In their order.
template <typename Values, typename Value, typename Member>
std::vector<Member> memberOfEach(const Values& values, Member Value::*member)
{
    std::vector<Member> members;
    for (const auto& value : values)
        members.push_back(value.*member);
    return members;
}

} // namespace tests
