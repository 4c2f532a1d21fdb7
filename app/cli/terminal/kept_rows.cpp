// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/kept_rows.h"

#include "app/cli/terminal/files.h"

#include <system_error>
#include <utility>

namespace cli {

using Json = nlohmann::ordered_json;
using profiler::Result;

std::string textIn(const Json& row, const char* key)
{
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : "";
}

Result<Json> loadRows(const std::filesystem::path& file, const char* key, const std::string& what)
{
    std::error_code error;
    if (!std::filesystem::exists(file, error))
        return Json::array();
    const auto content = readFile(file);
    if (!content)
        return tl::unexpected(content.error());
    const auto json = Json::parse(*content, nullptr, false);
    if (!json.is_object() || !json.value(key, Json()).is_array())
        return profiler::failure(profiler::ErrorKind::BadData,
            file.string() + " is no list of " + what + "; remove it and add them again");
    return json[key];
}

Result<void> storeKept(const std::filesystem::path& file, const Json& document)
{
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    return writeFile(file, document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<void> storeRows(const std::filesystem::path& file, const char* key, Json rows)
{
    return storeKept(file, {{"schema", 1}, {key, std::move(rows)}});
}

} // namespace cli
