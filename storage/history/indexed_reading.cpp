// SPDX-License-Identifier: Apache-2.0
#include "storage/history/indexed_reading.h"

#include "profiler/formats/benchmarks/benchmark_files.h"
#include "profiler/judge/history/history_point.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "storage/file/recording_parts.h"
#include "storage/history/history_codec.h"
#include "storage/history/history_index.h"
#include "storage/sqlite/statement_guard.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

constexpr std::size_t longestContent = std::size_t {16} << 20U; ///< of a recording, unpacked

std::size_t threadCount()
{
    return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

/// `each` for every index below `count`, on as many threads as there are processors; they end soon
/// where the caller's CancelScope asks for it.
void onThreads(std::size_t count, const std::function<void(std::size_t)>& each)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> cancelled = false;
    const auto work = [&] {
        const CancelScope scope([&] { return cancelled.load(); });
        for (auto i = next++; i < count && !cancelled; i = next++)
            each(i);
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(threadCount(), count); ++i)
        others.emplace_back(work);
    for (auto i = next++; i < count && !cancelled; i = next++) {
        each(i);
        cancelled = CancelScope::isWanted();
    }
}

/// As the index names a file or a folder.
std::string keyOfPath(const fs::path& path)
{
    std::error_code error;
    auto key = fs::absolute(path, error).lexically_normal().string();
    if (key.size() > 1 && key.ends_with('/'))
        key.pop_back();
    return key;
}

std::optional<HistoryRecording> unpacked(const IndexedRecording& kept)
{
    if (kept.bytes > longestContent)
        return std::nullopt;
    const auto bytes = decompressed(kept.packed, kept.bytes);
    if (!bytes)
        return std::nullopt;
    auto recording = decodeHistory(*bytes);
    return recording && recording->id == kept.id ? std::move(recording) : std::nullopt;
}

/// Nothing of one that may still change.
std::optional<IndexedRecording> packed(
    const HistoryRecording& recording, const RecordingMark& mark, ComparisonStatus status)
{
    if (!mark.mark || status == ComparisonStatus::Running)
        return std::nullopt;
    const auto bytes = encodeHistory(recording);
    if (bytes.size() > longestContent)
        return std::nullopt;
    return IndexedRecording {
        .id = mark.id, .mark = *mark.mark, .bytes = bytes.size(), .packed = compressed(bytes)};
}

WantedParts partsFor(HistoryMetric metric)
{
    auto needs = needsOf(metric);
    return {.processes = std::move(needs.processes),
        .variant = {},
        .calls = needs.calls,
        .compiles = needs.compiles,
        .memory = needs.memory,
        .verdict = needs.verdict};
}

class IndexedReading {
public:
    IndexedReading(const std::vector<RecordingFile>& files, const std::vector<fs::path>& places,
        const IndexedQuestion& question, HistoryCollector& collector)
        : m_files(files)
        , m_metric(question.metric)
        , m_figures(keyOf(readTogether(question.metric).front()))
        , m_index(question.index)
        , m_progress(question.progress)
        , m_collector(collector)
        // A few files, of which one may be a library, are read in slices.
        , m_slices(files.size() < threadCount() ? threadCount() : 1)
        , m_read(files.size() * m_slices)
    {
        look(places);
    }

    [[nodiscard]] std::size_t slices() const { return m_read.size(); }

    void read(std::size_t index)
    {
        const auto file = index / m_slices;
        const Slice slice {.index = index % m_slices, .count = m_slices};
        auto& read = m_read[index];
        if (m_files[file].benchmarks)
            readBenchmarksOf(file, slice);
        else if (!takeKept(file, slice, read))
            readFile(file, slice, read);
        if (m_slices == 1)
            tell(m_files.size());
    }

    void keep()
    {
        if (m_index.empty())
            return;
        std::vector<ChangedFile> changed;
        for (std::size_t file = 0; file < m_files.size(); ++file)
            if (auto found = changedFile(file))
                changed.push_back(
                    {.path = keyOfPath(m_files[file].path), .file = *std::move(found)});
        if (changed.empty() && m_before.gone.empty() && !m_before.damaged)
            return;
        // On a thread of its own, which nobody cancels.
        const std::jthread writer([&] { writeIndex(m_index, changed, m_before, m_figures); });
    }

private:
    /// What came of a slice.
    struct Read {
        bool done = false;
        bool whole = true; ///< every recording can be kept
        bool anew = false; ///< some were not kept before
        std::vector<IndexedRecording> kept;
    };

