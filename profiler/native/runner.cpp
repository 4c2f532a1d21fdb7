// SPDX-License-Identifier: Apache-2.0
// fusescope-runner: a package run by LibTorch, without Python. A worker starts it and asks by lines
// on its standard input; it answers by lines on the descriptor it was given, for whatever a library
// prints goes elsewhere. Its commands: profiler/record/worker_link/PROTOCOL.md, The runner.
#include "profiler/native/agent_library.h"
#include "profiler/native/program.h"
#include "profiler/native/python_stand_in.h"

#include <torch/csrc/jit/serialization/pickle.h>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <sstream>

namespace profiler::native {
namespace {

struct Options {
    std::string engine, package, agent, device, gradMode;
    int threads = 0;
    int answers = 1; ///< descriptor
};

/// One word a field, in this order; the worker is ours.
Options optionsFrom(int count, char** words)
{
    if (count != 8)
        throw std::invalid_argument(
            "this program is started by a worker of fusescope, not by hand");
    return {.engine = words[1],
        .package = words[2],
        .agent = words[3],
        .device = words[4],
        .gradMode = words[5],
        .threads = std::stoi(words[6]),
        .answers = std::stoi(words[7])};
}

class Answers {
public:
    explicit Answers(int descriptor)
        : m_file(::fdopen(descriptor, "wb"))
    {
        if (m_file == nullptr)
            throw std::runtime_error("the descriptor for answers cannot be opened");
    }

    void line(const std::string& text)
    {
        bytes((text + '\n').data(), text.size() + 1);
        flush();
    }

    template <typename T>
    void column(const std::vector<T>& values)
    {
        bytes(reinterpret_cast<const char*>(values.data()), // NOLINT(*-reinterpret-cast)
            values.size() * sizeof(T));
    }

    void flush() { std::fflush(m_file); }

private:
    void bytes(const char* data, std::size_t size)
    {
        if (std::fwrite(data, 1, size, m_file) != size)
            throw std::runtime_error("the worker is gone");
    }

    std::FILE* m_file;
};

std::vector<char> contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class Runner {
public:
    explicit Runner(const Options& options)
        : m_answers(options.answers)
        , m_agent(options.agent)
        , m_device(options.device)
    {
        if (options.threads > 0)
            at::set_num_threads(options.threads);
        check(m_agent.setDevice(options.device.c_str()));
        m_program = openProgram(options.engine, options.package, options.device);
        m_callable = {.call = [this] { m_result = m_program->run(nextInputs()); },
            .drop = [this] { m_result = {}; }};
    }

    void serve()
    {
        m_answers.line("ready");
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::string name;
            words >> name;
            if (name == "end")
                return;
            try {
                answer(name, words);
            } catch (const std::exception& error) {
                refuse(error.what());
            }
        }
    }

private:
    void answer(const std::string& name, std::istringstream& words)
    {
        if (name == "inputs")
            addInputs(rest(words));
        else if (name == "use")
            use(number(words));
        else if (name == "measure")
            measure(number(words));
        else if (name == "pipelined")
            pipelined(number(words));
        else if (name == "outputs")
            outputs(rest(words));
        else if (name == "observe")
            observe();
        else if (name == "trace")
            trace(words);
        else if (name == "memory")
            memory(rest(words));
        else
            throw std::invalid_argument("no command '" + name + "'");
    }

    // ---- inputs

    /// A file of torch.save: a list of sets, each the flattened arguments.
    void addInputs(const std::string& path)
    {
        const auto value = torch::jit::pickle_load(contentOf(path));
        std::vector<std::vector<c10::IValue>> sets;
        for (const c10::IValue& each : value.toListRef()) {
            sets.emplace_back();
            for (const c10::IValue& leaf : elementsOf(each))
                sets.back().push_back(
                    leaf.isTensor() ? c10::IValue(leaf.toTensor().to(m_device)) : leaf);
        }
        if (sets.empty())
            throw std::invalid_argument("there are no inputs in the file");
        m_cases.push_back(std::move(sets));
        m_answers.line("done " + std::to_string(m_cases.size() - 1));
    }

    static std::vector<c10::IValue> elementsOf(const c10::IValue& value)
    {
        if (!value.isTuple())
            return value.toListRef().vec();
        const auto& elements = value.toTupleRef().elements();
        std::vector<c10::IValue> copied; // not by braces: an element can be made of an iterator
        copied.assign(elements.begin(), elements.end());
        return copied;
    }

    /// From the first set on, as the worker's own loop begins.
    void use(std::int64_t index)
    {
        m_sets = &m_cases.at(static_cast<std::size_t>(index));
        m_next = 0;
        m_answers.line("done");
    }

    const std::vector<c10::IValue>& nextInputs()
    {
        const auto& chosen = (*m_sets)[m_next];
        m_next = (m_next + 1) % m_sets->size();
        return chosen;
    }

    // ---- calls

