// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/memory_snapshot/memory_snapshot_reader.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/formats/memory_snapshot/memory_snapshot_pickle.h"
#include "profiler/formats/source/line_source.h"
#include "profiler/formats/torch_log/torch_trace_frames.h"
#include "profiler/model/text/utf8_symbol.h"

#include <array>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

namespace profiler {

namespace {

constexpr std::size_t largestFile = std::size_t {1} << 30U;

/// Walks the values of the layout that torch documents; what is not there keeps its default.
class SnapshotReader {
public:
    SnapshotReader(const PickleData& data, std::size_t fileBytes)
        : m_data(data)
        , m_room(fileBytes)
    {
        m_snapshot.stacks.emplace_back();
    }

    bool read()
    {
        const auto* segments = m_data.find(m_data.root(), "segments");
        const auto* traces = m_data.find(m_data.root(), "device_traces");
        if (segments == nullptr && traces == nullptr)
            return false;
        for (const auto index : childrenOf(segments))
            addSegment(m_data.at(index));
        int device = 0;
        for (const auto index : childrenOf(traces)) {
            for (const auto event : childrenOf(&m_data.at(index)))
                addEvent(m_data.at(event), device);
            ++device;
        }
        if (m_left > 0)
            m_snapshot.losses.push_back({.what = std::to_string(m_left)
                    + " entries repeat others more often than a snapshot of this size can; they "
                      "are left out.",
                .byte = 0});
        return true;
    }

    [[nodiscard]] MemorySnapshot take() { return std::move(m_snapshot); }

private:
    using Indices = std::vector<std::uint32_t>;

    static const Indices& childrenOf(const PickleValue* list)
    {
        static const Indices none;
        return list != nullptr && list->kind == PickleKind::List ? list->children : none;
    }

    /// Values are shared, so that a small file can stand for any number of entries; each entry that
    /// torch writes takes more than a byte.
    bool hasRoom()
    {
        if (m_room == 0) {
            ++m_left;
            return false;
        }
        --m_room;
        return true;
    }

    [[nodiscard]] std::optional<std::int64_t> known(const PickleValue& dict, const char* key) const
    {
        const auto* value = m_data.find(dict, key);
        if (value == nullptr || value->kind != PickleKind::Integer)
            return std::nullopt;
        return value->integer;
    }

    [[nodiscard]] std::int64_t number(const PickleValue& dict, const char* key) const
    {
        return known(dict, key).value_or(0);
    }

    [[nodiscard]] std::string text(const PickleValue& dict, const char* key) const
    {
        constexpr std::size_t longest = 4096; // characters
        const auto* value = m_data.find(dict, key);
        if (value == nullptr || value->kind != PickleKind::Text)
            return {};
        return json_text::readable(firstSymbols(value->text, longest));
    }

    static int smallNumber(std::int64_t value)
    {
        return value >= 0 && value <= std::numeric_limits<int>::max() ? static_cast<int>(value) : 0;
    }

    void addSegment(const PickleValue& segment)
    {
        if (segment.kind != PickleKind::Dict || !hasRoom())
            return;
        m_snapshot.segments.push_back({.device = smallNumber(number(segment, "device")),
            .address = number(segment, "address"),
            .bytes = number(segment, "total_size"),
            .allocatedBytes = number(segment, "allocated_size"),
            .stream = number(segment, "stream"),
            .type = text(segment, "segment_type"),
            .blocks = {}});
        auto address = m_snapshot.segments.back().address;
        for (const auto index : childrenOf(m_data.find(segment, "blocks")))
            addBlock(m_data.at(index), address);
    }

    /// Before torch told a block's address, it followed from the blocks before.
    void addBlock(const PickleValue& block, std::int64_t& address)
    {
        if (block.kind != PickleKind::Dict || !hasRoom())
            return;
        address = known(block, "address").value_or(address);
        const auto bytes = number(block, "size");
        m_snapshot.segments.back().blocks.push_back({.address = address,
            .bytes = bytes,
            .requestedBytes = known(block, "requested_size"),
            .state = text(block, "state"),
            .stack = stackOf(block)});
        address = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(address) + static_cast<std::uint64_t>(bytes));
    }