    /// Stamps are taken before anything is read.
    void look(const std::vector<fs::path>& places)
    {
        m_before.files.resize(m_files.size());
        m_stamps.resize(m_files.size());
        if (m_index.empty())
            return;
        std::vector<std::string> names;
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            names.push_back(keyOfPath(m_files[i].path));
            m_stamps[i] = stampOf(m_files[i].path);
        }
        std::vector<std::string> folders;
        std::error_code ignored;
        for (const auto& place : places)
            if (fs::is_directory(place, ignored))
                folders.push_back(keyOfPath(place));
        m_before = readIndex(m_index, names, folders, m_figures);
    }

    void tell(std::size_t all)
    {
        const auto read = ++m_told;
        if (m_progress)
            m_progress(read, all);
    }

    void add(const std::string& file, HistoryRecording recording)
    {
        m_collector.add(file, std::move(recording));
        if (m_slices > 1)
            tell(0);
    }

    /// Other tools' files are read whole, by the first slice.
    void readBenchmarksOf(std::size_t file, Slice slice)
    {
        if (slice.index > 0)
            return;
        auto points = readBenchmarks(*m_files[file].benchmarks, m_metric);
        if (points)
            m_collector.add(*std::move(points));
        else
            m_collector.leaveOut(m_files[file].path.string(), points.error().message);
    }

    /// Of a file that is as it was; false: it is not, or what is kept of it is damaged.
    bool takeKept(std::size_t file, Slice slice, Read& read)
    {
        const auto& before = m_before.files[file];
        if (!before.stamp || before.stamp != m_stamps[file])
            return false;
        std::vector<HistoryRecording> recordings;
        for (auto i = slice.index; i < before.recordings.size(); i += slice.count) {
            auto recording = unpacked(before.recordings[i]);
            if (!recording)
                return false;
            recordings.push_back(*std::move(recording));
        }
        for (auto i = slice.index; i < before.recordings.size(); i += slice.count)
            read.kept.push_back(before.recordings[i]);
        for (auto& each : recordings)
            add(m_files[file].path.string(), std::move(each));
        read.done = true;
        return true;
    }

    void readFile(std::size_t file, Slice slice, Read& read)
    {
        const auto name = m_files[file].path.string();
        const auto take = [&](const RecordingMark& mark, const ComparisonData& data) {
            auto recording = historyRecording(data, m_metric);
            auto kept = m_index.empty() ? std::nullopt : packed(recording, mark, data.info.status);
            read.anew = read.anew || kept.has_value();
            read.whole = read.whole && kept.has_value();
            if (kept)
                read.kept.push_back(*std::move(kept));
            add(name, std::move(recording));
        };
        const auto known = [&](const RecordingMark& mark) {
            const auto* kept = keptOf(m_before.files[file], mark);
            auto recording = kept != nullptr ? unpacked(*kept) : std::nullopt;
            if (!recording)
                return false;
            read.kept.push_back(*kept);
            add(name, *std::move(recording));
            return true;
        };
        const auto all
            = forEachRecording(m_files[file].path, partsFor(m_metric), take, slice, known);
        if (!all) {
            read.whole = false;
            m_collector.leaveOut(name, all.error().message);
        }
        read.done = !CancelScope::isWanted();
    }

    /// Null: it was changed, or is not kept.
    static const IndexedRecording* keptOf(const IndexedFile& file, const RecordingMark& mark)
    {
        const auto found
            = std::ranges::lower_bound(file.recordings, mark.id, {}, &IndexedRecording::id);
        const bool same = found != file.recordings.end() && found->id == mark.id && mark.mark
            && found->mark == *mark.mark;
        return same ? &*found : nullptr;
    }

    /// nullopt: what the index has of it is right, or it was not read to its end.
    std::optional<IndexedFile> changedFile(std::size_t file)
    {
        const auto begin = m_read.begin() + static_cast<std::ptrdiff_t>(file * m_slices);
        const std::span slices(begin, m_slices);
        if (!std::ranges::all_of(slices, &Read::done))
            return std::nullopt;
        IndexedFile changed;
        if (std::ranges::all_of(slices, &Read::whole))
            changed.stamp = m_stamps[file];
        for (auto& each : slices)
            std::ranges::move(each.kept, std::back_inserter(changed.recordings));
        const auto& before = m_before.files[file];
        const bool same = changed.stamp == before.stamp
            && changed.recordings.size() == before.recordings.size()
            && std::ranges::none_of(slices, &Read::anew);
        return same ? std::nullopt : std::optional(std::move(changed));
    }

    const std::vector<RecordingFile>& m_files;
    HistoryMetric m_metric;
    std::string m_figures;
    const fs::path& m_index;
    const ReadCount& m_progress;
    std::atomic<std::size_t> m_told = 0;
    HistoryCollector& m_collector;
    std::size_t m_slices;
    std::vector<Read> m_read; ///< by file, then by slice
    std::vector<std::optional<FileStamp>> m_stamps;
    IndexContent m_before;
};

} // namespace

bool readIndexed(const std::vector<RecordingFile>& files, const std::vector<fs::path>& places,
    const IndexedQuestion& question, HistoryCollector& collector)
{
    IndexedReading reading(files, places, question, collector);
    onThreads(reading.slices(), [&](std::size_t index) { reading.read(index); });
    const bool cancelled = CancelScope::isWanted();
    reading.keep();
    return !cancelled;
}

} // namespace storage
