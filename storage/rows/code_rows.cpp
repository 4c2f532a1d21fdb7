// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/code_rows.h"

#include "storage/columns/chunk_codec.h"
#include "storage/rows/fact_columns.h"
#include "storage/rows/packed/packed_content.h"
#include "storage/sqlite/migrations.h"

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithCode = 5;

ByteSpan bytesOf(const std::string& text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

void require(bool bounded)
{
    if (!bounded)
        throw damaged("generated code is larger than any that is recorded");
}

std::string unpacked(ByteSpan packed, std::size_t size)
{
    const auto bytes = unpackedBytes(packed, size, longestGeneratedCode, "generated code");
    return {bytes.begin(), bytes.end()};
}

NumberedRows<GeneratedCode> readCodes(SQLite::Database& database, RowId process)
{
    NumberedRows<GeneratedCode> read;
    forEachRow(
        database,
        "SELECT id, compile_id, case_index, code_bytes, code FROM generated_code "
        "WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            read.byRow[row.take<RowId>()] = read.values.size();
            auto& code = read.values.emplace_back();
            row.takeInto(code.compileId);
            row.takeInto(code.caseIndex);
            const auto size = row.take<std::size_t>();
            code.code = unpacked(row.takeBytes(), size);
        },
        process);
    return read;
}

} // namespace

void insert(Statements& statements, RowId process, const GeneratedCode& code)
{
    const auto packed = compressed(bytesOf(code.code));
    const auto id = statements.insert("generated_code",
        "process_id, compile_id, case_index, code_bytes, code", process, code.compileId,
        code.caseIndex, code.code.size(), ByteSpan(packed));
    insertRows(statements, generatedNodeColumns, code.nodes, id);
    insertRows(statements, generatedKernelColumns, code.kernels, id);
    for (std::size_t kernel = 0; kernel < code.kernels.size(); ++kernel)
        for (const auto node : code.kernels[kernel].nodes)
            statements.insert("generated_kernel_node", "code_id, kernel, node", id, kernel, node);
}

void read(SQLite::Database& database, RowId process, std::vector<GeneratedCode>& codes)
{
    if (schemaOf(database) < schemaWithCode)
        return;
    auto read = readCodes(database, process);
    for (const auto& [id, place] : read.byRow) {
        auto& code = read.values[place];
        code.nodes = readRows(database, generatedNodeColumns, id);
        code.kernels = readRows(database, generatedKernelColumns, id);
        require(isBounded(code));
        forEachRow(
            database,
            "SELECT kernel, node FROM generated_kernel_node WHERE code_id = ? "
            "ORDER BY kernel, node",
            [&](Row& row) {
                const auto kernel = row.take<std::size_t>();
                const auto node = row.take<std::size_t>();
                if (kernel >= code.kernels.size() || node >= code.nodes.size())
                    throw damaged("generated code names a kernel or an operator that is not there");
                code.kernels[kernel].nodes.push_back(node);
            },
            id);
    }
    codes = std::move(read.values);
}

} // namespace storage