    void addEvent(const PickleValue& event, int device)
    {
        if (event.kind != PickleKind::Dict || !hasRoom())
            return;
        const auto microseconds = known(event, "time_us");
        std::int64_t timeNs = 0;
        const bool timed
            = microseconds && !__builtin_mul_overflow(*microseconds, std::int64_t {1000}, &timeNs);
        m_snapshot.events.push_back({.device = device,
            .action = text(event, "action"),
            .address = number(event, "addr"),
            .bytes = number(event, "size"),
            .stream = number(event, "stream"),
            .timeNs = timed ? std::optional(timeNs) : std::nullopt,
            .stack = stackOf(event)});
    }

    std::int32_t stackOf(const PickleValue& entry)
    {
        const auto* frames = m_data.find(entry, "frames");
        if (childrenOf(frames).empty())
            return 0;
        const auto next = static_cast<std::int32_t>(m_snapshot.stacks.size());
        const auto [known, isNew] = m_stacks.try_emplace(m_data.indexOf(*frames), next);
        if (isNew) {
            std::vector<std::int32_t> stack;
            for (const auto index : frames->children)
                if (m_data.at(index).kind == PickleKind::Dict && hasRoom())
                    stack.push_back(frameOf(m_data.at(index)));
            m_snapshot.stacks.push_back(std::move(stack));
        }
        return known->second;
    }

    std::int32_t frameOf(const PickleValue& frame)
    {
        const auto next = static_cast<std::int32_t>(m_snapshot.frames.size());
        const auto [known, isNew] = m_frames.try_emplace(m_data.indexOf(frame), next);
        if (isNew) {
            auto file = text(frame, "filename");
            const bool library = trace_frames::isLibrary(file);
            m_snapshot.frames.push_back({.file = std::move(file),
                .line = smallNumber(number(frame, "line")),
                .function = text(frame, "name"),
                .text = {},
                .library = library});
        }
        return known->second;
    }

    const PickleData& m_data;
    std::size_t m_room;
    std::size_t m_left = 0;
    MemorySnapshot m_snapshot;
    std::unordered_map<std::uint32_t, std::int32_t> m_stacks; ///< by the number of their list
    std::unordered_map<std::uint32_t, std::int32_t> m_frames;
};

Result<std::vector<char>> bytesOf(const std::filesystem::path& file, const ReadProgress& progress)
{
    std::error_code ignored;
    const auto size = std::filesystem::file_size(file, ignored);
    auto source = openGlog(file,
        {.report = progress, .before = 0, .total = ignored ? 0 : static_cast<std::int64_t>(size)});
    if (!source)
        return tl::unexpected(source.error());
    std::vector<char> bytes;
    std::vector<char> block(std::size_t {1} << 20U);
    while (true) {
        const auto count = (*source)->read(block);
        if (!count)
            return tl::unexpected(count.error());
        if (*count == 0)
            return bytes;
        if (bytes.size() + *count > largestFile)
            return failure(ErrorKind::BadData,
                file.string()
                    + " is beyond 1 GiB; record fewer events (max_entries) and try again");
        bytes.insert(
            bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(*count));
    }
}

} // namespace

bool isMemorySnapshot(const FileBegin& file)
{
    const auto& head = file.bytes;
    return head.size() > 1 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

Result<MemorySnapshot> readMemorySnapshot(std::span<const char> bytes, const std::string& name)
{
    const auto data = readPlainPickle(bytes);
    if (!data)
        return failure(ErrorKind::BadData,
            name + " is no memory snapshot that can be read: it " + data.error()
                + "; make one with torch.cuda.memory._dump_snapshot()");
    SnapshotReader reader(*data, bytes.size());
    if (!reader.read())
        return failure(ErrorKind::BadData,
            name
                + " is a pickle without \"segments\" and \"device_traces\"; make a memory snapshot "
                  "with torch.cuda.memory._dump_snapshot()");
    return reader.take();
}

Result<MemorySnapshot> readMemorySnapshot(
    const std::filesystem::path& file, const ReadProgress& progress)
{
    const auto bytes = bytesOf(file, progress);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return readMemorySnapshot(*bytes, file.string());
}

} // namespace profiler
