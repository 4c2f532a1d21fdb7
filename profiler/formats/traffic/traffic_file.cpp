// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/traffic/traffic_file.h"

#include "profiler/model/quantity.h"
#include "profiler/model/text/lower_case.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace profiler {
namespace {

constexpr std::size_t longestTrafficLine = std::size_t {1} << 20;
constexpr std::size_t mostSizes = 1'000'000; ///< that differ
constexpr double largestSize = 1e12;
constexpr double mostCallsOfMoment = 1e6;

constexpr std::array<std::string_view, 5> timeNames {
    "timestamp", "time", "t", "arrival", "arrival_time"};
constexpr std::array<std::string_view, 4> countNames {"count", "calls", "requests", "n"};
/// Of formats that are known; the first of them that a file has.
constexpr std::array<std::string_view, 8> sizeNames {"input_length", "contexttokens", "seq",
    "seq_len", "sequence_length", "length", "size", "batch"};

template <std::size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N>& names)
{
    return std::ranges::find(names, lowerCase(name)) != names.end();
}

std::string_view withoutBlanksAndQuotes(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\"";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string> trafficCells(std::string_view line)
{
    std::vector<std::string> cells;
    for (;;) {
        const auto end = std::min(line.find(','), line.size());
        cells.emplace_back(withoutBlanksAndQuotes(line.substr(0, end)));
        if (end == line.size())
            return cells;
        line.remove_prefix(end + 1);
    }
}

/// Days since 1970 of a date of the Gregorian calendar.
std::optional<double> daysOf(std::string_view date)
{
    if (date.size() != 10 || date[4] != '-' || date[7] != '-')
        return std::nullopt;
    const auto year = wholeNumber(date.substr(0, 4));
    const auto month = wholeNumber(date.substr(5, 2));
    const auto day = wholeNumber(date.substr(8, 2));
    if (!year || !month || !day)
        return std::nullopt;
    const std::chrono::year_month_day told {std::chrono::year(static_cast<int>(*year)),
        std::chrono::month(static_cast<unsigned>(*month)),
        std::chrono::day(static_cast<unsigned>(*day))};
    if (!told.ok())
        return std::nullopt;
    return static_cast<double>(std::chrono::sys_days(told).time_since_epoch().count());
}

/// Seconds of "2023-11-16 18:15:46.68059" or "…T18:15:46Z".
std::optional<double> secondsOfDate(std::string_view text)
{
    if (text.size() < 19 || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    const auto days = daysOf(text.substr(0, 10));
    const auto hours = wholeNumber(text.substr(11, 2));
    const auto minutes = wholeNumber(text.substr(14, 2));
    auto rest = text.substr(17);
    rest = rest.substr(0, rest.find_first_not_of("0123456789."));
    const auto seconds = decimalNumber(rest);
    if (!days || !hours || !minutes || !seconds)
        return std::nullopt;
    return *days * 86400 + static_cast<double>(*hours) * 3600 + static_cast<double>(*minutes) * 60
        + *seconds;
}

/// What one line tells.
struct Request {
    double size = 0;
    double calls = 1;
    std::optional<double> seconds;
};

struct BadLine {
    std::string what;
};

using Read = tl::expected<Request, BadLine>;

tl::unexpected<BadLine> bad(std::string what)
{
    return tl::unexpected(BadLine {std::move(what)});
}

/// A size, a count and a time as numbers or texts of one line.
Read requestOf(std::string_view size, std::string_view calls, std::string_view time,
    double timeUnit, bool sized)
{
    Request request;
    const auto number = sized ? decimalNumber(size) : std::optional(1.0);
    if (!number || *number < 1 || *number > largestSize || *number != std::floor(*number))
        return bad(fmt::format("its size is \"{}\", no whole number above 0", size));
    request.size = *number;
    if (!calls.empty()) {
        const auto count = decimalNumber(calls);
        if (!count || *count < 0 || !std::isfinite(*count))
            return bad(fmt::format("its count is \"{}\", no number of calls", calls));
        request.calls = *count;
    }
    if (!time.empty()) {
        const auto seconds = decimalNumber(time);
        request.seconds = seconds ? std::optional(*seconds * timeUnit) : secondsOfDate(time);
        if (!request.seconds)
            return bad(fmt::format("its time is \"{}\", neither seconds nor a date", time));
        if (*request.seconds < 0)
            return bad(fmt::format("its time is negative, {}", time));
    }
    return request;
}

/// The names of a line's values, and which of them is what.
struct Columns {
    std::string size;
    std::string calls;
    std::string time;
    double timeUnit = 1; ///< seconds
};

/// By its name, or the only one that there is; else empty.
std::string likelySize(const std::vector<std::string>& names)
{
    for (const auto known : sizeNames)
        for (const auto& name : names)
            if (lowerCase(name) == known)
                return name;
    return names.size() == 1 ? names.front() : std::string();
}

/// `sized`: a file without sizes is refused; else only its times are needed.
tl::expected<Columns, BadLine> columnsOf(
    const std::vector<std::string>& names, const std::string& wanted, bool sized)
{
    Columns columns;
    std::vector<std::string> others;
    for (const auto& name : names) {
        if (isOneOf(name, timeNames))
            columns.time = name;
        else if (isOneOf(name, countNames))
            columns.calls = name;
        else
            others.push_back(name);
    }
    if (!wanted.empty()) {
        if (std::ranges::find(names, wanted) == names.end())
            return bad(
                fmt::format("it has no column \"{}\"; it has {}", wanted, fmt::join(names, ", ")));
        columns.size = wanted;
    }
    if (columns.size.empty())
        columns.size = likelySize(others);
    if (!sized && columns.time.empty())
        return bad(fmt::format("none of its columns holds times ({}); one must be called time or "
                               "timestamp",
            fmt::join(names, ", ")));
    if (columns.size.empty() && sized)
        return bad(fmt::format("which of its columns holds the sizes is not clear ({}); say it "
                               "with --column",
            fmt::join(names, ", ")));
    if (lowerCase(columns.size) == "input_length") // Mooncake's times are milliseconds
        columns.timeUnit = 1e-3;
    return columns;
}

class TrafficReader {
public:
    /// `arrivals`: takes the times of the requests, and needs no sizes.
    TrafficReader(std::istream& text, std::string name, const TrafficQuestion& question,
        std::vector<double>* arrivals = nullptr)
        : m_text(text)
        , m_name(std::move(name))
        , m_question(question)
        , m_arrivals(arrivals)
    {
    }

    Result<Traffic> read()
    {
        std::string line;
        while (nextLine(line)) {
            if (withoutBlanksAndQuotes(line).empty())
                continue;
            if (const auto read = take(line); !read)
                return refuse(fmt::format("its line {}: {}", m_line, read.error().what));
            if (m_traffic.calls.size() > mostSizes)
                return refuse(fmt::format("more than {} sizes differ", mostSizes));
        }
        if (m_tooLong)
            return refuse(fmt::format("its line {} is longer than a MiB", m_line));
        if (m_traffic.calls.empty())
            return refuse("it holds no calls");
        if (m_first)
            m_traffic.seconds = m_last - *m_first;
        return std::move(m_traffic);
    }

private:
    [[nodiscard]] tl::unexpected<Error> refuse(const std::string& why) const
    {
        return failure(ErrorKind::BadInput,
            fmt::format(
                "{} is no traffic that can be read: {}; nothing of it was used", m_name, why));
    }

    bool nextLine(std::string& line)
    {
        line.clear();
        ++m_line;
        for (auto c = m_text.get(); c != std::char_traits<char>::eof(); c = m_text.get()) {
            if (c == '\n')
                return true;
            if (line.size() == longestTrafficLine) {
                m_tooLong = true;
                return false;
            }
            line.push_back(static_cast<char>(c));
        }
        return !line.empty();
    }

    tl::expected<void, BadLine> take(const std::string& line)
    {
        if (!m_isJson)
            m_isJson = withoutBlanksAndQuotes(line).starts_with('{');
        auto request = *m_isJson ? ofJson(line) : ofCsv(line);
        if (!request)
            return tl::unexpected(request.error());
        if (*request)
            add(**request);
        return {};
    }

    /// Nothing: the header.
    tl::expected<std::optional<Request>, BadLine> ofCsv(const std::string& line)
    {
        const auto cells = trafficCells(line);
        if (m_names.empty()) {
            m_names = cells;
            return learn(m_names).map([] { return std::optional<Request>(); });
        }
        if (cells.size() != m_names.size())
            return bad(
                fmt::format("it has {} values, the header {}", cells.size(), m_names.size()));
        const auto cell = [&](const std::string& name) -> std::string_view {
            const auto at = std::ranges::find(m_names, name);
            return name.empty() || at == m_names.end()
                ? std::string_view()
                : std::string_view(cells[static_cast<std::size_t>(at - m_names.begin())]);
        };
        return requestOf(cell(m_columns.size), cell(m_columns.calls), cell(m_columns.time),
            m_columns.timeUnit, m_arrivals == nullptr)
            .map([](const Request& request) { return std::optional(request); });
    }

    tl::expected<std::optional<Request>, BadLine> ofJson(const std::string& line)
    {
        const auto json = nlohmann::json::parse(line, nullptr, false);
        if (!json.is_object())
            return bad("it is no JSON object");
        if (m_names.empty()) {
            for (const auto& [key, value] : json.items())
                if (value.is_number() || value.is_string())
                    m_names.push_back(key);
            if (auto learnt = learn(m_names); !learnt)
                return tl::unexpected(learnt.error());
        }
        const auto text = [&](const std::string& name) -> std::string {
            const auto found = name.empty() ? json.end() : json.find(name);
            if (found == json.end())
                return {};
            return found->is_string() ? found->get<std::string>() : found->dump();
        };
        return requestOf(text(m_columns.size), text(m_columns.calls), text(m_columns.time),
            m_columns.timeUnit, m_arrivals == nullptr)
            .map([](const Request& request) { return std::optional(request); });
    }

    tl::expected<void, BadLine> learn(const std::vector<std::string>& names)
    {
        auto columns = columnsOf(names, m_question.column, m_arrivals == nullptr);
        if (!columns)
            return tl::unexpected(columns.error());
        m_columns = std::move(*columns);
        m_traffic.size = m_columns.size;
        return {};
    }

    void add(const Request& request)
    {
        if (request.calls > 0)
            m_traffic.calls[static_cast<std::int64_t>(request.size)] += request.calls;
        if (!request.seconds)
            return;
        if (m_arrivals != nullptr)
            m_arrivals->insert(m_arrivals->end(),
                static_cast<std::size_t>(std::min(request.calls, mostCallsOfMoment)),
                *request.seconds);
        m_first = std::min(m_first.value_or(*request.seconds), *request.seconds);
        m_last = std::max(m_last, *request.seconds);
    }

    std::istream& m_text;
    std::string m_name;
    const TrafficQuestion& m_question;
    std::vector<double>* m_arrivals;
    Traffic m_traffic;
    std::vector<std::string> m_names;
    Columns m_columns;
    std::optional<bool> m_isJson;
    std::size_t m_line = 0;
    bool m_tooLong = false;
    std::optional<double> m_first;
    double m_last = 0;
};

} // namespace

Result<Traffic> readTraffic(
    std::istream& text, const std::string& name, const TrafficQuestion& question)
{
    return TrafficReader(text, name, question).read();
}

namespace {

Result<std::ifstream> opened(const std::filesystem::path& file)
{
    std::ifstream text(file, std::ios::binary);
    std::error_code error;
    if (!text || !std::filesystem::is_regular_file(file, error))
        return failure(ErrorKind::NotFound,
            fmt::format("{} cannot be read: there is no such file", file.string()));
    return text;
}

} // namespace

Result<Traffic> readTraffic(const std::filesystem::path& file, const TrafficQuestion& question)
{
    auto text = opened(file);
    if (!text)
        return tl::unexpected(text.error());
    return readTraffic(*text, file.string(), question);
}

Result<std::vector<std::int64_t>> readArrivalTimes(const std::filesystem::path& file)
{
    constexpr double nsPerSecond = 1e9;
    auto text = opened(file);
    if (!text)
        return tl::unexpected(text.error());
    std::vector<double> seconds;
    const TrafficQuestion noSizes;
    if (auto read = TrafficReader(*text, file.string(), noSizes, &seconds).read(); !read)
        return tl::unexpected(read.error());
    std::ranges::sort(seconds);
    if (seconds.size() < 2 || seconds.back() <= seconds.front())
        return failure(ErrorKind::BadInput,
            fmt::format(
                "{} cannot be replayed: its requests have less than two moments", file.string()));
    std::vector<std::int64_t> arrivals;
    arrivals.reserve(seconds.size());
    for (const auto second : seconds)
        arrivals.push_back(std::llround((second - seconds.front()) * nsPerSecond));
    return arrivals;
}

} // namespace profiler
