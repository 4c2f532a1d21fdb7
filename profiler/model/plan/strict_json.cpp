// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/strict_json.h"

#include <set>
#include <vector>

namespace profiler {
namespace {

using Json = nlohmann::ordered_json;
constexpr int deepest = 64; // a plan nests 6 deep; what follows is the user's own arguments

/// Watches the parser's events; the first offence stays.
class Watcher {
public:
    void see(int depth, Json::parse_event_t event, const Json& parsed)
    {
        if (event == Json::parse_event_t::object_start) {
            m_keys.emplace_back();
            if (depth > deepest)
                m_offence = "nested too deeply";
        } else if (event == Json::parse_event_t::array_start && depth > deepest) {
            m_offence = "nested too deeply";
        } else if (event == Json::parse_event_t::object_end) {
            m_keys.pop_back();
        } else if (event == Json::parse_event_t::key) {
            seeKey(parsed.get_ref<const std::string&>());
        }
    }

    [[nodiscard]] const std::string& offence() const { return m_offence; }

private:
    void seeKey(const std::string& key)
    {
        if (!m_keys.back().insert(key).second && m_offence.empty())
            m_offence = "key \"" + key + "\" is given twice";
    }

    std::vector<std::set<std::string>> m_keys;
    std::string m_offence;
};

/// "[json.exception.parse_error.101] parse error at line 1, column 2: …" without its label.
std::string withoutLabel(const std::string& message)
{
    const auto end = message.find("] ");
    return end == std::string::npos ? message : message.substr(end + 2);
}

} // namespace

tl::expected<Json, std::string> parseStrictJson(std::string_view text)
{
    Watcher watcher;
    const auto watch = [&watcher](int depth, Json::parse_event_t event, Json& parsed) {
        watcher.see(depth, event, parsed);
        return watcher.offence().empty(); // what is refused need not be kept
    };
    try {
        auto json = Json::parse(text, watch);
        if (!watcher.offence().empty())
            return tl::unexpected<std::string>(watcher.offence());
        return json;
    } catch (const nlohmann::json::exception& error) {
        return tl::unexpected<std::string>("not valid JSON, " + withoutLabel(error.what()));
    }
}

} // namespace profiler
