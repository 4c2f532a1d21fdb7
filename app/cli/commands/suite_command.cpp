// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/commands.h"
#include "app/cli/suite/suite_recordings.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/environments.h"
#include "profiler/model/case.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/interpreter.h"
#include "profiler/record/session/plan_estimate.h"
#include "profiler/record/suite/local_engine.h"
#include "profiler/record/suite/ray/ray_engine.h"
#include "profiler/record/suite/slurm/slurm_arrays.h"
#include "profiler/record/suite/slurm/slurm_engine.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/text/text_table.h"
#include "storage/file/writer_lock.h"
#include "storage/suite/suite_reader.h"

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

namespace cli {
namespace {

using Json = nlohmann::ordered_json;
using profiler::ErrorKind;
using profiler::failure;
using profiler::Plan;
using profiler::Result;

struct SuiteOptions {
    std::string file;
    std::string output;
    std::vector<std::string> devices;
    std::string effort;
    std::string python;
    std::string engine = "local";
    std::vector<std::string> engineOptions;
    std::string suite;
    std::string figuresOf;
    bool json = false;
    bool csv = false;
};

Result<Suite> suiteOf(const SuiteOptions& options)
{
    const auto installation = profiler::findInstallation();
    if (!installation)
        return tl::unexpected(installation.error());
    SuiteOverrides instead;
    if (!options.devices.empty())
        instead["device"] = options.devices;
    if (!options.effort.empty())
        instead["effort"] = {options.effort};
    if (!options.python.empty())
        instead["python"] = {options.python};
    return readSuiteFile(options.file, installation->suites, instead);
}

profiler::nanoseconds middleOf(const Plan& planSuite)
{
    const auto estimate = profiler::estimatePlan(planSuite);
    return (estimate.low + estimate.high) / 2;
}

std::string roughly(profiler::nanoseconds time)
{
    return profiler::formatRoughly(static_cast<double>(time.count()));
}

std::string suiteVariantNames(const Plan& planSuite)
{
    std::string names;
    for (const auto& variant : planSuite.variants)
        names += (names.empty() ? "" : ", ") + variant.name;
    return profiler::printable(names);
}

// ---- list

ExitCode listSuites(const SuiteOptions& options)
{
    const auto installation = profiler::findInstallation();
    if (!installation)
        return refuse(installation.error());
    Json rows = Json::array();
    profiler::TextTable table({{"suite"}, {"recordings", profiler::Align::Right},
        {"about", profiler::Align::Right}, {"what it is"}});
    for (const auto& name : readySuites(installation->suites)) {
        const auto suite = readSuiteFile(name, installation->suites);
        if (!suite)
            return refuse(suite.error());
        profiler::nanoseconds time {};
        for (const auto& planSuite : suite->plans)
            time += middleOf(planSuite);
        rows.push_back({{"name", name}, {"about", suite->about},
            {"recordings", suite->plans.size()}, {"estimated_ns", time.count()}});
        table.addRow({name, std::to_string(suite->plans.size()), roughly(time), suite->about});
    }
    if (options.json)
        printDocument({{"schema", 1}, {"suites", std::move(rows)}});
    else
        print(table.text());
    return ExitCode::Done;
}

// ---- plan

Json planRow(const Plan& planSuite)
{
    const auto estimate = profiler::estimatePlan(planSuite);
    return {{"name", planSuite.name}, {"model", planSuite.suite.model},
        {"device", planSuite.numeric.device}, {"task", planSuite.suite.task},
        {"low_ns", estimate.low.count()}, {"high_ns", estimate.high.count()},
        {"disk_bytes", estimate.diskBytes}, {"plan", Json::parse(profiler::planToJson(planSuite))}};
}

ExitCode planSuite(const SuiteOptions& options)
{
    const auto suite = suiteOf(options);
    if (!suite)
        return refuse(ExitCode::NotStarted, suite.error().message);
    profiler::nanoseconds time {};
    std::int64_t bytes = 0;
    Json rows = Json::array();
    profiler::TextTable table({{"recording"}, {"model"}, {"device"}, {"variants"},
        {"cases", profiler::Align::Right}, {"about", profiler::Align::Right}});
    for (const auto& each : suite->plans) {
        time += middleOf(each);
        bytes += profiler::estimatePlan(each).diskBytes;
        rows.push_back(planRow(each));
        table.addRow({profiler::printable(each.name), profiler::printable(each.workload.spec),
            each.numeric.device, suiteVariantNames(each),
            each.cases.empty() ? "its own" : std::to_string(each.cases.size()),
            roughly(middleOf(each))});
    }
    if (options.json) {
        printDocument({{"schema", 1}, {"suite", suite->name}, {"about", suite->about},
            {"recordings", std::move(rows)}, {"estimated_ns", time.count()},
            {"disk_bytes", bytes}});
        return ExitCode::Done;
    }
    print(table.text() + "\n"
        + profiler::countText(
            static_cast<std::int64_t>(suite->plans.size()), "recording", "recordings")
        + ", about " + roughly(time) + " one after the other and " + profiler::formatBytes(bytes)
        + "; `fusescope suite run " + profiler::printable(options.file) + "` records them.\n");
    return ExitCode::Done;
}

// ---- run

using Engine = std::unique_ptr<profiler::SuiteEngine>;

/// The suite's own for that engine, then the command line's, which win where both say something.
std::vector<std::string> engineOptions(const SuiteOptions& options, const Suite& suite)
{
    const auto own = suite.engineOptions.find(options.engine);
    auto words = own == suite.engineOptions.end() ? std::vector<std::string>() : own->second;
    words.insert(words.end(), options.engineOptions.begin(), options.engineOptions.end());
    return words;
}

Result<Engine> slurmEngine(const SuiteOptions& options, const Suite& suite,
    std::filesystem::path program, const SuitePlace& at)
{
    auto given = profiler::slurmOptionsFrom(engineOptions(options, suite));
    if (!given)
        return tl::unexpected(given.error());
    return std::make_unique<profiler::SlurmEngine>(
        profiler::SlurmSettings {.program = std::move(program),
            .parts = at.parts(),
            .suite = suite.name,
            .options = std::move(*given)});
}

Result<Engine> rayEngine(const SuiteOptions& options, const Suite& suite,
    std::filesystem::path program, const SuitePlace& at)
{
    auto given = profiler::rayOptionsFrom(engineOptions(options, suite));
    if (!given)
        return tl::unexpected(given.error());
    // As Ray's own programs find a cluster.
    const char* address = std::getenv("RAY_ADDRESS"); // NOLINT(concurrency-mt-unsafe)
    if (given->address.empty() && address != nullptr)
        given->address = address;
    const auto python = resolvePython(given->python.empty() ? options.python : given->python);
    if (!python)
        return tl::unexpected(python.error());
    const auto interpreter = profiler::probeInterpreter(*python);
    if (!interpreter)
        return tl::unexpected(interpreter.error());
    given->python = interpreter->path.string();
    return std::make_unique<profiler::RayEngine>(profiler::RaySettings {
        .program = std::move(program), .parts = at.parts(), .options = std::move(*given)});
}

Result<Engine> engineOf(const SuiteOptions& options, const Suite& suite, const SuitePlace& place)
{
    std::error_code error;
    auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (options.engine == "slurm")
        return slurmEngine(options, suite, std::move(program), place);
    if (options.engine == "ray")
        return rayEngine(options, suite, std::move(program), place);
    if (options.engine != "local")
        return failure(ErrorKind::BadInput,
            "--engine \"" + options.engine + "\": expected local, slurm or ray");
    if (!options.engineOptions.empty())
        return failure(ErrorKind::BadInput,
            "--engine-option \"" + options.engineOptions.front()
                + "\": --engine local has no options");
    return std::make_unique<profiler::LocalEngine>(std::move(program));
}

/// Tasks that a scheduler still runs would be recorded a second time in the same folders.
Result<void> nothingLeftElsewhere(const SuiteOptions& options, const SuitePlace& place)
{
    const auto arrays = profiler::loadSlurmArrays(place.parts());
    if (options.engine == "slurm" || arrays.empty())
        return {};
    const auto& [name, job, marks] = arrays.front();
    return failure(ErrorKind::Unavailable,
        "recordings of an earlier run are with Slurm (job "
            + (job.job.empty() ? "of the name " + name : job.job)
            + "); go on with them by --engine slurm, or end them by `scancel "
            + (job.job.empty() ? "--name=" + name : job.job) + "` and remove "
            + profiler::slurmArraysFile(place.parts()).string());
}

ExitCode run(const SuiteOptions& options)
{
    const auto suite = suiteOf(options);
    if (!suite)
        return refuse(ExitCode::NotStarted, suite.error().message);
    const SuitePlace place {options.output.empty() ? suite->name + ".fscope" : options.output};
    const auto engine = engineOf(options, *suite, place);
    if (!engine)
        return refuse(ExitCode::NotStarted, engine.error().message);
    const auto alone = storage::WriterLock::take(place.parts());
    if (!alone)
        return refuse(ExitCode::NotStarted,
            "another `suite run` records into " + place.file.string()
                + "; wait for it, or choose another file by -o");
    if (const auto free = nothingLeftElsewhere(options, place); !free)
        return refuse(ExitCode::NotStarted, free.error().message);
    const auto inHand = (*engine)->inHand();
    const auto open = openPlans(*suite, place, inHand);
    if (!open)
        return refuse(ExitCode::NotStarted, open.error().message);
    const auto tasks = prepareTasks(*open, place, inHand);
    if (!tasks)
        return refuse(ExitCode::NotStarted, tasks.error().message);
    if (!options.json && open->size() < suite->plans.size())
        printError(std::to_string(suite->plans.size() - open->size())
            + " recordings are complete in " + place.file.string() + " already.\n");
    if (!options.json && !inHand.empty())
        printError(std::to_string(inHand.size())
            + " recordings are with the scheduler since an earlier run, and go on.\n");
    const auto code = runSuite(*open, *tasks, place, **engine, {.json = options.json});
    if (options.json || code == ExitCode::Interrupted)
        return code;
    if (const auto shown
        = storage::readSuite(place.file, {.suite = suite->name, .prepare = {}, .progress = {}}))
        print(profiler::suiteText(*shown, terminalColumns()));
    return code;
}

// ---- show

ExitCode showSuite(const SuiteOptions& options)
{
    if (options.json && options.csv)
        return refuse(ExitCode::CommandFailed, "--json and --csv both take stdout; choose one");
    const bool counts = stderrIsTerminal();
    const auto suite = storage::readSuite(options.file,
        {.suite = options.suite, .prepare = {}, .progress = [&](std::size_t read, std::size_t all) {
             constexpr std::size_t between = 16;
             if (counts && read % between == 0)
                 redrawErrorLine("Read " + std::to_string(read) + " of " + std::to_string(all));
             return true;
         }});
    if (counts)
        redrawErrorLine("");
    if (!suite)
        return refuse(suite.error());
    if (options.json)
        printJson(profiler::suiteJson(*suite));
    else if (options.csv)
        printData(profiler::suiteCsv(*suite));
    else
        print(profiler::suiteText(*suite, terminalColumns(), options.figuresOf));
    return ExitCode::Done;
}

void addFile(app::Command& command, std::string& file)
{
    command.add("file", file, "a suite file, or the name of a ready one: `suite list`")
        .required()
        .placeholder("FILE");
}

/// What is said for all models in place of the suite.
void addOverrides(app::Command& command, SuiteOptions& options)
{
    command.addRepeated("--device", options.devices,
        "in place of the suite's: cpu, cuda:0, hip:0, xpu:0 or mps; repeat to record on several");
    command.add(
        "--effort", options.effort, "in place of the suite's: quick, normal, thorough or look");
    command.add(
        "--python", options.python, "interpreter of the workers, or a name of `fusescope env`");
}

} // namespace

void addSuiteCommand(app::Command& program, Call& call)
{
    auto command = program.addCommand("suite", "Many models: records, resumes and tells them");
    command.requireCommand();
    auto [listing, listed]
        = addCommand<SuiteOptions>(command, call, "list", "Ready suites", listSuites);
    addJson(listing, listed.json);
    auto [planning, planned] = addCommand<SuiteOptions>(command, call, "plan",
        "The recordings of a suite with their estimated time; records nothing", planSuite);
    addFile(planning, planned.file);
    addOverrides(planning, planned);
    addJson(planning, planned.json);
    auto [running, ran] = addCommand<SuiteOptions>(command, call, "run",
        "Records what the file does not hold complete, each model in a process of its own", run);
    addFile(running, ran.file);
    addOverrides(running, ran);
    running.add("-o,--output", ran.output,
        "a run database, made or gone on with; default: the suite's name");
    running.add("--engine", ran.engine,
        "local (default): one after the other on this machine; slurm: an array job; ray: tasks");
    running.addRepeated("--engine-option", ran.engineOptions,
        "of slurm any option of sbatch (--partition=gpu), at-once=N or share-nodes; of ray "
        "address=HOST:PORT or python=PATH; repeat");
    running.addFlag("--json", ran.json, "progress on stdout, one JSON object a line");
    auto [showing, shown] = addCommand<SuiteOptions>(
        command, call, "show", "All models beside each other, with geometric means", showSuite);
    showing.add("file", shown.file, "a run database").required().placeholder("FILE");
    showing.add("--suite", shown.suite, "which, where it holds several; default: the newest");
    showing.add("--figures-of", shown.figuresOf,
        "the variant whose compile time, memory and breaks are told; default: each row's best");
    addJson(showing, shown.json);
    showing.addFlag("--csv", shown.csv, "a row for each case and variant on stdout");
}

} // namespace cli