    void measure(std::int64_t n)
    {
        const auto size = static_cast<std::size_t>(n);
        std::vector<std::int64_t> wall(size);
        std::vector<std::int64_t> cpu(size);
        std::vector<std::int32_t> switches(size);
        std::int64_t done = 0;
        check(m_agent.measure(
            callable(), nullptr, n, wall.data(), cpu.data(), switches.data(), &done));
        m_answers.line("done");
        m_answers.column(wall);
        m_answers.column(cpu);
        m_answers.column(switches);
        m_answers.flush();
    }

    void pipelined(std::int64_t n)
    {
        std::int64_t total = 0;
        std::int64_t cpu = 0;
        check(m_agent.measurePipelined(callable(), n, &total, &cpu));
        m_answers.line("done " + std::to_string(total) + ' ' + std::to_string(cpu));
    }

    void outputs(const std::string& path)
    {
        const auto result = m_program->run(nextInputs());
        std::vector<c10::IValue> tensors; // a tuple: torch.load takes it as data alone
        for (const auto& tensor : tensorsOf(result))
            tensors.emplace_back(tensor.detach().cpu());
        const auto bytes = torch::jit::pickle_save(c10::ivalue::Tuple::create(std::move(tensors)));
        std::ofstream file(path, std::ios::binary);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        file.close();
        if (!file)
            throw std::runtime_error("the results cannot be written to " + path);
        m_answers.line("done");
    }

    void observe()
    {
        check(m_agent.observeStart());
        std::string failed;
        try {
            m_callable.call();
            m_callable.drop();
        } catch (const std::exception& error) {
            failed = error.what();
        }
        std::vector<char> buffer(bufferBytes);
        m_agent.observeStop(buffer.data(), bufferBytes);
        if (!failed.empty())
            throw std::runtime_error(failed);
        m_answers.line(std::string("done ") + buffer.data());
    }

    /// "start SPANS FILE", "call KEEP", "stop".
    void trace(std::istringstream& words)
    {
        std::string what;
        words >> what;
        if (what == "start") {
            const auto spans = number(words);
            check(m_agent.traceStart(rest(words).c_str(), 0, spans));
            m_answers.line("done");
        } else if (what == "call") {
            const auto keep = static_cast<std::int32_t>(number(words));
            std::int64_t start = 0;
            std::int64_t end = 0;
            std::int64_t spans = 0;
            std::int64_t lost = 0;
            check(m_agent.traceCall(callable(), keep, &start, &end, &spans, &lost));
            m_answers.line("done " + std::to_string(start) + ' ' + std::to_string(end) + ' '
                + std::to_string(spans) + ' ' + std::to_string(lost));
        } else {
            check(m_agent.traceStop());
            m_answers.line("done");
        }
    }

    void memory(const std::string& what)
    {
        if (what == "start")
            check(m_agent.memoryStart());
        else if (what == "stop")
            m_agent.memoryStop();
        else if (what == "reset")
            m_agent.memoryReset();
        else {
            std::vector<char> buffer(bufferBytes);
            m_agent.memoryRead(buffer.data(), bufferBytes);
            m_answers.line(std::string("done ") + buffer.data());
            return;
        }
        m_answers.line("done");
    }

    // ---- words

    static std::int64_t number(std::istringstream& words)
    {
        std::int64_t value = 0;
        if (!(words >> value))
            throw std::invalid_argument("a number is missing");
        return value;
    }

    /// Paths may hold blanks.
    static std::string rest(std::istringstream& words)
    {
        std::string text;
        std::getline(words >> std::ws, text);
        return text;
    }

    void refuse(std::string message)
    {
        for (char& c : message)
            c = c == '\n' ? ' ' : c;
        m_answers.line("error " + message);
    }

    void check(int status) const
    {
        if (status == 0)
            return;
        auto error = takeError();
        throw std::runtime_error(error.empty() ? m_agent.lastError() : error);
    }

    PyObject* callable()
    {
        return reinterpret_cast<PyObject*>(&m_callable);
    } // NOLINT(*-reinterpret-cast)

    static constexpr std::int64_t bufferBytes = 1 << 20;

    Answers m_answers;
    AgentLibrary m_agent;
    c10::Device m_device;
    std::unique_ptr<Program> m_program;
    Callable m_callable;
    c10::IValue m_result;
    std::vector<std::vector<std::vector<c10::IValue>>> m_cases; ///< sets of each case
    const std::vector<std::vector<c10::IValue>>* m_sets = nullptr;
    std::size_t m_next = 0;
};

int run(int count, char** words)
{
    const auto options = optionsFrom(count, words);
    std::optional<c10::InferenceMode> inference;
    if (options.gradMode == "inference_mode")
        inference.emplace(true);
    const c10::AutoGradMode gradients(options.gradMode == "grad");
    Runner(options).serve();
    return 0;
}

} // namespace
} // namespace profiler::native

int main(int count, char** words)
{
    try {
        return profiler::native::run(count, words);
    } catch (const std::exception& error) {
        std::cerr << "fusescope-runner: " << error.what() << '\n';
        return 1;
    }
}
